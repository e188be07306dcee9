package catalog

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"idemaudit/audit/sqltree"
)

// FuzzRun holds that no text makes the state contradict itself.
func FuzzRun(f *testing.F) {
	if len(fuzzSeeds) < 20 {
		f.Fatalf("only %d seeds", len(fuzzSeeds))
	}
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) { runConsistently(t, sql) })
}

// Statements in any order, most of which PostgreSQL would refuse, leave a
// state that does not contradict itself.
func TestAnyOrderOfStatementsIsConsistent(t *testing.T) {
	var pool []string
	for _, seed := range fuzzSeeds {
		for _, piece := range sqltree.Split(seed) {
			pool = append(pool, piece.Text)
		}
	}
	for seed := range int64(300) {
		random := rand.New(rand.NewSource(seed))
		var script []string
		for range 150 {
			script = append(script, pool[random.Intn(len(pool))])
		}
		runConsistently(t, strings.Join(script, ";\n"))
	}
}

func runConsistently(t *testing.T, sql string) {
	t.Helper()
	state := New()
	state.Run("a.sql", sql)
	for _, one := range state.tables {
		if err := inconsistent(state, one); err != nil {
			t.Fatalf("%v after:\n%s", err, sql)
		}
	}
	for name, x := range state.indexes {
		if x.name != name || state.tables[x.table.name] != x.table {
			t.Fatalf("index %s is kept without its table after:\n%s", name, sql)
		}
	}
	state.Database()
	state.Unread(map[string][]string{"public.t": {"t"}})
}

func inconsistent(c *Catalog, t *table) error {
	columns := map[string]bool{}
	for _, one := range t.columns {
		if columns[one.name] {
			return fmt.Errorf("%s has two columns %s", t.name, one.name)
		}
		columns[one.name] = true
	}
	for _, x := range t.indexes {
		switch {
		case c.indexes[x.name] != x || x.table != t || x.name.Schema != t.name.Schema:
			return fmt.Errorf("index %s is not that of %s", x.name, t.name)
		case x.parent != nil && (c.indexes[x.parent.name] != x.parent || !slices.Contains(x.parent.children, x)):
			return fmt.Errorf("index %s has lost what it is attached to", x.name)
		}
		for _, k := range x.columns {
			if k.Column != "" && !columns[k.Column] {
				return fmt.Errorf("index %s is over no column %s", x.name, k.Column)
			}
		}
	}
	for _, parent := range t.parents {
		if c.tables[parent.name] != parent || !slices.Contains(parent.children, t) {
			return fmt.Errorf("%s has lost its parent", t.name)
		}
	}
	for _, k := range t.constraints {
		if k.index != nil && !slices.Contains(t.indexes, k.index) || k.foreign != nil && k.foreign.references != nil && c.tables[k.foreign.references.name] != k.foreign.references {
			return fmt.Errorf("constraint %s of %s has lost what it is over", k.name, t.name)
		}
	}
	return nil
}

// fuzzSeeds hold one statement of each kind that is followed.
var fuzzSeeds = []string{
	"create table t (a serial primary key, b text not null unique deferrable, c int references t on delete cascade, check (a > 1), exclude (a with =))",
	"create table s (like t including all); create table i () inherits (t); create table o of t; create table p as select *, 1, lower('x') from t",
	"create table p (a int, b date) partition by list (a, (b + 1)); create table q partition of p for values with (modulus 1, remainder 0); alter table p attach partition q default; alter table p detach partition q",
	"alter table t add c int generated always as (a + 1) stored, drop column a cascade, alter b type text, alter b set default 'x', drop constraint k, add unique using index i, set unlogged, disable trigger all",
	"create unique index concurrently if not exists i on t (lower(a), b) include (c) where a is not null; alter index i rename to j; alter index i attach partition j; drop index concurrently i",
	"alter table t rename to u; alter table t rename constraint a to b; alter table t set schema s; alter schema s rename to r; alter type a rename to b; alter trigger a on t rename to b",
	"create function f(a int = 1, out b text, variadic c int[]) returns setof t language sql set search_path = a as 'select 1'; create procedure p() begin atomic delete from t; end; drop routine f(int), p cascade; alter function f reset all",
	"create trigger g before insert or update of a on t for each row when (new.a > 1) execute function f('x'); create rule r as on insert to t do (delete from t; select 1); drop trigger g on t; drop rule r on t",
	"create view v as with w as (select 1) select * from w, t; create materialized view m as select 1; drop view v; alter view v rename to w",
	"create domain d as text default 'x' not null; alter domain d drop not null; create type e as enum ('a'); create type c as (a int); create type r as range (subtype = int); drop type e cascade",
	"set search_path = a, b; set time zone interval '1' hour; set timezone = -3; reset all; alter database d set timezone to default; alter role r set search_path = x; alter system reset all; select set_config('search_path', 'a,\"b', false)",
	"select cron.schedule('a', '1', 'x'), cron.schedule_in_database(job_name => 'b'), cron.unschedule((select 1)), cron.alter_job(1, command := 'x'), cron.schedule()",
	"insert into cron.job (command) values ('x'); update cron.job set command = 'y' where jobname like '%_'; delete from cron.job; insert into part_config default values; update part_config set retention = 'x' where parent_table = 'a.b'",
	"select create_parent('a.b', 'c', 'native', 'daily'); select create_parent(); select partman.create_parent(p_control := 'x')",
	"do $$ declare a text := 'x'; r record; begin for r in select * from (values (1, 'a')) v(b, c) loop execute format('%I %2$L %s %% %', r.b, a) using a; end loop; a := cron.schedule(a, a, a); exception when others then null; end $$",
	"begin; savepoint a; rollback to a; abort; \\i x\n\\gexec\nselect 1 \\g\ncopy t from stdin;\n1\n\\.\n",
	"create schema s authorization r create table t (a int) create index on t (a); drop schema s cascade; comment on table t is 'x'; drop extension pg_cron; import foreign schema a from server b into c; drop owned by r",
	"create foreign table f (a int) server s; create temp table t (a int); create sequence q; drop sequence q; select a into z from t union select b from u",
	"\u00a0; begin\u00a0", "create table", "'", "$$", "/*", "\\", ";",
}
