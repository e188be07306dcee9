package store

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNothingLongerThanTheTruth holds ways in which records can end sooner than
// a cursory reading says. Each was once read as keeping them longer.
func TestNothingLongerThanTheTruth(t *testing.T) {
	const old = "created_at < now() - interval '40 days'"
	plpgsql := func(body string) string {
		return "create table settings (v int); create procedure get_days(out d int) language plpgsql as $$ begin d := 1; end $$; create function f(days int default 40) returns void language plpgsql as $$ " + body + " $$"
	}
	for name, c := range map[string]struct{ sql, want string }{
		"SQL that a table holds":                 {plpgsql("declare x text; begin select v::text into x from settings; execute x; end"), "opaque"},
		"SQL of a record":                        {plpgsql("declare r record; begin for r in select * from settings loop execute r.v; end loop; end"), "opaque"},
		"a cursor over dynamic SQL that removes": {plpgsql("declare c refcursor; x text; begin select v::text into x from settings; open c for execute x; end"), "opaque"},
		"a second table in a TRUNCATE":           {plpgsql("declare x text; begin select v::text into x from settings; execute 'truncate table idempotency_keys, sessions_' || x; end"), "opaque"},
		"words behind the name":                  {plpgsql("declare x text; begin select v::text into x from settings; execute 'delete from idempotency_keys k' || x; end"), "opaque"},
		"what a role owns":                       {plpgsql("declare x text; begin select v::text into x from settings; execute 'drop owned by ' || x; end"), "opaque"},
		"an expiry that a trigger sets for some": {
			"alter table idempotency_keys add expires_at timestamptz; create function e() returns trigger language plpgsql as $$ begin if new.state = 'x' then new.expires_at := now() + interval '40 days'; end if; return new; end $$; create trigger e before insert on idempotency_keys for each row execute function e()", "opaque"},
		"an old record made young again": {
			"create function claim(k text) returns boolean language plpgsql as $$ begin update idempotency_keys set created_at = now() where key = k and created_at < now() - interval '24 hours'; return found; end $$", "1d"},
		"renamed away":      {"select cron.schedule('p', '@daily', 'alter table idempotency_keys rename to idempotency_keys_old')", "0s"},
		"moved to a schema": {"create schema x; select cron.schedule('p', '@daily', 'alter table idempotency_keys set schema x')", "0s"},
		"a partition set undone by its own argument": {"select cron.schedule('p', '@daily', $$select partman.drop_partition_time('public.idempotency_keys', '1 day')$$)", "opaque"},
		"chunks dropped by an argument":              {"select cron.schedule('p', '@daily', $$select drop_chunks('idempotency_keys', interval '1 day')$$)", "opaque"},
		"a trigger that takes the sender's time for the birth": {
			"create function b() returns trigger language plpgsql as $$ begin new.created_at := (new.state)::timestamptz; return new; end $$; create trigger b before insert on idempotency_keys for each row execute function b(); select cron.schedule('p', '@daily', $$delete from idempotency_keys where " + old + "$$)", "opaque"},
		"a writer that passes the birth": {
			"create function w(k text, at timestamptz) returns void language sql as $$ insert into idempotency_keys (key, created_at) values (k, at) $$", "opaque"},
		"a stale twin deleted before the insert": {
			"create function claim(k text) returns void language plpgsql as $$ begin delete from idempotency_keys where key = k and created_at < now() - interval '1 hour'; insert into idempotency_keys (key) values (k); end $$", "1h"},
		"another search_path set on the way": {
			"create schema app; create table app.idempotency_keys (key text primary key, created_at timestamptz default now()); select cron.schedule('p', '@daily', $$select set_config('search_path', 'public', false); delete from idempotency_keys where created_at < now() - interval '1 day'$$)", "1d"},
		"a search_path that can't be told": {
			"create schema app; create table app.idempotency_keys (key text primary key, created_at timestamptz default now()); create table tenants (name text); create function f() returns void language plpgsql as $$ declare s text; begin for s in select name from tenants loop perform set_config('search_path', s, true); delete from idempotency_keys where " + old + "; end loop; end $$", "opaque"},
		"a dynamic call with an argument from a table": {
			plpgsql("declare d int; begin select v into d from settings; execute 'select g(' || d || ')'; end") + "; create function g(days int) returns void language sql as $$ delete from idempotency_keys where created_at < now() - days * interval '1 day' $$", "opaque"},
		"a dynamic call of what a table names": {
			plpgsql("declare r record; begin for r in select * from settings loop execute 'select ' || r.v; end loop; end") + "; create function g(days int default 40) returns void language sql as $$ delete from idempotency_keys where created_at < now() - days * interval '1 day' $$", "opaque"},
		"a call from another language": {
			"create function g(days int default 40) returns void language sql as $$ delete from idempotency_keys where created_at < now() - days * interval '1 day' $$; create function p() returns void language plpython3u as $$ plpy.execute('select g(1)') $$", "opaque"},
		"a block in another language": {
			"select cron.schedule('p', '@daily', 'do language plpython3u $q$ plpy.execute(plan) $q$')", "opaque"},
		"a policy that hides what is old": {
			"alter table idempotency_keys enable row level security; create policy p on idempotency_keys using (created_at > now() - interval '24 hours')", "1d"},
		"a restrictive policy beside an open one": {
			"alter table idempotency_keys enable row level security; create policy a on idempotency_keys using (true); create policy p on idempotency_keys as restrictive for select using (created_at > now() - interval '24 hours')", "1d"},
		"an event trigger": {
			"create function e() returns event_trigger language plpgsql as $$ begin delete from idempotency_keys where created_at < now() - interval '1 hour'; end $$; create event trigger e on ddl_command_end execute function e()", "1h"},
		"a key that changes with the row it refers to": {
			"create table requests (id text primary key, created_at timestamptz not null default now()); alter table idempotency_keys add foreign key (key) references requests on update cascade; select cron.schedule('n', '@daily', $$update requests set id = 'old-' || id where created_at < now() - interval '1 day'$$)", "1d"},
		"a second dynamic statement": {plpgsql("declare x text; begin select v into x from settings; execute 'insert into settings values (' || x || '); delete from idempotency_keys'; end"), "opaque"},
		"an OUT argument":            {plpgsql("declare d int := 40; begin call get_days(d); delete from idempotency_keys where created_at < now() - make_interval(days => d); end"), "opaque"},
		"a count of rows":            {plpgsql("declare d int := 40; begin get diagnostics d = row_count; delete from idempotency_keys where created_at < now() - make_interval(days => d); end"), "opaque"},
		"an alias of a parameter":    {plpgsql("declare a alias for days; begin a := 1; delete from idempotency_keys where created_at < now() - make_interval(days => days); end"), "1d"},
		"a variable that hides a column": {
			plpgsql("#variable_conflict use_variable\ndeclare created_at timestamptz := '2020-01-01'; begin delete from idempotency_keys where " + old + "; end"), "opaque"},
		"an interval that its type cuts": {"select cron.schedule('p', '@daily', $$delete from idempotency_keys where created_at < now() - '40 days'::interval year$$)", "opaque"},
		"a now of one's own": {
			"create schema app; create function app.now() returns timestamptz language sql as $$ select pg_catalog.now() + interval '30 days' $$; create function f() returns void language sql set search_path = app, pg_catalog, public as $$ delete from idempotency_keys where " + old + " $$", "10d"},
		"a statement on an ancestor": {
			"create table base (created_at timestamptz default now()); create table middle () inherits (base); alter table idempotency_keys inherit middle; select cron.schedule('p', '@daily', $$delete from base where created_at < now() - interval '2 days'$$)", "2d"},
		"a delete through a view": {
			"create view recent as select * from idempotency_keys where created_at < now() - interval '3 days'; select cron.schedule('p', '@daily', 'delete from recent')", "3d"},
		"an unschedule that may not happen": {
			"select cron.schedule('p', '@daily', $$delete from idempotency_keys where created_at < now() - interval '1 day'$$); do $x$ begin if current_setting('app.env', true) = 'dev' then perform cron.unschedule('p'); end if; end $x$", "1d"},
		"an unschedule that is undone": {
			"select cron.schedule('p', '@daily', $$delete from idempotency_keys where created_at < now() - interval '1 day'$$); do $x$ begin perform cron.unschedule('p'); raise exception 'oops'; exception when others then null; end $x$", "1d"},
	} {
		t.Run(name, func(t *testing.T) {
			table := "create table public.idempotency_keys (key text primary key, created_at timestamptz not null default now(), state text);"
			var got string
			for _, s := range find(t, table+c.sql, Options{}) {
				if s.Name != "public.idempotency_keys" || len(s.Removers) == 0 {
					continue
				}
				got = "opaque"
				for _, r := range s.Removers {
					floor, ok := r.Floor.Get()
					if !ok {
						got = "opaque"
						break
					}
					if got == "opaque" {
						got = floor.String()
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestABirthThatStandsStillTellsNoAge(t *testing.T) {
	for def, want := range map[string]bool{"now()": true, "current_timestamp": true, "'now'": false, "'now'::timestamptz": false, "'epoch'": false, "'2020-01-01'": false} {
		s := find(t, "create table idempotency_keys (key text primary key, created_at timestamptz not null default "+def+"); select cron.schedule('p', '@daily', $$delete from idempotency_keys where created_at < now() - interval '40 days'$$)", Options{})
		if known := s[0].Removers[0].Floor.IsKnown(); known != want {
			t.Errorf("default %s: floor known %t, want %t", def, known, want)
		}
	}
}

func TestWhatAGuardDoesNotSee(t *testing.T) {
	s := find(t, `create table idempotency_keys (key text primary key, created_at timestamptz default now());
		create table archive () inherits (idempotency_keys);
		create function k() returns trigger language plpgsql as $$ begin new.key := gen_random_uuid(); return new; end $$;
		create trigger k before insert on idempotency_keys for each row execute function k()`, Options{})
	if len(s) != 1 || strings.Join(s[0].Heirs, " ") != "public.archive" || !s[0].Columns[0].Replaced {
		t.Errorf("found %+v, want one store with an heir and a replaced key", s)
	}
}

func TestPoliciesThatHideNothing(t *testing.T) {
	for name, sql := range map[string]string{
		"not in force":           "create policy p on idempotency_keys using (created_at > now() - interval '24 hours')",
		"beside an open one":     "alter table idempotency_keys enable row level security; create policy p on idempotency_keys using (created_at > now() - interval '24 hours'); create policy q on idempotency_keys using (true)",
		"for writing only":       "alter table idempotency_keys enable row level security; create policy p on idempotency_keys for delete using (created_at < now() - interval '24 hours')",
		"dropped":                "alter table idempotency_keys enable row level security; create policy p on idempotency_keys using (created_at > now() - interval '24 hours'); drop policy p on idempotency_keys",
		"a tenant's own":         "alter table idempotency_keys enable row level security; create policy p on idempotency_keys using (state = current_setting('app.tenant'))",
		"an event trigger unset": "create function e() returns event_trigger language plpgsql as $$ begin delete from idempotency_keys; end $$; create event trigger e on ddl_command_end execute function e(); alter event trigger e disable",
	} {
		s := find(t, "create table idempotency_keys (key text primary key, created_at timestamptz not null default now(), state text);"+sql, Options{})
		if len(s) != 1 || len(s[0].Removers) != 0 {
			t.Errorf("%s: removers %+v, want none", name, s[0].Removers)
		}
	}
}

func TestWhatKeepsAnInsertFromBeingStored(t *testing.T) {
	const trigger = "create trigger g before insert on idempotency_keys for each row execute function g()"
	for name, c := range map[string]struct {
		sql  string
		want []string
	}{
		"a rule that does nothing instead": {"create rule r as on insert to idempotency_keys do instead nothing", []string{"rule r always"}},
		"a rule for some":                  {"create rule r as on insert to idempotency_keys where new.state = 'x' do instead nothing", []string{"rule r"}},
		"a rule that does more":            {"create rule r as on insert to idempotency_keys do also notify x", nil},
		"a trigger that gives back NULL":   {"create function g() returns trigger language plpgsql as $$ begin return null; end $$; " + trigger, []string{"trigger g always"}},
		"a trigger that may":               {"create function g() returns trigger language plpgsql as $$ begin if new.state = 'x' then return null; end if; return new; end $$; " + trigger, []string{"trigger g"}},
		"a trigger that gives the row":     {"create function g() returns trigger language plpgsql as $$ begin return new; end $$; " + trigger, nil},
		"a trigger after the insert":       {"create function g() returns trigger language plpgsql as $$ begin return null; end $$; create trigger g after insert on idempotency_keys for each row execute function g()", nil},
	} {
		s := find(t, "create table idempotency_keys (key text primary key, created_at timestamptz not null default now(), state text);"+c.sql, Options{})
		var got []string
		for _, d := range s[0].Diverted {
			if d.Always {
				d.Name += " always"
			}
			got = append(got, d.Name)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAnUnqualifiedNameMayMeanItsNamesake(t *testing.T) {
	const tables = `create schema app; create table app.idempotency_keys (key text primary key, created_at timestamptz default now());
		create table public.idempotency_keys (key text primary key, created_at timestamptz default now());`
	for sql, want := range map[string]string{
		"select cron.schedule('p', '@daily', $$delete from idempotency_keys where created_at < now() - interval '1 day'$$)":                                        "app opaque, public 1d",
		"select cron.schedule('p', '@daily', $$delete from public.idempotency_keys where created_at < now() - interval '1 day'$$)":                                 "app -, public 1d",
		"create function f() returns void language sql set search_path = public as $$ delete from idempotency_keys where created_at < now() - interval '1 day' $$": "app -, public 1d",
	} {
		var got []string
		for _, s := range find(t, tables+sql, Options{}) {
			floor := "-"
			for _, r := range s.Removers {
				floor = "opaque"
				if f, ok := r.Floor.Get(); ok {
					floor = f.String()
				}
			}
			got = append(got, strings.TrimSuffix(s.Name, ".idempotency_keys")+" "+floor)
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s\n%s", sql, diff)
		}
	}
}
