package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/sqlfile/catalog"
)

// unreadOf tells what was not made sense of, each as "line:column [stores]
// reason", for one store called public.keys with a partition keys_1.
func unreadOf(state *catalog.Catalog) []string {
	var all []string
	for _, u := range state.Unread(map[string][]string{"public.keys": {"keys", "keys_1"}}) {
		all = append(all, fmt.Sprintf("%d:%d %v %s", u.Place.Line, u.Place.Column, u.Stores, u.Reason))
	}
	return all
}

func TestWhatCannotBeReadIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		sql  string
		want []string
	}{
		"one broken statement costs only itself": {
			"create table keys_1 (x int;\ncreate table keys (x int);\n  create tabel keys (y int);\n",
			[]string{`1:27 [] PostgreSQL's grammar refuses it: syntax error at end of input`, `3:10 [public.keys] PostgreSQL's grammar refuses it: syntax error at or near "tabel"`},
		},
		"a quote without end costs what follows": {
			"create table keys (x int);\ndo $$ begin delete from KEYS; end;\ncreate table b (x int)",
			[]string{"2:4 [public.keys] a string quoted with $$ that begins here is never closed, so nothing from here on was read"},
		},
		"a partition's name counts as the store's": {
			"create trigger nonsense on keys_1",
			[]string{`1:25 [public.keys] PostgreSQL's grammar refuses it: syntax error at or near "on"`},
		},
		"words in others do not": {
			"create trigger nonsense on mykeys, keys2, \"keys_12\"",
			[]string{`1:25 [] PostgreSQL's grammar refuses it: syntax error at or near "on"`},
		},
		"rows are passed over, unless a semicolon is missing": {
			"insert into keys values (1,);\ngrant nonsense on keys;\ninsert into keys values (1)\ncreate table b (x int);",
			[]string{`4:1 [public.keys] PostgreSQL's grammar refuses it: syntax error at or near "create"`},
		},
		"what PostgreSQL refuses for certain touches nothing": {
			"create table keys (x int); create table keys (y int); drop table nowhere; drop index nope",
			[]string{"1:28 [] public.keys exists already, so PostgreSQL refuses to create it again", "1:55 [] no table nowhere is known here, so there is nothing to drop", "1:75 [] no index nope is known here, so there is nothing to drop"},
		},
		"what is refused for what is known may touch the store": {
			"create table keys (x int); alter table keys drop constraint keys_pkey; alter table keys drop column y",
			[]string{"1:28 [public.keys] public.keys has no constraint keys_pkey", "1:72 [public.keys] public.keys has no column y"},
		},
		"what could only have added something ends no record": {
			"create table keys (x int); create unique index on keys (y); alter table keys add unique (y); create index on keys x; do $$ begin create index on keys (z); end $$",
			[]string{"1:28 [] public.keys has no column y", "1:61 [] public.keys has no column y", `1:115 [] PostgreSQL's grammar refuses it: syntax error at or near "x"`, "1:118 [] public.keys has no column z"},
		},
		"a job whose command is not constant": {
			"select cron.schedule('a', '1', current_setting('keys.command'))",
			[]string{"1:1 [public.keys] a job is scheduled here whose command is not constant, so it can't be read"},
		},
		"a routine that is called names the store": {
			"create function f(t text) returns void language plpgsql as $$ begin perform cron.schedule('a', '1', 'delete from keys where ' || t); end $$;\nselect f('x')",
			[]string{"2:1 [public.keys] a job is scheduled here whose command is not constant, so it can't be read"},
		},
		"schedulers that are not read yet": {
			"select add_retention_policy('keys', interval '1 day'); select timetable.add_job('a', '1', 'delete from keys'); insert into pgagent.pga_jobstep values ('delete from keys')",
			[]string{"1:1 [public.keys] a retention policy of TimescaleDB is made here, which is not read yet", "1:56 [public.keys] a job of pg_timetable is made here, which is not read yet", "1:112 [public.keys] a job of pgagent is made here, which is not read yet"},
		},
		"what only begins like the end of a transaction": {
			"begin delete from keys;\nend if;",
			[]string{`1:7 [public.keys] PostgreSQL's grammar refuses it: syntax error at or near "delete"`, `2:5 [] PostgreSQL's grammar refuses it: syntax error at or near "if"`},
		},
		"another language": {
			"do language plpython3u $$ plpy.execute('drop table keys') $$",
			[]string{"1:1 [public.keys] a block in plpython3u can't be read"},
		},
		"a body that does not parse": {
			"do $$ begin delete from keys; $$",
			[]string{"1:1 [public.keys] the body can't be parsed: syntax error at end of input"},
		},
		"psql's own": {
			"\\echo keys\nselect format('drop table %I', tablename) from pg_tables where tablename = 'keys' \\gexec\n",
			[]string{`2:83 [public.keys] \gexec runs statements here that a query makes, which can't be read`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := catalog.New()
			state.Run("a.sql", c.sql)
			if diff := cmp.Diff(c.want, unreadOf(state)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDynamicStatements(t *testing.T) {
	for statement, want := range map[string]string{
		"'drop table keys'":                                                                  "",
		"format('grant select on %I to r', tab)":                                             "",
		"format('alter table %I enable row level security', tab)":                            "",
		"'comment on table ' || tab || ' is null'":                                           "",
		"format('delete from %I where x', tab)":                                              "", // happens once
		"format('create index on %I (x)', tab)":                                              "",
		"format('create table %I partition of keys for values from (%L) to (%L)', p, a, b)":  "partitions are made here whose names and bounds are not constant, so they are not known",
		"format('create trigger g before update on %I execute function keys_prune()', tab)":  "EXECUTE runs a text here",
		"format('drop table %I', tab)":                                                       "EXECUTE runs a text here",
		"'select cron.schedule(''a'', ''1'', ''delete from '' || ' || quote_ident(t) || ')'": "EXECUTE runs a text here",
		"tab": "EXECUTE runs a text here",
	} {
		state := catalog.New()
		state.Run("a.sql", "create table keys (x int);\ndo $$ declare tab text; begin execute "+statement+"; end $$")
		got := unreadOf(state)
		switch {
		case want == "" && len(got) > 0:
			t.Errorf("%s: %v", statement, got)
		case want != "" && (len(got) != 1 || !strings.Contains(got[0], want)):
			t.Errorf("%s: got %v, want %q", statement, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	state := catalog.New()
	state.Run("dir/a.sql", "-- first\n\ncreate table t (\r\n  id int primary key,\n  k text unique);\nselect 1; create function f() returns void language sql as '';\n"+
		"do $$\nbegin\n  perform cron.schedule('a', '1',\n    'delete from t');\nend $$;\nalter table t rename to u;\ncreate trigger g after insert on u execute function f();")
	db := state.Database()
	var got []string
	for _, place := range []fmt.Stringer{
		db.Tables[0].Place, db.Tables[0].Indexes[0].Place, db.Tables[0].Indexes[1].Place, db.Routines[0].Place, db.Jobs[0].Place, db.Triggers[0].Place,
	} {
		got = append(got, place.String())
	}
	want := []string{
		"dir/a.sql:3:1 (public.u)",
		"dir/a.sql:5:10 (public.t_k_key)",
		"dir/a.sql:4:10 (public.t_pkey)",
		"dir/a.sql:6:11 (function public.f())",
		"dir/a.sql:10:6 (pg_cron job a)",
		"dir/a.sql:13:1 (trigger g on public.u)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsRolledBackHasNotHappened(t *testing.T) {
	check(t, tables, map[string]modelCase{
		"a transaction": {
			"create table a (x int); begin; create table b (x int); drop table a; rollback; begin; create table c (x int); commit; rollback",
			[]string{"public.a", "  x integer", "public.c", "  x integer"},
		},
		"back to a point in it": {
			"start transaction; create table a (x int); savepoint s; create table b (x int); rollback to savepoint s; create table c (x int); end",
			[]string{"public.a", "  x integer", "public.c", "  x integer"},
		},
		"what only begins like one": {
			"create table a (x int); begin drop table a; end if; rollback prepared 'x'; rollback to nowhere",
			[]string{"public.a", "  x integer"},
		},
		"one that is not ended counts": {
			"begin; create table a (x int)",
			[]string{"public.a", "  x integer"},
		},
	})
}

func TestWhatADumpHoldsBesidesDefinitions(t *testing.T) {
	check(t, indexes, map[string]modelCase{
		"psql's commands and rows": {
			"\\restrict x'y\nSET statement_timeout = 0;\nSELECT pg_catalog.set_config('search_path', '', false);\nCREATE TABLE public.t (\n    id integer NOT NULL\n);\n" +
				"ALTER TABLE public.t OWNER TO postgres;\nCOPY public.t (id) FROM stdin;\n1\n'; drop table public.t;\n\\.\n\nALTER TABLE ONLY public.t\n    ADD CONSTRAINT t_pkey PRIMARY KEY (id);\n\\unrestrict x'y\n",
			[]string{"t_pkey on public.t (id) primary"},
		},
	})
}

func TestSearchPath(t *testing.T) {
	for sql, want := range map[string]struct{ tables, path []string }{
		"create table t (x int)": {[]string{"public.t"}, []string{"public"}},
		"set search_path to app, public; create table t (x int); reset search_path; create table u (x int)":   {[]string{"app.t", "public.u"}, []string{"app", "public"}},
		"select set_config('search_path', '\"App\", Other', false); create table t (x int)":                   {[]string{"App.t"}, []string{"App", "other", "public"}},
		"select pg_catalog.set_config('search_path', '', false); create table t (x int); create table a.u ()": {[]string{"a.u"}, []string{"public", "a"}},
		"alter database d set search_path = app, public; create table t (x int); create table b.t (x int)":    {[]string{"b.t", "public.t"}, []string{"app", "public"}},
		"alter role r set search_path = app; create table t (x int); create table b.t (x int)":                {[]string{"b.t", "public.t"}, []string{"app", "public", "b"}},
		"create table a.t (x int); create temp table t (y int); set search_path = a; alter table t add z int": {[]string{"a.t", "pg_temp.t"}, []string{"a", "public", "pg_temp"}},
	} {
		state := catalog.New()
		state.Run("a.sql", sql)
		db := state.Database()
		var names []string
		for _, one := range db.Tables {
			names = append(names, one.Name.String())
		}
		if diff := cmp.Diff(want.tables, names); diff != "" {
			t.Errorf("%s: tables (-want +got):\n%s", sql, diff)
		}
		if diff := cmp.Diff(want.path, db.SearchPath); diff != "" {
			t.Errorf("%s: search path (-want +got):\n%s", sql, diff)
		}
	}
}

func TestASearchPathEndsWithItsScript(t *testing.T) {
	state := catalog.New()
	state.Run("a.sql", "set search_path = app")
	state.Run("b.sql", "create table t (x int)")
	if got := state.Database().Tables[0].Name.String(); got != "public.t" {
		t.Errorf("made %s, want public.t", got)
	}
}

func TestTimeZone(t *testing.T) {
	for sql, want := range map[string]string{
		"select 1":                       "UTC 0s false",
		"set timezone = 'Europe/Berlin'": "Europe/Berlin 1h0m0s true",
		"set time zone 'UTC'":            "UTC 0s true",
		"alter database d set timezone = 'Asia/Tokyo'; set timezone = 'Europe/Rome'": "Asia/Tokyo 0s true",
		"alter system set timezone = 'Asia/Tokyo'; set timezone to default":          "Asia/Tokyo 0s true",
		"set timezone = 'Europe/Rome'; alter database d set timezone to 'UTC'":       "UTC 0s true",
		"select set_config('TimeZone', 'America/New_York', true)":                    "America/New_York 1h0m0s true",
	} {
		state := catalog.New()
		state.Run("a.sql", sql)
		zone := state.Database().Zone
		if got := fmt.Sprint(zone.Name, " ", zone.Change, " ", zone.Known); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

func TestIncludes(t *testing.T) {
	state := catalog.New()
	state.Run("a.sql", "select 1;\n\\ir 'sub/b.sql'\n\\i c.sql")
	want := []catalog.Include{{Place: fact.Place{File: "a.sql", Line: 2, Column: 1}, Path: "sub/b.sql"}, {Place: fact.Place{File: "a.sql", Line: 3, Column: 1}, Path: "c.sql"}}
	if diff := cmp.Diff(want, state.Includes()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestComments(t *testing.T) {
	db := load(t, "create table t (x int); comment on table t is 'kept for ''30'' days'; comment on column t.x is 'table'")
	if got := db.Tables[0].Comment; got != "kept for '30' days" {
		t.Errorf("the comment is %q", got)
	}
}

func TestBoundsOnWhatIsFollowed(t *testing.T) {
	var sql strings.Builder
	sql.WriteString("create table keys (x int);\n")
	for i := range 9 {
		fmt.Fprintf(&sql, "create function f%d() returns void language plpgsql as $$ begin %s end $$;\n", i, strings.Repeat(fmt.Sprintf("perform f%d();", i+1), 50))
	}
	sql.WriteString("select f0();\nselect '" + strings.Repeat("keys ", 1<<18) + "', f0();")
	state := catalog.New()
	state.Run("a.sql", sql.String())
	got := unreadOf(state)
	if len(got) != 2 || !strings.HasPrefix(got[0], "11:1 ") || !strings.HasPrefix(got[1], "12:1 [public.keys] this statement is longer than 1 MiB") {
		t.Errorf("got %q", got)
	}
	if !slices.ContainsFunc(got, func(u string) bool { return strings.Contains(u, "more than 10000 statements") }) {
		t.Errorf("no bound on calls in %q", got)
	}
}
