package cutoff

import (
	"testing"
	"time"

	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// routine makes a PL/pgSQL function of a body, without parameters unless some
// are given.
func routine(name, body string, params ...schema.Param) *schema.Routine {
	for i := range params {
		params[i].Position = i + 1
		if params[i].Mode == "" {
			params[i].Mode = "in"
		}
	}
	return &schema.Routine{Name: schema.Name{Schema: "public", Name: name}, Language: "plpgsql", Body: body, Params: params, Returns: "boolean", Volatility: "volatile"}
}

func routineFloor(t *testing.T, db *schema.Database, r *schema.Routine) (time.Duration, string) {
	t.Helper()
	least, seen := span.Unbounded(), false
	for _, removal := range New(db, testRoles, testKeys).Routine(r).Removals {
		if removal.Table != nil && removal.Table.Name.Name != "keys" {
			continue
		}
		seen = true
		floor, ok := removal.Floor.Get()
		if !ok {
			return opaqueFloor, removal.Floor.Reason()
		}
		least = span.Shorter(least, floor)
	}
	if !seen || least.IsUnbounded() {
		return neverFloor, ""
	}
	return least.Length(), ""
}

func TestFloorOfPlpgsql(t *testing.T) {
	days := schema.Param{Name: "days", Type: "integer", Default: "60"}
	for name, c := range map[string]struct {
		body   string
		params []schema.Param
		want   time.Duration
	}{
		"plain":                 {"begin delete from keys where created_at < now() - interval '1 day'; end", nil, hours(24)},
		"constant":              {"declare keep constant interval := '2 days'; begin delete from keys where created_at < now() - keep; end", nil, hours(48)},
		"variable":              {"declare cutoff timestamptz := now() - interval '1 day'; begin delete from keys where created_at < cutoff; end", nil, hours(24)},
		"assigned":              {"declare cutoff timestamptz; begin cutoff := now() - interval '1 day'; delete from keys where created_at < cutoff; end", nil, hours(24)},
		"into":                  {"declare cutoff timestamptz; begin select now() - interval '1 day' into cutoff; delete from keys where created_at < cutoff; end", nil, hours(24)},
		"from a table":          {"declare keep interval; begin select s.keep into keep from settings s; delete from keys where created_at < now() - keep; end", nil, opaqueFloor},
		"default":               {"begin delete from keys where created_at < now() - make_interval(days => days); end", []schema.Param{days}, hours(60 * 24)},
		"no default":            {"begin delete from keys where created_at < now() - make_interval(days => d); end", []schema.Param{{Name: "d", Type: "integer"}}, opaqueFloor},
		"clamped":               {"begin delete from keys where created_at < now() - make_interval(days => greatest(d, 30)); end", []schema.Param{{Name: "d", Type: "integer"}}, hours(30 * 24)},
		"text default":          {"begin delete from keys where created_at < now() - (keep || ' hours')::interval; end", []schema.Param{{Name: "keep", Type: "text", Default: "'36'::text"}}, hours(36)},
		"branches":              {"declare keep interval := '9 days'; begin if random() > 0.5 then keep := '3 days'; end if; delete from keys where created_at < now() - keep; end", nil, hours(72)},
		"branch that raises":    {"declare keep interval := '9 days'; begin if days < 1 then keep := '1 s'; raise exception 'no'; end if; delete from keys where created_at < now() - keep; end", []schema.Param{days}, hours(216)},
		"loop":                  {"declare n int; begin loop delete from keys where ctid in (select ctid from keys where created_at < now() - interval '1 day' limit 100); get diagnostics n = row_count; exit when n = 0; end loop; end", nil, hours(24)},
		"changed in a loop":     {"declare keep interval := '9 days'; begin for i in 1..3 loop delete from keys where created_at < now() - keep; keep := keep - interval '1 day'; end loop; end", nil, opaqueFloor},
		"row loop":              {"declare r record; begin for r in select id from keys where created_at < now() - interval '1 day' loop delete from keys where id = r.id; end loop; end", nil, hours(24)},
		"scalar loop":           {"declare k text; begin for k in select key from keys where created_at < now() - interval '1 day' loop delete from keys where key = k; end loop; end", nil, hours(24)},
		"cursor loop":           {"declare c cursor for select id from keys where created_at < now() - interval '1 day'; begin for r in c loop delete from keys where id = r.id; end loop; end", nil, hours(24)},
		"array":                 {"declare ids bigint[]; begin select array_agg(id) into ids from keys where created_at < now() - interval '1 day'; delete from keys where id = any(ids); end", nil, hours(24)},
		"exception":             {"begin delete from keys where created_at < now() - interval '2 days'; exception when others then delete from keys where created_at < now() - interval '1 day'; end", nil, hours(24)},
		"execute":               {"begin execute 'delete from keys where created_at < now() - interval ''1 day'''; end", nil, hours(24)},
		"execute format":        {"begin execute format('DELETE FROM %I.%I WHERE created_at < now() - %L::interval', 'public', 'keys', '2 days'); end", nil, hours(48)},
		"execute using":         {"begin execute 'delete from keys where created_at < now() - $1' using interval '1 day'; end", nil, hours(24)},
		"execute limit":         {"begin execute format('delete from keys where ctid in (select ctid from keys where created_at < now() - interval ''1 day'' limit %s)', n); end", []schema.Param{{Name: "n", Type: "integer"}}, hours(24)},
		"execute any condition": {"begin execute 'delete from keys where created_at < now() - interval ''9 days'' and ' || c; end", []schema.Param{{Name: "c", Type: "text"}}, opaqueFloor},
		"array set later":       {"declare ids bigint[]; begin select array_agg(id) into ids from keys where created_at < now() - interval '9 days'; loop delete from keys where id = any(ids); select array_agg(id) into ids from keys; end loop; end", nil, opaqueFloor},
		"handler":               {"declare keep interval := '9 days'; begin begin keep := '1 day'; perform 1/0; keep := '9 days'; exception when others then delete from keys where created_at < now() - keep; end; end", nil, opaqueFloor},
		"execute unknown name":  {"declare r record; begin for r in select * from settings loop execute format('delete from %I where created_at < now() - interval ''1 day''', r.name); end loop; end", nil, opaqueFloor},
		"execute unknown age":   {"declare r record; begin for r in select * from settings loop execute format('delete from keys where created_at < now() - %L::interval', r.keep); end loop; end", nil, opaqueFloor},
		"execute elsewhere":     {"declare r record; begin for r in select * from settings loop execute 'refresh materialized view ' || r.name; end loop; end", nil, neverFloor},
		"runs what it is told":  {"begin execute q; end", []schema.Param{{Name: "q", Type: "text"}}, neverFloor},
		"release of a claim":    {"begin delete from keys where key = k; end", []schema.Param{{Name: "k", Type: "text"}}, neverFloor},
		"by tenant":             {"begin delete from keys where tenant = k; end", []schema.Param{{Name: "k", Type: "uuid"}}, opaqueFloor},
		"lookup":                {"begin return exists (select 1 from keys where key = k and created_at > now() - interval '1 day'); end", []schema.Param{{Name: "k", Type: "text"}}, hours(24)},
		"take over":             {"begin insert into keys (key) values (k) on conflict (key) do update set state = 'new' where keys.created_at < now() - interval '1 day'; end", []schema.Param{{Name: "k", Type: "text"}}, hours(24)},
		"expiry passed":         {"begin insert into keys (key, expires_at) values (k, now() + make_interval(secs => ttl)); end", []schema.Param{{Name: "k", Type: "text"}, {Name: "ttl", Type: "integer", Default: "300"}}, 5 * time.Minute},
		"time of day":           {"begin if extract(hour from now()) = 3 then delete from keys where created_at < now() - interval '1 day'; end if; end", nil, hours(24)},
		"does not parse":        {"begin delete from keys where; end", nil, opaqueFloor},
		"nested block":          {"begin declare keep interval := '1 day'; begin delete from keys where created_at < now() - keep; end; end", nil, hours(24)},
		"while":                 {"declare i int := 0; begin while i < 3 loop delete from keys where created_at < now() - interval '1 day'; i := i + 1; end loop; end", nil, hours(24)},
		"case":                  {"declare keep interval; begin case when days > 3 then keep := '5 days'; else keep := '4 days'; end case; delete from keys where created_at < now() - keep; end", []schema.Param{days}, hours(96)},
	} {
		got, reason := routineFloor(t, testDatabase(), routine("f", c.body, c.params...))
		if got != c.want {
			t.Errorf("%s: %s\n\tfloor %s, want %s %s", name, c.body, got, c.want, reason)
		}
	}
}

func TestFloorThroughCalls(t *testing.T) {
	db := testDatabase()
	db.Routines = []*schema.Routine{
		routine("purge", "begin delete from keys where created_at < now() - make_interval(days => keep); end", schema.Param{Name: "keep", Type: "integer", Default: "60"}),
		routine("over", "begin delete from keys where created_at < now() - make_interval(days => n); end", schema.Param{Name: "n", Type: "integer"}),
		routine("over", "begin delete from keys where created_at < now() - make_interval(hours => n); end", schema.Param{Name: "n", Type: "bigint"}),
		routine("over", "begin delete from keys where created_at < now() - n; end", schema.Param{Name: "n", Type: "interval"}),
		routine("nightly", "begin perform purge(14); end"),
		routine("ping", "begin perform pong(); end"),
		routine("pong", "begin perform ping(); delete from keys where created_at < now() - interval '1 day'; end"),
		{Name: schema.Name{Schema: "public", Name: "keep"}, Language: "sql", Body: "select interval '3 days'", Returns: "interval", Volatility: "immutable"},
		{Name: schema.Name{Schema: "public", Name: "sweep"}, Language: "sql", Returns: "void", Body: "delete from keys where created_at < now() - keep()"},
		{Name: schema.Name{Schema: "public", Name: "atomic"}, Language: "sql", Returns: "void", SQLBody: "BEGIN ATOMIC DELETE FROM keys WHERE (keys.created_at < (now() - '2 days'::interval)); END"},
	}
	for sql, want := range map[string]time.Duration{
		"select purge()":          hours(60 * 24),
		"select purge(7)":         hours(7 * 24),
		"select purge(keep => 8)": hours(8 * 24),
		"select public.purge(7) from generate_series(1, 3)": hours(7 * 24),
		"call purge(7)":    hours(7 * 24),
		"select nightly()": hours(14 * 24),
		"select ping()":    hours(24),
		"select sweep()":   hours(72),
		"select atomic()":  hours(48),
		"with x as (select purge(9)) select * from x":        hours(9 * 24),
		"select purge((select 3))":                           hours(3 * 24),
		"delete from keys where created_at < now() - keep()": hours(72),
		"select over(5)":                                     hours(5 * 24), "select over(5::bigint)": hours(5), "select over('5 hours'::interval)": hours(5),
	} {
		got, reason := floorOf(t, db, sql)
		if got != want {
			t.Errorf("%s\n\tfloor %s, want %s %s", sql, got, want, reason)
		}
	}
}
