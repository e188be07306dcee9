package postgres

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres/pgtest"
)

const lockable = `
create table locked (key text, low text generated always as (lower(key)) stored);
create unique index locked_low on locked (lower(key));
create unique index locked_key on locked (key);
create table free (key text primary key);
create unique index free_low on free (lower(key));
create view over_locked as select key from locked;
create function clear() returns void begin atomic delete from locked; delete from free; end;
create rule also as on insert to free do also delete from locked;`

// lockTable locks a table against all reading until the test ends.
func lockTable(t *testing.T, db pgtest.Database, table string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.DSN)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	for _, sql := range []string{"begin", "lock table " + table + " in access exclusive mode"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func TestALockedTableCostsOneUnknown(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, lockable)
		lockTable(t, db, "locked")
		got := model(t, db.DSN)
		if strings.Contains(s.Log(t), application+"|"+db.Name+"|ERROR:  canceling statement due to lock timeout") {
			t.Error("the audit waited for the lock")
		}
		if got.tableNamed("locked").Unreadable == "" || got.tableNamed("free").Unreadable != "" {
			t.Errorf("unreadable: locked %q, free %q", got.tableNamed("locked").Unreadable, got.tableNamed("free").Unreadable)
		}
		if diff := cmp.Diff([]string{"locked_key"}, indexNames(got, "locked")); diff != "" {
			t.Errorf("indexes of the locked table (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"free_low", "free_pkey"}, indexNames(got, "free")); diff != "" {
			t.Errorf("indexes of the free table (-want +got):\n%s", diff)
		}
		want := []string{
			"the body of function public.clear(): public.free",
			"the rule also on public.free: public.free",
			"the body of function public.clear(): public.locked",
			"the definition of table public.locked: public.locked",
			"the rule also on public.free: public.locked",
			"the view public.over_locked: public.locked",
		}
		if diff := cmp.Diff(want, hiddenStores(got)); diff != "" {
			t.Errorf("hidden (-want +got):\n%s", diff)
		}
	})
}

func TestALockedPartitionHidesItsStore(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create table whole (key text) partition by list (key); create table part partition of whole for values in ('a')")
	lockTable(t, db, "part")
	want := []string{"the definition of table public.part: public.whole"}
	if diff := cmp.Diff(want, hiddenStores(model(t, db.DSN))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestATableLockedInTheMeantimeIsLeftOut(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, lockable)
		c := newCatalog(openSession(t, db.DSN))
		if err := c.readTables(t.Context()); err != nil {
			t.Fatal(err)
		}
		lockTable(t, db, "locked")
		if err := c.readIndexes(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := database{Database: c.db}
		if diff := cmp.Diff([]string{"free_low", "free_pkey"}, indexNames(got, "free")); diff != "" {
			t.Errorf("indexes of the free table (-want +got):\n%s", diff)
		}
		if !strings.Contains(s.Log(t), application+"|"+db.Name+"|ERROR:  canceling statement due to lock timeout") {
			t.Error("nothing waited for the lock, so nothing was tested")
		}
		if len(c.locked) != 1 {
			t.Errorf("locked: %v, want the one table", c.locked)
		}
	})
}

func TestASectionThatStaysLockedIsHidden(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, lockable)
	lockTable(t, db, "locked")
	c := newCatalog(openSession(t, db.DSN))
	stubborn := section{what: "the predicates", locked: true, sql: "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE $1::int8[] IS NOT NULL"}
	if _, err := read[nameRow](t.Context(), c, stubborn); err != nil {
		t.Fatal(err)
	}
	want := []fact.Hidden{{What: "the predicates", Why: "canceling statement due to lock timeout", Fix: tryAgain, Incomplete: true}}
	if diff := cmp.Diff(want, c.db.Hidden); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func hiddenStores(db database) []string {
	var all []string
	for _, h := range db.Hidden {
		if h.Incomplete && h.Fix != "" && strings.Contains(h.Why, "ACCESS EXCLUSIVE") {
			all = append(all, h.What+": "+h.Store)
		}
	}
	return all
}

func indexNames(db database, name string) []string {
	var names []string
	for _, i := range db.tableNamed(name).Indexes {
		names = append(names, i.Name)
	}
	return names
}
