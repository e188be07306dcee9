package pgtest_test

import (
	"os"
	"slices"
	"testing"

	"idemaudit/audit/source/postgres/pgtest"
)

var servers pgtest.Pool

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

func TestEveryVersionStarts(t *testing.T) {
	for _, version := range pgtest.Versions() {
		s := servers.Server(t, pgtest.Options{Version: version})
		db := s.Database(t, "create table t (a int);\nselect 'seen',\n\t'on two lines'")
		got := s.Statements(t, pgtest.Application, db.Name)
		want := "create table t (a int);\nselect 'seen',\n\t'on two lines'"
		if !slices.Contains(got, want) {
			t.Errorf("PostgreSQL %d logged %q, want %q among it", version, got, want)
		}
	}
}

func TestPoolSharesAServerPerOptions(t *testing.T) {
	one := servers.Server(t, pgtest.Options{Version: 15})
	if again := servers.Server(t, pgtest.Options{Version: 15}); again != one {
		t.Error("the same options gave another server")
	}
}

func TestStopLeavesNothing(t *testing.T) {
	var s *pgtest.Server
	t.Run("server", func(t *testing.T) { s = pgtest.Start(t, pgtest.Options{Version: 15}) })
	if s == nil {
		t.Skip("no server")
	}
	if _, err := os.Stat(s.SocketDir()); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
}

func TestSchedulerLivesInItsOwnDatabase(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15, Cron: true})
	s.Exec(t, pgtest.Scheduler, "select jobid from cron.job")
}

func TestStandbyFollows(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create table t (a int)")
	standby := s.Standby(t)
	standby.Exec(t, db.Name, "select a from t")
}
