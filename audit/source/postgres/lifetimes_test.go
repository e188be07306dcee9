package postgres

import (
	"fmt"
	"strings"
	"testing"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres/pgtest"
)

// expiryOf reads the one store of a database and returns its expiry remover.
func expiryOf(t *testing.T, dsn string) fact.Remover {
	t.Helper()
	snapshot, err := Read(t.Context(), Options{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range snapshot.Stores[0].Removers {
		if r.Kind == fact.Expiry {
			return r
		}
	}
	t.Fatalf("no expiry among %+v", snapshot.Stores[0].Removers)
	return fact.Remover{}
}

func TestRowsTellWhatTheApplicationSets(t *testing.T) {
	const table = "create table idempotency_keys (key text primary key, created_at timestamptz not null default now(), expires_at %s);"
	const rows = "insert into idempotency_keys select 'k' || i, now() - i * interval '1 minute', now() - i * interval '1 minute' + interval '7 days' + i * interval '1 second' from generate_series(0, 500) i;"
	for name, c := range map[string]struct {
		expires, rows string
		want          string
	}{
		"the least of all":      {"timestamptz", rows, "7d observed"},
		"one set much earlier":  {"timestamptz", rows + "update idempotency_keys set expires_at = created_at + interval '90 s' where key = 'k7'", "1m30s observed"},
		"in the past":           {"timestamptz", rows + "update idempotency_keys set expires_at = created_at - interval '1 h' where key = 'k7'", "0s observed"},
		"some that never do":    {"timestamptz", rows + "update idempotency_keys set expires_at = null where key < 'k3'; update idempotency_keys set expires_at = 'infinity' where key = 'k9'", "7d3s observed"},
		"zone-less":             {"timestamp", strings.ReplaceAll(rows, "interval '7 days'", "interval '2 days'"), "1d12h observed"}, // whose zone nobody knows
		"no rows":               {"timestamptz", "", "unknown no rows tell it yet"},
		"an epoch is not taken": {"bigint", "", "unknown expires_at is set by the application"},
		"a default is stronger": {"timestamptz default now() + interval '9 days'", rows, "9d defined"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, version := range pgtest.Versions() {
				db := servers.Server(t, pgtest.Options{Version: version}).Database(t, fmt.Sprintf(table, c.expires)+c.rows)
				r := expiryOf(t, db.DSN)
				got := "unknown " + r.Floor.Reason()
				if floor, ok := r.Floor.Get(); ok {
					got = floor.String() + " " + string(r.Floor.Evidence())
				}
				if !strings.Contains(got, c.want) && !(strings.HasPrefix(c.want, "unknown ") && strings.Contains(got, strings.TrimPrefix(c.want, "unknown "))) {
					t.Errorf("PostgreSQL %d: %s, want %s", version, got, c.want)
				}
			}
		})
	}
}

func TestRowsThatMayNotBeReadNameTheirGrant(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, `create table idempotency_keys ("Key" text primary key, created_at timestamptz not null default now(), "expires at" timestamptz);`)
	role := db.Role(t, "")
	want := `GRANT SELECT (created_at, "expires at") ON public.idempotency_keys TO ` + role
	if r := expiryOf(t, db.As(role)); !strings.Contains(r.Floor.Reason(), want) {
		t.Fatalf("reason %q, want it to name %q", r.Floor.Reason(), want)
	}
	db.Exec(t, `insert into idempotency_keys values ('a', now(), now() + interval '3 days'); `+want)
	if r := expiryOf(t, db.As(role)); r.Floor.Evidence() != fact.Observed {
		t.Errorf("after the GRANT the floor is %+v, want it observed", r.Floor)
	}
}

func TestASampleIsBounded(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, `create table idempotency_keys (key text primary key, created_at timestamptz not null default now(), expires_at timestamptz, filler text);
insert into idempotency_keys select 'k' || i, now(), now() + interval '1 day', repeat('x', 1000) from generate_series(1, 20000) i;`)
	db.Exec(t, "vacuum analyze idempotency_keys")
	r := expiryOf(t, db.DSN)
	var rows int
	for _, step := range r.Chain {
		if _, err := fmt.Sscanf(step[max(strings.Index(step, "sample of"), 0):], "sample of %d rows", &rows); err == nil {
			break
		}
	}
	// Seven such rows fill a block.
	if rows == 0 || rows > 200*8 {
		t.Errorf("%d rows were sampled, want some from at most 200 blocks: %q", rows, r.Chain)
	}
}
