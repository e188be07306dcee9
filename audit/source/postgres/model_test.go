package postgres

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/postgres/pgtest"
)

// modelCase says what a piece of SQL is in the model. All pieces are built in
// one database of each version, which is read once.
type modelCase struct {
	name  string
	sql   string
	since int // the version that has it; 0 for all
	see   func(database) any
	want  any
}

func TestWhatSQLSaysTheModelHolds(t *testing.T) {
	var cases []modelCase
	for _, group := range [][]modelCase{
		columnCases(), tableCases(), indexCases(), partitionCases(), routineCases(), triggerCases(), referenceCases(),
	} {
		cases = append(cases, group...)
	}
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		var sql strings.Builder
		for _, c := range cases {
			if s.Version >= c.since {
				sql.WriteString(c.sql + ";\n")
			}
		}
		db := model(t, s.Database(t, sql.String()).DSN)
		for _, c := range cases {
			if s.Version < c.since {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				if diff := cmp.Diff(c.want, c.see(db)); diff != "" {
					t.Errorf("%s\n(-want +got):\n%s", c.sql, diff)
				}
			})
		}
		if len(db.Hidden) > 0 {
			t.Errorf("hidden from a superuser: %+v", db.Hidden)
		}
	})
}

// tableNamed returns a table of the schema public, an empty one when it is not
// there.
func (db database) tableNamed(name string) *schema.Table {
	if found := db.Table(schema.Name{Schema: "public", Name: name}, nil); found != nil {
		return found
	}
	return &schema.Table{}
}

func column(table, name string) func(database) any {
	return func(db database) any {
		c, _ := db.tableNamed(table).Column(name)
		return c
	}
}

func columnCases() []modelCase {
	const zoned = "timestamp with time zone"
	return []modelCase{
		{
			name: "a creation time that the server sets",
			sql:  "create table c_created (at timestamptz not null default now())",
			see:  column("c_created", "at"),
			want: fact.Column{Name: "at", Type: zoned, Default: "now()", Varies: true},
		}, {
			name: "an expiry counted from now",
			sql:  "create table c_expiry (at timestamptz default now() + interval '24 hours')",
			see:  column("c_expiry", "at"),
			want: fact.Column{Name: "at", Type: zoned, Nullable: true, Default: "(now() + '24:00:00'::interval)", Varies: true},
		}, {
			name: "a constant default",
			sql:  "create table c_constant (state varchar(20) not null default 'started')",
			see:  column("c_constant", "state"),
			want: fact.Column{Name: "state", Type: "character varying(20)", Default: "'started'::character varying"},
		}, {
			name: "an identity column",
			sql:  "create table c_identity (id bigint generated always as identity)",
			see:  column("c_identity", "id"),
			want: fact.Column{Name: "id", Type: "bigint", Varies: true, Identity: true},
		}, {
			name: "a stored generated column",
			sql:  "create table c_stored (key text not null, low text generated always as (lower(key)) stored)",
			see:  column("c_stored", "low"),
			want: fact.Column{Name: "low", Type: "text", Nullable: true, Default: "lower(key)", Generated: true},
		}, {
			name:  "a virtual generated column",
			sql:   "create table c_virtual (key text not null, low text generated always as (lower(key)) virtual)",
			since: 18,
			see:   column("c_virtual", "low"),
			want:  fact.Column{Name: "low", Type: "text", Nullable: true, Default: "lower(key)", Generated: true},
		}, {
			name: "a domain stands for what it is made from",
			sql: "create domain c_inner as timestamptz default now(); create domain c_outer as c_inner not null;" +
				"create table c_domain (at c_outer)",
			see:  column("c_domain", "at"),
			want: fact.Column{Name: "at", Type: zoned, Default: "now()", Varies: true},
		}, {
			name: "a CHECK that asks for a value",
			sql:  "create table c_check (key text, check (key is not null and length(key) > 3))",
			see:  column("c_check", "key"),
			want: fact.Column{Name: "key", Type: "text"},
		}, {
			name: "a CHECK that is not held against the rows there are",
			sql:  "create table c_unchecked (key text); alter table c_unchecked add check (key is not null) not valid",
			see:  column("c_unchecked", "key"),
			want: fact.Column{Name: "key", Type: "text", Nullable: true},
		}, {
			name: "a dropped column is gone",
			sql:  "create table c_dropped (gone text, key text); alter table c_dropped drop column gone",
			see:  func(db database) any { return db.tableNamed("c_dropped").Columns },
			want: []fact.Column{{Name: "key", Type: "text", Nullable: true}},
		}, {
			name: "names that a terminal or SQL would take for something else",
			sql:  "create table \"c_\x1b[31m\"\" ü.x\" (\"k\n'\" text)",
			see: func(db database) any {
				return db.Table(schema.Name{Schema: "public", Name: "c_\x1b[31m\" ü.x"}, nil).Columns
			},
			want: []fact.Column{{Name: "k\n'", Type: "text", Nullable: true}},
		},
	}
}

func tableCases() []modelCase {
	kind := func(name string) func(database) any {
		return func(db database) any {
			return [2]string{string(db.tableNamed(name).Kind), string(db.tableNamed(name).Persistence)}
		}
	}
	return []modelCase{
		{name: "a table", sql: "create table t_plain ()", see: kind("t_plain"), want: [2]string{"table", "permanent"}},
		{name: "an unlogged table", sql: "create unlogged table t_unlogged ()", see: kind("t_unlogged"), want: [2]string{"table", "unlogged"}},
		{
			name: "a foreign table",
			sql:  "create extension postgres_fdw; create server far foreign data wrapper postgres_fdw; create foreign table t_foreign (key text) server far",
			see:  kind("t_foreign"),
			want: [2]string{"foreign table", "permanent"},
		}, {
			name: "a comment",
			sql:  "create table t_comment (); comment on table t_comment is 'kept for 24 hours'",
			see:  func(db database) any { return db.tableNamed("t_comment").Comment },
			want: "kept for 24 hours",
		}, {
			name: "the system's own schemas are left out",
			see: func(db database) any {
				return db.Table(schema.Name{Schema: "pg_catalog", Name: "pg_class"}, nil) == nil &&
					db.View(schema.Name{Schema: "information_schema", Name: "tables"}, nil) == nil
			},
			want: true,
		}, {
			name: "inheritance",
			sql:  "create table t_parent (key text); create table t_child () inherits (t_parent)",
			see:  func(db database) any { return db.tableNamed("t_child").Parents },
			want: []schema.Name{{Schema: "public", Name: "t_parent"}},
		}, {
			name: "a view, with every name qualified",
			sql:  "create table t_viewed (key text); create view t_view as select key from t_viewed where key <> ''",
			see: func(db database) any {
				v := db.View(schema.Name{Name: "t_view"}, nil)
				return v != nil && !v.Materialized && strings.Contains(v.Query, "FROM public.t_viewed")
			},
			want: true,
		}, {
			name: "a materialized view",
			sql:  "create materialized view t_matview as select 1 as key",
			see:  func(db database) any { return db.View(schema.Name{Name: "t_matview"}, nil).Materialized },
			want: true,
		}, {
			name: "deletions that the server counted",
			sql:  "create table t_counted (key text)",
			see: func(db database) any {
				n, known := db.tableNamed("t_counted").Deleted.Get()
				return []any{n, known, db.tableNamed("t_counted").Since.IsZero()}
			},
			want: []any{int64(0), true, false},
		}, {
			name: "no statistics before ANALYZE",
			sql:  "create table t_unanalysed (key text)",
			see:  func(db database) any { return db.tableNamed("t_unanalysed").NullColumns.IsKnown() },
			want: false,
		}, {
			name: "columns that hold NULLs",
			sql:  "create table t_nulls (tenant text, key text); insert into t_nulls values (null, 'a'), ('t', 'b'); analyze t_nulls",
			see:  func(db database) any { names, _ := db.tableNamed("t_nulls").NullColumns.Get(); return names },
			want: []string{"tenant"},
		},
	}
}

func indexes(name string) func(database) any {
	return func(db database) any {
		all := db.tableNamed(name).Indexes
		for i := range all {
			all[i].Place = fact.Place{}
		}
		return all
	}
}

func indexCases() []modelCase {
	key := []fact.IndexColumn{{Column: "key"}}
	return []modelCase{
		{
			name: "a primary key and a plain index",
			sql:  "create table i_primary (key text primary key, other text); create index on i_primary (other)",
			see:  indexes("i_primary"),
			want: []fact.Index{{Name: "i_primary_pkey", Columns: key, Primary: true, Valid: true, Ready: true}},
		}, {
			name: "columns in the order of the index, without those it only carries",
			sql:  "create table i_order (a text, b text, c text); create unique index i_order_i on i_order (c, a) include (b)",
			see:  indexes("i_order"),
			want: []fact.Index{{Name: "i_order_i", Columns: []fact.IndexColumn{{Column: "c"}, {Column: "a"}}, Valid: true, Ready: true}},
		}, {
			name: "a deferrable constraint",
			sql:  "create table i_deferrable (key text, constraint i_deferrable_u unique (key) deferrable)",
			see:  indexes("i_deferrable"),
			want: []fact.Index{{Name: "i_deferrable_u", Columns: key, Valid: true, Ready: true, Deferrable: true}},
		}, {
			name:  "NULLS NOT DISTINCT",
			sql:   "create table i_nulls (key text, constraint i_nulls_u unique nulls not distinct (key))",
			since: 15,
			see:   indexes("i_nulls"),
			want:  []fact.Index{{Name: "i_nulls_u", Columns: key, Valid: true, Ready: true, NullsNotDistinct: true}},
		}, {
			name: "a predicate that only leaves rows without a key out",
			sql:  "create table i_notnull (key text); create unique index i_notnull_i on i_notnull (key) where key is not null",
			see:  indexes("i_notnull"),
			want: []fact.Index{{Name: "i_notnull_i", Columns: key, Valid: true, Ready: true, Predicate: "(key IS NOT NULL)", OnlyNotNull: true}},
		}, {
			name: "a predicate that leaves more out",
			sql:  "create table i_partial (key text, gone bool); create unique index i_partial_i on i_partial (key) where not gone",
			see:  indexes("i_partial"),
			want: []fact.Index{{Name: "i_partial_i", Columns: key, Valid: true, Ready: true, Predicate: "(NOT gone)"}},
		}, {
			name: "expressions",
			sql: "create table i_expression (key text, tenant text, at timestamp);" +
				"create unique index i_expression_i on i_expression (lower(key), coalesce(tenant, ''), date_trunc('hour', at))",
			see: indexes("i_expression"),
			want: []fact.Index{{Name: "i_expression_i", Valid: true, Ready: true, Columns: []fact.IndexColumn{
				{Expression: "lower(key)", Uses: []string{"key"}},
				{Expression: "COALESCE(tenant, ''::text)", Uses: []string{"tenant"}, NullSafe: true},
				{Expression: "date_trunc('hour'::text, at)", Uses: []string{"at"}, Bucket: true},
			}}},
		},
	}
}

func partitionCases() []modelCase {
	bound := func(name string) func(database) any {
		return func(db database) any {
			b := db.tableNamed(name).Bound
			if b == nil {
				return nil
			}
			return []any{b.Name, b.Lower, b.Upper, b.Default}
		}
	}
	const byTime = "create table p_time (key text not null, at timestamptz not null default now()) partition by range (at);" +
		"create table p_time_1 partition of p_time for values from (minvalue) to ('2026-02-01 00:00+02');" +
		"create table p_time_2 partition of p_time for values from ('2026-02-01 00:00+02') to ('2026-03-01');" +
		"create table p_time_d partition of p_time default;" +
		"create unique index p_time_own on p_time_2 (key);" +
		"create unique index p_time_all on p_time (key, at)"
	return []modelCase{
		{
			name: "a partition key",
			sql:  byTime,
			see:  func(db database) any { return db.tableNamed("p_time").Key },
			want: &fact.Partitions{Strategy: "range", Columns: []string{"at"}, Uses: []string{"at"}},
		},
		{name: "an open end", see: bound("p_time_1"), want: []any{"public.p_time_1", "", "2026-01-31 22:00:00+00", false}},
		{name: "both ends", see: bound("p_time_2"), want: []any{"public.p_time_2", "2026-01-31 22:00:00+00", "2026-03-01 00:00:00+00", false}},
		{name: "the default partition", see: bound("p_time_d"), want: []any{"public.p_time_d", "", "", true}},
		{name: "a partition's parent", see: func(db database) any { return db.tableNamed("p_time_2").Parents }, want: []schema.Name{{Schema: "public", Name: "p_time"}}},
		{
			name: "an index that only one partition has",
			see:  indexes("p_time_2"),
			want: []fact.Index{{Name: "p_time_own", Columns: []fact.IndexColumn{{Column: "key"}}, Valid: true, Ready: true, Partition: "public.p_time_2"}},
		}, {
			name: "an index over all partitions is listed once",
			see:  indexes("p_time"),
			want: []fact.Index{{Name: "p_time_all", Columns: []fact.IndexColumn{{Column: "key"}, {Column: "at"}}, Valid: true, Ready: true}},
		}, {
			name: "an index over the parent alone is not valid",
			sql: "create table p_only (key text) partition by hash (key); create table p_only_1 partition of p_only for values with (modulus 2, remainder 0);" +
				"create unique index p_only_i on only p_only (key)",
			see:  indexes("p_only"),
			want: []fact.Index{{Name: "p_only_i", Columns: []fact.IndexColumn{{Column: "key"}}, Ready: true}},
		},
		{name: "a hash partition has no ends", see: bound("p_only_1"), want: []any{"public.p_only_1", "", "", false}},
		{
			name: "a list partition has no ends",
			sql:  "create table p_list (key text) partition by list (key); create table p_list_1 partition of p_list for values in ('a', 'b')",
			see:  bound("p_list_1"), want: []any{"public.p_list_1", "", "", false},
		}, {
			name: "a key of several columns and expressions",
			sql: "create table p_many (a int, at timestamp) partition by range (a, date_trunc('day', at));" +
				"create table p_many_1 partition of p_many for values from (1, '2026-01-01') to (1, maxvalue)",
			see: func(db database) any { return db.tableNamed("p_many").Key },
			want: &fact.Partitions{
				Strategy: "range", Columns: []string{"a", "date_trunc('day'::text, at)"}, Uses: []string{"a", "at"},
			},
		},
		{name: "ends of several columns", see: bound("p_many_1"), want: []any{"public.p_many_1", "1, 2026-01-01 00:00:00", "1", false}},
		{
			name: "partitions of partitions",
			sql: "create table p_deep (k int, l int) partition by list (k); create table p_deep_1 partition of p_deep for values in (1) partition by list (l);" +
				"create table p_deep_1_1 partition of p_deep_1 for values in (1)",
			see: func(db database) any {
				return []any{db.tableNamed("p_deep_1").Key.Strategy, db.tableNamed("p_deep_1").Bound != nil, db.tableNamed("p_deep_1_1").Parents[0].Name}
			},
			want: []any{"list", true, "p_deep_1"},
		},
	}
}
