package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/sqlfile/catalog"
)

// find reads SQL and returns the stores in it.
func find(t *testing.T, sql string, o Options) []fact.Store {
	t.Helper()
	c := catalog.New()
	c.Run("test.sql", sql)
	for _, u := range c.Unread(nil) {
		t.Fatalf("%s: %s", u.Place, u.Reason)
	}
	survey := Find(c.Database(), o)
	if len(survey.Missing) > 0 {
		t.Fatalf("missing %q", survey.Missing)
	}
	return survey.Stores
}

func TestTablesTakenForStores(t *testing.T) {
	for sql, want := range map[string]string{
		"create table idempotency_keys (key text primary key, created_at timestamptz default now())":                                                         "public.idempotency_keys [key] created_at",
		`create table "IdempotencyKey" (id serial primary key, "key" text not null unique, "createdAt" timestamp default now())`:                             "public.IdempotencyKey [key] createdAt",
		"create table webhook_events (id text primary key, received_at timestamptz default now())":                                                           "public.webhook_events [id] received_at",
		"create table stripe_webhook_events (event_id text primary key, processed_at timestamptz)":                                                           "public.stripe_webhook_events [event_id] processed_at",
		"create table inbox_state (id bigserial primary key, message_id uuid, consumer_id uuid, received timestamp, unique (message_id, consumer_id))":       "public.inbox_state [message_id consumer_id] received",
		"create table outbox_dedup_keys (dedup_key bytea primary key, inserted_at timestamptz default now())":                                                "public.outbox_dedup_keys [dedup_key] inserted_at",
		"create table message_dedup (fingerprint text, seen_at timestamptz default now(), unique (fingerprint))":                                             "public.message_dedup [fingerprint] seen_at",
		"create table processed_messages (id uuid primary key, processed_at timestamptz default now())":                                                      "public.processed_messages [id] processed_at",
		"create table payments (id bigint primary key, idempotency_key text unique, created_at timestamptz default now())":                                   "public.payments [idempotency_key] created_at",
		"create table bets (id uuid primary key, user_id uuid, idem_key text, created_at timestamptz, unique (user_id, idem_key))":                           "public.bets [user_id idem_key] created_at",
		"create table idempotent_actions (action text primary key, at timestamptz)":                                                                          "public.idempotent_actions [action] -",
		"create table billing_event_keys (event_id text, provider text, primary key (provider, event_id), occurred_at timestamptz, received_at timestamptz)": "public.billing_event_keys [provider event_id] received_at",
		"create table request_dedup (request_id text primary key, created_ms bigint, other int)":                                                             "public.request_dedup [request_id] created_ms",
		"create schema app; create table app.dedup_events (event_id text primary key, created_at timestamptz)":                                               "app.dedup_events [event_id] created_at",
		"create table idempotency_keys (key text, tenant uuid, created_at timestamptz); create unique index on idempotency_keys (tenant, lower(key))":        "public.idempotency_keys [tenant key] created_at",

		"create table nonces (nonce text primary key, created_at timestamptz default now())":                                                                       "public.nonces [nonce] created_at",
		"create table duplicate_checks (fingerprint text primary key, created_at timestamptz default now())":                                                       "public.duplicate_checks [fingerprint] created_at",
		"create table webhook_deliveries (delivery_id uuid primary key, received_at timestamptz default now())":                                                    "public.webhook_deliveries [delivery_id] received_at",
		"create table webhook_deliveries (id uuid primary key, endpoint_id uuid, status text, created_at timestamptz default now())":                               "",
		"create table webhook_deliveries (id uuid primary key, response_code int, created_at timestamptz default now())":                                           "",
		"create table webhook_delivery_attempts (id uuid primary key, delivery_id uuid not null, attempted_at timestamptz)":                                        "",
		"create table sessions (id text primary key, created_at timestamptz, expires_at timestamptz default now() + interval '1 day')":                             "",
		"create table events (id bigserial primary key, name text, created_at timestamptz)":                                                                        "",
		"create table outbox (id bigserial primary key, event_id uuid unique, published_at timestamptz)":                                                           "",
		"create table api_keys (key text primary key, expires_at timestamptz)":                                                                                     "",
		"create table webhook_endpoints (id text primary key, url text)":                                                                                           "",
		"create table webhook_subscriptions (id text primary key, event_id text)":                                                                                  "",
		"create table idempotency_settings (name text primary key, value text)":                                                                                    "",
		"create table orders (id bigint primary key, request_id text unique)":                                                                                      "",
		"create table idempotency_keys (key text primary key); create table attempts (id bigserial primary key, idempotency_key text references idempotency_keys)": "public.idempotency_keys [key] -",
		"create table payments (idempotency_key text unique); create table payment_log (id bigserial primary key, idempotency_key text)":                           "public.payments [idempotency_key] -",
	} {
		var got []string
		for _, s := range find(t, sql, Options{}) {
			created := "-"
			if s.Created != nil {
				created = s.Created.Name
			}
			got = append(got, fmt.Sprintf("%s %v %s", s.Name, s.Key, created))
		}
		if diff := cmp.Diff(want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s\n%s", sql, diff)
		}
	}
}

func TestExpiryColumns(t *testing.T) {
	for column, want := range map[string]string{
		"expires_at timestamptz": "expires_at", `"expiresAt" timestamp`: "expiresAt", "ttl_expires_at timestamptz": "ttl_expires_at", "expiration_time bigint": "expiration_time",
		"keep_until timestamptz": "keep_until", "delete_after date": "delete_after", "expired_at timestamptz": "expired_at",
		"lock_expires_at timestamptz": "-", "locked_until timestamptz": "-", "lease_expires_at timestamptz": "-", "claim_expiry timestamptz": "-", "expires text": "-", "retry_until timestamptz": "-",
	} {
		s := find(t, "create table idempotency_keys (key text primary key, created_at timestamptz default now(), "+column+")", Options{})[0]
		got := "-"
		if s.Expires != nil {
			got = s.Expires.Name
		}
		if got != want {
			t.Errorf("%s: expiry column %s, want %s", column, got, want)
		}
	}
}

const keys = "create table idempotency_keys (key text primary key, created_at timestamptz not null default now(), expires_at timestamptz, state text);"

func TestRemoversOfAStore(t *testing.T) {
	const purge = "delete from idempotency_keys where created_at < now() - "
	for name, c := range map[string]struct {
		sql  string
		want []string
	}{
		"a scheduled statement": {"select cron.schedule('purge', '@daily', $$" + purge + "interval '2 days'$$)", []string{"pg_cron purge 2d"}},
		"a scheduled function is judged by the call": {
			"create function f(d int default 60) returns void language sql as $$ " + purge + "make_interval(days => d) $$; select cron.schedule('x', '@daily', 'select f(7)')", []string{"pg_cron x 7d"}},
		"a function nobody calls is judged by its defaults": {"create function f(d int default 60) returns void language sql as $$ " + purge + "make_interval(days => d) $$", []string{"function public.f() 60d (uncalled)"}},
		"a function that another calls is read as part of it": {
			"create function inner_one(d int) returns void language sql as $$ " + purge + "make_interval(days => d) $$; create function outer_one() returns void language sql as $$ select inner_one(9) $$", []string{"function public.outer_one() 9d (uncalled)"}},
		"two that call each other": {
			"create function a() returns void language plpgsql as $$ begin perform b(); end $$; create function b() returns void language plpgsql as $$ begin perform a(); " + purge + "interval '1 day'; end $$", []string{"function public.a() 1d (uncalled)"}},
		"a trigger on another table": {
			"create table other (id int); create function prune() returns trigger language plpgsql as $$ begin " + purge + "interval '3 days'; return new; end $$; create trigger p after insert on other execute function prune()", []string{"trigger p on public.other 3d"}},
		"a trigger function that no trigger uses": {"create function prune() returns trigger language plpgsql as $$ begin " + purge + "interval '3 days'; return new; end $$", nil},
		"a trigger that is switched off": {
			"create function prune() returns trigger language plpgsql as $$ begin " + purge + "interval '3 days'; return new; end $$; create trigger p after insert on idempotency_keys execute function prune(); alter table idempotency_keys disable trigger p", nil},
		"a rule":            {"create rule r as on insert to idempotency_keys do also " + purge + "interval '4 days'", []string{"rule r on public.idempotency_keys 4d"}},
		"a view that hides": {"create view live_keys as select key, created_at from idempotency_keys where created_at > now() - interval '1 day'", []string{"lookup public.live_keys 1d"}},
		"a view of states":  {"create view done_keys as select key from idempotency_keys where state = 'done'", nil},
		"a lookup in a function": {
			"create function seen(k text) returns boolean language sql as $$ select exists (select from idempotency_keys where key = k and created_at > now() - interval '6 hours') $$", []string{"lookup public.seen() 6h (uncalled)"}},
		"an expiry that a trigger sets": {
			"create function e() returns trigger language plpgsql as $$ begin new.expires_at := now() + interval '30 days'; return new; end $$; create trigger e before insert on idempotency_keys for each row execute function e(); select cron.schedule('sweep', '@hourly', 'delete from idempotency_keys where expires_at < now()')",
			[]string{"expiry e on public.idempotency_keys 30d", "expiry expires_at 30d", "pg_cron sweep 30d"}},
		"a cascade, two tables away": {
			"create table a (id int primary key, created_at timestamptz default now()); create table b (id int primary key references a on delete cascade); alter table idempotency_keys add b_id int references b on delete cascade; select cron.schedule('p', '@daily', $$delete from a where created_at < now() - interval '5 days'$$)",
			[]string{"cascade public.a by p 5d"}},
		"the same name in another schema":      {"create schema x; create table x.idempotency_keys2 (key text primary key, created_at timestamptz default now()); select cron.schedule('p', '@daily', 'truncate x.idempotency_keys2')", nil},
		"what can't be read may touch any":     {"select cron.schedule('p', '@daily', 'select elsewhere()')", []string{"pg_cron p opaque: it calls elsewhere(), which was not read"}},
		"a statement in a schema off the path": {"create function app_purge() returns void language sql set search_path = app as $$ " + purge + "interval '1 day' $$", []string{"function public.app_purge() 1d (uncalled)"}},
		"a drop of tables whose names begin otherwise": {
			"create function f() returns void language plpgsql as $$ begin execute 'drop table audit_log_' || to_char(now(), 'YYYYMM'); end $$", nil},
		"a drop of tables whose names begin alike": {
			"create function f() returns void language plpgsql as $$ begin execute 'drop table public.idempotency_keys_' || to_char(now(), 'YYYYMM'); end $$",
			[]string{"function public.f() opaque: the text of a dynamic statement is not constant: the function to_char is not followed (uncalled)"}},
		"soft deletion behind a partial index": {
			"alter table idempotency_keys drop constraint idempotency_keys_pkey; alter table idempotency_keys add deleted_at timestamptz; create unique index on idempotency_keys (key) where deleted_at is null; select cron.schedule('p', '@daily', $$update idempotency_keys set deleted_at = now() where created_at < now() - interval '1 day'$$)",
			[]string{"pg_cron p 1d"}},
	} {
		t.Run(name, func(t *testing.T) {
			expiryless := strings.Replace(keys, "expires_at timestamptz, ", "", 1)
			if strings.Contains(c.sql, "expires_at") {
				expiryless = keys
			}
			var got []string
			for _, s := range find(t, expiryless+c.sql, Options{}) {
				if s.Name != "public.idempotency_keys" {
					continue
				}
				for _, r := range s.Removers {
					got = append(got, remover(r))
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func remover(r fact.Remover) string {
	floor := "opaque: " + r.Floor.Reason()
	if s, ok := r.Floor.Get(); ok {
		floor = s.String()
	}
	text := fmt.Sprintf("%s %s %s", r.Kind, r.Name, floor)
	if !r.Called {
		text += " (uncalled)"
	}
	return text
}

func TestNamedTables(t *testing.T) {
	sql := keys + "create table odd (k text primary key, at timestamptz)"
	if got := find(t, sql, Options{Tables: []string{"odd"}}); len(got) != 1 || got[0].Name != "public.odd" {
		t.Errorf("found %v, want just public.odd", got)
	}
	declared := Options{Declared: []Declared{{Table: "public.odd", Key: []string{"k"}, Created: "at"}}}
	if got := find(t, sql, declared); len(got) != 2 || got[1].Created == nil || got[1].Created.Name != "at" {
		t.Errorf("found %v, want both tables, odd with its creation column", got)
	}
	c := catalog.New()
	c.Run("test.sql", sql)
	if diff := cmp.Diff([]string{"nosuch"}, Find(c.Database(), Options{Tables: []string{"nosuch"}}).Missing); diff != "" {
		t.Error(diff)
	}
}
