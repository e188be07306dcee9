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
			"select cron.schedule('p', '@daily', $$do language plpython3u $q$ plpy.execute(plan) $q$$$)", "opaque"},
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
