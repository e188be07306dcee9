package cutoff

import (
	"strings"
	"testing"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// testRoles gives the columns of the tests' tables their roles by name.
func testRoles(_ *schema.Table, c fact.Column) Role {
	switch {
	case strings.HasPrefix(c.Name, "created"):
		return Birth
	case strings.HasPrefix(c.Name, "updated"), strings.HasPrefix(c.Name, "processed"):
		return Later
	case strings.HasPrefix(c.Name, "occurred"):
		return Sender
	case strings.HasPrefix(c.Name, "expires"), strings.HasPrefix(c.Name, "lock_"):
		return Until
	case strings.HasPrefix(c.Name, "ttl"):
		return Length
	}
	return NoClock
}

func testKeys(t *schema.Table) []string {
	if t.Name.Name == "keys" {
		return []string{"key"}
	}
	return nil
}

func keysTable() *schema.Table {
	now := func(name, typ, def string) fact.Column {
		return fact.Column{Name: name, Type: typ, Default: def, Varies: true}
	}
	return &schema.Table{
		Name: schema.Name{Schema: "public", Name: "keys"}, Kind: schema.Plain,
		Columns: []fact.Column{
			{Name: "id", Type: "bigint", Identity: true}, {Name: "key", Type: "text"}, {Name: "tenant", Type: "uuid"},
			{Name: "state", Type: "text"}, {Name: "done", Type: "boolean"},
			now("created_at", "timestamp with time zone", "now()"),
			now("created_local", "timestamp without time zone", "now()"),
			now("created_utc", "timestamp without time zone", "(now() AT TIME ZONE 'utc'::text)"),
			now("created_on", "date", "CURRENT_DATE"),
			now("created_s", "bigint", "(EXTRACT(epoch FROM now()))::bigint"),
			now("created_ms", "bigint", "((EXTRACT(epoch FROM now()) * (1000)::numeric))::bigint"),
			{Name: "created_plain", Type: "timestamp without time zone"},
			{Name: "created_app", Type: "bigint"}, {Name: "created_app_ms", Type: "bigint"},
			{Name: "updated_at", Type: "timestamp with time zone"},
			{Name: "occurred_at", Type: "timestamp with time zone"},
			now("expires_at", "timestamp with time zone", "(now() + '24:00:00'::interval)"),
			{Name: "expires_app", Type: "timestamp with time zone"},
			{Name: "ttl_seconds", Type: "integer", Default: "3600"},
			{Name: "expires_gen", Type: "timestamp without time zone", Generated: true, Default: "created_local + '2 days'::interval"},
		},
		Indexes: []fact.Index{
			{Name: "keys_key", Columns: []fact.IndexColumn{{Column: "key"}}, Valid: true, Ready: true},
			{Name: "keys_pkey", Columns: []fact.IndexColumn{{Column: "id"}}, Valid: true, Ready: true, Primary: true},
		},
	}
}

func testDatabase() *schema.Database {
	return &schema.Database{SearchPath: []string{"public"}, Tables: []*schema.Table{keysTable(), {
		Name: schema.Name{Schema: "public", Name: "settings"}, Kind: schema.Plain,
		Columns: []fact.Column{{Name: "name", Type: "text"}, {Name: "keep", Type: "interval"}, {Name: "days", Type: "integer"}, {Name: "updated_at", Type: "timestamp with time zone"}},
	}}}
}

const (
	opaqueFloor = time.Duration(-1)
	neverFloor  = time.Duration(-2)
)

func hours(n float64) time.Duration { return time.Duration(n * float64(time.Hour)) }

// floorOf returns the least floor of what a command removes from keys.
func floorOf(t *testing.T, db *schema.Database, sql string) (time.Duration, string) {
	t.Helper()
	effects := New(db, testRoles, testKeys).Command(sql, nil, schema.Zone{})
	least, reason, seen := span.Unbounded(), "", false
	for _, r := range effects.Removals {
		if r.Table != nil && r.Table.Name.Name != "keys" {
			continue
		}
		seen = true
		floor, ok := r.Floor.Get()
		if !ok {
			return opaqueFloor, r.Floor.Reason()
		}
		least = span.Shorter(least, floor)
	}
	if !seen || least.IsUnbounded() {
		return neverFloor, reason
	}
	return least.Length(), reason
}

func TestFloorOfACondition(t *testing.T) {
	const day = 24
	for condition, want := range map[string]time.Duration{
		"created_at < now() - interval '24 hours'":                                           hours(24),
		"now() - interval '24 hours' > created_at":                                           hours(24),
		"created_at + interval '24 hours' < now()":                                           hours(24),
		"now() - created_at > interval '24 hours'":                                           hours(24),
		"age(created_at) > interval '24 hours'":                                              hours(24),
		"age(now(), created_at) > '24 hours'":                                                hours(24),
		"extract(epoch from now() - created_at) > 86400":                                     hours(24),
		"extract(epoch from now()) - extract(epoch from created_at) > 24 * 3600":             hours(24),
		"created_s < extract(epoch from now()) - 86400":                                      hours(24),
		"created_ms / 1000 < extract(epoch from now()) - 86400":                              hours(24) - time.Second,
		"created_ms < extract(epoch from now()) * 1000 - 86400000":                           hours(24),
		"created_ms < extract(epoch from now()) - 86400":                                     opaqueFloor,
		"created_app < extract(epoch from now())::bigint - 86400":                            hours(24),
		"created_app_ms < extract(epoch from now()) * 1000 - 86400000":                       hours(24),
		"created_s < extract(epoch from now())::bigint - 86400":                              hours(24),
		"created_ms < (extract(epoch from now()) * 1000)::bigint - 86400000":                 hours(24),
		"to_timestamp(created_ms / 1000.0) < now() - interval '1 day'":                       hours(24),
		"created_at < now() - make_interval(hours => 24)":                                    hours(24),
		"created_at < now() - make_interval(0, 0, 0, 1)":                                     hours(24),
		"created_at < now() - 'P1D'::interval":                                               hours(24),
		"created_at < now() - 'PT24H'::interval":                                             hours(24),
		"created_at < now() - 24 * interval '1 hour'":                                        hours(24),
		"created_at < now() - interval '24' hour":                                            hours(24),
		"created_at < now() - cast('24h' as interval)":                                       hours(24),
		"created_at < now() - '24h'":                                                         hours(24),
		"created_at < now() - ('24' || ' hours')::interval":                                  hours(24),
		"created_at < now() - (24 || ' hours')::interval":                                    hours(24),
		"created_at between '-infinity' and now() - interval '1 day'":                        hours(24),
		"created_at not between now() - interval '1 day' and now()":                          hours(24),
		"not (created_at >= now() - interval '1 day')":                                       hours(24),
		"coalesce(updated_at, created_at) < now() - interval '1 day'":                        hours(24),
		"greatest(updated_at, created_at) < now() - interval '1 day'":                        hours(24),
		"created_at < least(now(), now() - interval '1 day')":                                hours(24),
		"created_at < current_timestamp - interval '1 day'":                                  hours(24),
		"created_at < clock_timestamp() - interval '1 day'":                                  hours(24),
		"created_at < 'now'::timestamptz - interval '1 day'":                                 hours(24),
		"created_at::date < current_date - 1":                                                hours(24),
		"created_at::date <= current_date - 1":                                               0,
		"date(created_at) < current_date - 30":                                               hours(30 * day),
		"current_date - created_at::date > 30":                                               hours(30 * day),
		"created_on < current_date - 1":                                                      hours(24),
		"date_trunc('hour', created_at) < now() - '48h'::interval":                           hours(47),
		"created_at < date_trunc('day', now()) - '30 d'::interval":                           hours(30 * day),
		"date_trunc('day', created_at) < date_trunc('day', now()) - interval '1 day'":        hours(24),
		"created_at < now() - interval '1 month'":                                            hours(28 * day),
		"created_at < now() - interval '1 year'":                                             hours(365 * day),
		"now() - created_at > interval '1 month'":                                            hours(30 * day),
		"extract(day from now() - created_at) > 30":                                          hours(31 * day),
		"extract(day from now() - created_at) >= 30":                                         hours(30 * day),
		"state = 'done' and created_at < now() - interval '1 day'":                           hours(24),
		"state = 'done' or created_at < now() - interval '1 day'":                            0,
		"created_at < now() - interval '1 day' or updated_at < now() - interval '2 days'":    hours(24),
		"created_at < now() - interval '1 day' and updated_at < now() - interval '2 days'":   hours(48),
		"updated_at < now() - interval '1 day'":                                              hours(24),
		"state = 'done'":                                                                     0,
		"done":                                                                               0,
		"true":                                                                               0,
		"false":                                                                              neverFloor,
		"created_at > now() - interval '1 day'":                                              0,
		"occurred_at < now() - interval '40 days'":                                           opaqueFloor,
		"occurred_at < now() - interval '40 days' and created_at < now() - interval '1 day'": hours(24),
		"expires_at < now()":                                                                 hours(24),
		"expires_at < now() - interval '7 days'":                                             hours(8 * day),
		"expires_app < now()":                                                                opaqueFloor,
		"expires_gen < localtimestamp":                                                       hours(48),
		"created_at + ttl_seconds * interval '1 second' < now()":                             hours(1),
		"created_at + make_interval(secs => ttl_seconds) < now()":                            hours(1),
		"created_at < '2026-01-01'":                                                          opaqueFloor,
		"created_at < (select now() - interval '1 day')":                                     hours(24),
		"created_at < now() - (select keep from settings limit 1)":                           opaqueFloor,
		"created_at < now() - (select days from settings limit 1) * interval '1 day'":        opaqueFloor,
		"created_local < now() - interval '1 day'":                                           hours(24),
		"created_utc < now() at time zone 'utc' - interval '1 day'":                          hours(24),
		"created_utc < (now() - interval '1 day') at time zone 'UTC'":                        hours(24),
		"created_plain < now() - interval '2 days'":                                          hours(48 - 12),
		"case when state = 'failed' then created_at < now() - interval '6 hours' else created_at < now() - interval '1 day' end": hours(6),
		"(created_at < now() - interval '1 day') is true":                                                                        hours(24),
		"key is not null and created_at < now() - interval '1 day'":                                                              hours(24),
		"created_at < now() - interval '-1 day'":                                                                                 0,
		"ctid in (select ctid from keys where created_at < now() - interval '1 day' limit 1000)":                                 hours(24),
		"ctid = any (array(select ctid from keys where created_at < now() - interval '1 day' limit 1000))":                       hours(24),
		"key in (select k.key from keys k where k.created_at < now() - interval '1 day' order by 1)":                             hours(24),
		"id = any (select id from keys where created_at < now() - interval '1 day')":                                             hours(24),
		"tenant in (select tenant from keys where created_at < now() - interval '1 day')":                                        opaqueFloor,
		"id not in (select id from keys order by created_at desc limit 100)":                                                     0,
		"id in (select id from keys order by created_at desc offset 100)":                                                        0,
		"exists (select 1 from keys o where o.id = keys.id and o.created_at < now() - interval '1 day')":                         hours(24),
		"exists (select 1 from settings where keys.created_at < now() - interval '1 day')":                                       hours(24),
		"created_at <= all (array[now() - interval '1 day', now() - interval '2 days'])":                                         hours(48),
		"created_at < any (array[now() - interval '1 day', now() - interval '2 days'])":                                          hours(24),
		"(created_at, id) < (now() - interval '1 day', 5)":                                                                       hours(24),
	} {
		got, reason := floorOf(t, testDatabase(), "delete from keys where "+condition)
		if got != want {
			t.Errorf("%s\n\tfloor %s, want %s %s", condition, got, want, reason)
		}
	}
}

func TestFloorOfAStatement(t *testing.T) {
	const old = "created_at < now() - interval '1 day'"
	for sql, want := range map[string]time.Duration{
		"delete from keys":                          0,
		"truncate keys":                             0,
		"truncate settings":                         neverFloor,
		"drop table keys":                           0,
		"delete from other.keys where " + old:       neverFloor,
		"delete from only public.keys where " + old: hours(24),
		"with old as (select id from keys where " + old + " limit 10) delete from keys using old where keys.id = old.id":                       hours(24),
		"with old as (select ctid as c from keys where " + old + ") delete from keys k using old where k.ctid = old.c":                         hours(24),
		"with cutoff as (select now() - interval '1 day' as at) delete from keys using cutoff where created_at < cutoff.at":                    hours(24),
		"with gone as (delete from keys where " + old + " returning id) select count(*) from gone":                                             hours(24),
		"delete from keys a using keys b where a.id = b.id and b." + old:                                                                       hours(24),
		"delete from keys a using keys b where a.tenant = b.tenant and b." + old:                                                               opaqueFloor,
		"delete from keys using settings s where keys.state = s.name":                                                                          0,
		"delete from keys using settings s where s.updated_at < now() - interval '9 days'":                                                     opaqueFloor,
		"with a as (select id, created_at from keys), b as (select id from a where " + old + ") delete from keys using b where b.id = keys.id": hours(24),
		"with old as (select * from keys where " + old + ") delete from keys using old where keys.id = old.id":                                 hours(24),
		"delete from keys where id in (select o.id from (select * from keys) o where o." + old + ")":                                           hours(24),
		"update keys set key = null where " + old:                                                                                              hours(24),
		"update keys set state = 'x' where " + old:                                                                                             neverFloor,
		"update keys set expires_at = now() + interval '1 hour' where state = 'done'":                                                          hours(1),
		"update keys set expires_at = expires_at + interval '1 hour'":                                                                          hours(25),
		"update keys set expires_at = null":                                                                                                    neverFloor,
		"insert into keys (key, expires_at) values ('a', now() + interval '10 minutes')":                                                       10 * time.Minute,
		"merge into keys k using settings s on k.key = s.name when matched and k." + old + " then delete":                                      hours(24),
		"begin; delete from keys where " + old + "; commit":                                                                                    hours(24),
		"do $$ begin delete from keys where " + old + "; end $$":                                                                               hours(24),
		"select 1":                               neverFloor,
		"select purge_elsewhere()":               opaqueFloor,
		"select net.http_post('http://x')":       opaqueFloor,
		"explain analyze delete from keys":       0,
		"select count(*) from keys where " + old: neverFloor,
	} {
		got, reason := floorOf(t, testDatabase(), sql)
		if got != want {
			t.Errorf("%s\n\tfloor %s, want %s %s", sql, got, want, reason)
		}
	}
}
