package catalog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
)

func TestUniqueIndexes(t *testing.T) {
	check(t, indexes, map[string]modelCase{
		"constraints written with a table": {
			"create table t (a int, b int, c text primary key, unique (a, b), constraint named unique (c, a) deferrable initially deferred, unique nulls not distinct (b))",
			[]string{"named on public.t (c, a) deferrable", "t_a_b_key on public.t (a, b)", "t_b_key on public.t (b) nulls not distinct", "t_pkey on public.t (c) primary"},
		},
		"a column's own": {
			"create table t (a int unique, b int constraint bu unique deferrable, c int unique not deferrable)",
			[]string{"bu on public.t (b) deferrable", "t_a_key on public.t (a)", "t_c_key on public.t (c)"},
		},
		"two alike become one": {
			"create table t (a int primary key unique, b int unique, unique (b)); create table u (a int primary key, constraint mine unique (a))",
			[]string{"t_b_key on public.t (b)", "t_pkey on public.t (a) primary", "mine on public.u (a) primary"},
		},
		"added later": {
			"create table t (a int, b int); alter table t add primary key (a), add unique (b), add constraint ab unique (a, b); alter table t add unique (b)",
			[]string{"ab on public.t (a, b)", "t_b_key on public.t (b)", "t_b_key1 on public.t (b)", "t_pkey on public.t (a) primary"},
		},
		"from an index that is there": {
			"create table t (a int, b int); create unique index i on t (a); create unique index j on t (b); alter table t add primary key using index i; alter table t add constraint k unique using index j deferrable",
			[]string{"i on public.t (a) primary", "k on public.t (b) deferrable"},
		},
		"indexes get PostgreSQL's own names": {
			`create table t (tenant text, key text, payload jsonb, n int);
			create unique index on t (key); create unique index on t (key); create unique index on t (tenant, key) include (n);
			create unique index on t (lower(key)); create unique index on t ((payload->>'id')); create unique index on t ((n + 1), (n + 2));
			create unique index on t ((n::text)); create unique index on t (coalesce(tenant, ''), key); create unique index on t ((key collate "C"))`,
			[]string{"t_coalesce_key_idx on public.t (COALESCE(tenant, ''), key)", "t_expr_expr1_idx on public.t (n + 1, n + 2)", "t_expr_idx on public.t (payload ->> 'id')",
				"t_key_idx on public.t (key)", "t_key_idx1 on public.t (key)", "t_key_idx2 on public.t (key)", "t_lower_idx on public.t (lower(key))",
				"t_n_idx on public.t (n::text)", "t_tenant_key_n_idx on public.t (tenant, key)"},
		},
		"names of more than 63 bytes are cut": {
			"create table long_table_name_that_is_really_quite_long_for_a_table_in_any_db (a_rather_long_column_name_here_one text unique, b text, unique (a_rather_long_column_name_here_one, b))",
			[]string{
				"long_table_name_that_is_reall_a_rather_long_column_name_he_key1 on public.long_table_name_that_is_really_quite_long_for_a_table_in_any_db (a_rather_long_column_name_here_one, b)",
				"long_table_name_that_is_reall_a_rather_long_column_name_her_key on public.long_table_name_that_is_really_quite_long_for_a_table_in_any_db (a_rather_long_column_name_here_one)",
			},
		},
		"partial ones": {
			"create table t (tenant int, key text, gone timestamptz); create unique index a on t (key) where key is not null; create unique index b on t (key) where gone is null; create unique index c on t (tenant, key) where tenant is not null and key is not null",
			[]string{"a on public.t (key) where key IS NOT NULL (only not null)", "b on public.t (key) where gone IS NULL", "c on public.t (tenant, key) where tenant IS NOT NULL AND key IS NOT NULL (only not null)"},
		},
		"others are not told": {
			"create table t (a int); create index i on t (a); create unique index u on t (a)",
			[]string{"u on public.t (a)"},
		},
		"made concurrently counts as valid": {
			"create table t (a int); create unique index concurrently if not exists u on t (a)",
			[]string{"u on public.t (a)"},
		},
		"dropped and renamed": {
			"create table t (a int unique, b int primary key, c int); create unique index i on t (c); create unique index j on t (c); drop index i; drop index t_a_key; alter table t drop constraint t_a_key; alter index t_pkey rename to pk; alter table t rename constraint pk to pk2; alter table j rename to j2",
			[]string{"j2 on public.t (c)", "pk2 on public.t (b) primary"},
		},
		"gone with a column": {
			"create table t (a int, b int, c int, unique (a, b), unique (c)); create unique index i on t (c) where b is null; alter table t drop column b",
			[]string{"t_c_key on public.t (c)"},
		},
		"a renamed column": {
			"create table t (a text, b text, unique (a)); create unique index i on t (lower(a)) where a is not null; alter table t rename a to key",
			[]string{"i on public.t (lower(key)) where key IS NOT NULL (only not null)", "t_a_key on public.t (key)"},
		},
		"what PostgreSQL refuses guards nothing": {
			`create table t (a text, at timestamptz, n timestamp); create function f(text) returns text language sql as 'select $1';
			create unique index on t (a) where at > now(); create unique index on t (a, date_trunc('day', at)); create unique index on t (a, (at::date));
			create unique index on t (f(a)); create unique index on t (nothing); create unique index on t (a, date_trunc('day', n))`,
			[]string{"t_a_date_trunc_idx on public.t (a, date_trunc('day', n))"},
		},
		"LIKE takes them over": {
			"create table s (a int primary key, b text); create unique index si on s (lower(b)); create table t (like s including indexes); create table u (like s)",
			[]string{"s_pkey on public.s (a) primary", "si on public.s (lower(b))", "t_lower_idx on public.t (lower(b))", "t_pkey on public.t (a) primary"},
		},
	})
}

func TestIndexesOfPartitions(t *testing.T) {
	const parent = "create table p (k int not null, v int) partition by list (k); create table a partition of p for values in (1); create table b partition of p for values in (2); "
	check(t, indexes, map[string]modelCase{
		"one of the whole is told once": {
			parent + "create unique index on p (k, v); create table c partition of p for values in (3)",
			[]string{"p_k_v_idx on public.p (k, v)"},
		},
		"those of single partitions": {
			parent + "create unique index on a (v); create unique index on b (v)",
			[]string{"a_v_idx on public.a (v)", "b_v_idx on public.b (v)"},
		},
		"made for the whole alone it waits for the last partition": {
			parent + "create unique index i on only p (k); create unique index ai on a (k); create unique index bi on b (k); alter index i attach partition ai",
			[]string{"bi on public.b (k)", "i on public.p (k) invalid"},
		},
		"and is valid then": {
			parent + "alter table only p add constraint i primary key (k); alter table only a add constraint ai primary key (k); alter table only b add constraint bi primary key (k); alter index i attach partition ai; alter index i attach partition bi",
			[]string{"i on public.p (k) primary"},
		},
		"a partition that leaves keeps its own": {
			parent + "alter table p add primary key (k); alter table p detach partition a",
			[]string{"a_pkey on public.a (k) primary", "p_pkey on public.p (k) primary"},
		},
		"one that comes brings its own": {
			parent + "alter table p add primary key (k); create table c (v int, k int primary key); create table d (v int unique, k int); alter table p attach partition c for values in (3); alter table p attach partition d for values in (4)",
			[]string{"d_v_key on public.d (v)", "p_pkey on public.p (k) primary"},
		},
		"a unique index must have the partition key": {
			parent + "create unique index on p (v); alter table p add primary key (v); create table q (k int primary key, v int) partition by list (v)",
			nil,
		},
	})
}

func TestIndexOfAPartitionNamesIt(t *testing.T) {
	db := load(t, "create table p (k int) partition by list (k); create table a partition of p for values in (1); create unique index on a (k)")
	var got []string
	for _, one := range db.Tables {
		for _, x := range one.Indexes {
			got = append(got, x.Partition)
		}
	}
	if diff := cmp.Diff([]string{"public.a"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestIndexExpressionsTellWhatTheyRead(t *testing.T) {
	db := load(t, "create table t (tenant text, key text, at timestamp); create unique index on t (coalesce(tenant, ''), date_trunc('hour', at), key)")
	want := []fact.IndexColumn{
		{Expression: "COALESCE(tenant, '')", Uses: []string{"tenant"}, NullSafe: true},
		{Expression: "date_trunc('hour', at)", Uses: []string{"at"}, Bucket: true},
		{Column: "key"},
	}
	if diff := cmp.Diff(want, db.Tables[0].Indexes[0].Columns); diff != "" {
		t.Error(diff)
	}
}
