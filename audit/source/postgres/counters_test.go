package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres/pgtest"
)

func TestDeletedRowsAreCounted(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, `
create table keys (key int) partition by range (key);
create table keys_1 partition of keys for values from (0) to (5) partition by range (key);
create table keys_1_1 partition of keys_1 for values from (0) to (5);
create table keys_2 partition of keys for values from (5) to (10);
insert into keys select generate_series(0, 9); delete from keys where key > 2`)
		want := map[string]int64{"keys": 7, "keys_1": 2, "keys_1_1": 2, "keys_2": 5}
		// A server tells its statistics of a session soon after its end.
		var diff string
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			got := map[string]int64{}
			read := model(t, db.DSN)
			for name := range want {
				got[name], _ = read.tableNamed(name).Deleted.Get()
				if since := read.tableNamed(name).Since; since.IsZero() || since.After(time.Now()) {
					t.Fatalf("%s is counted since %s", name, since)
				}
			}
			if diff = cmp.Diff(want, got); diff == "" {
				return
			}
		}
		t.Errorf("(-want +got):\n%s", diff)
	})
}

func TestCountersThatCountNothing(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create table keys (key text)")
	db.Exec(t, "alter database "+db.Name+" set track_counts = off")
	got := model(t, db.DSN).tableNamed("keys").Deleted
	if got.IsKnown() || got.Reason() != "the server does not count (track_counts is off)" {
		t.Errorf("known %t: %s", got.IsKnown(), got.Reason())
	}
}

func TestNullsOfATableThatTheRoleMayNotRead(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, `
create table keys (key text); insert into keys values (null); analyze keys;
create table parts (key text, n int) partition by list (n); create table parts_1 partition of parts for values in (1);
insert into parts values (null, 1); analyze parts_1`)
		role := db.Role(t, "plain")
		got := model(t, db.As(role)).tableNamed("keys").NullColumns
		if want := "GRANT SELECT ON public.keys TO " + role + " shows it"; got.IsKnown() || got.Reason() != want {
			t.Errorf("known %t: %s", got.IsKnown(), got.Reason())
		}
		names, _ := model(t, db.DSN).tableNamed("parts").NullColumns.Get()
		if diff := cmp.Diff([]string{"key"}, names); diff != "" {
			t.Errorf("of a partitioned table (-want +got):\n%s", diff)
		}
	})
}

func TestStatisticsThatNobodyMayReadAreNoGapInTheAudit(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create table keys (key text primary key)",
		"revoke select on pg_catalog.pg_stats, pg_catalog.pg_stat_bgwriter from public")
	got := model(t, db.As(db.Role(t, "plain")))
	keys := got.tableNamed("keys")
	if len(got.Hidden) > 0 || keys.Deleted.IsKnown() || keys.NullColumns.IsKnown() {
		t.Errorf("hidden %+v, deleted %+v, nulls %+v", got.Hidden, keys.Deleted, keys.NullColumns)
	}
}

func TestACatalogThatTheRoleMayNotReadIsNamedWithItsGrant(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "revoke select on pg_catalog.pg_trigger from public")
	role := db.Role(t, "plain")
	want := []fact.Hidden{{
		What: "the triggers", Why: "permission denied for table pg_trigger",
		Fix: "GRANT SELECT ON pg_catalog.pg_trigger TO " + role, Incomplete: true,
	}}
	if diff := cmp.Diff(want, model(t, db.As(role)).Hidden); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
