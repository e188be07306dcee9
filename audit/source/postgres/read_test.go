package postgres

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres/pgtest"
	"idemaudit/audit/store"
)

func TestASnapshotSaysWhatWasReadAndByWhom(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, "create table payment_idempotency (key text primary key, created_at timestamptz not null default now())")
		role := db.Role(t, "reader")
		got, err := Read(t.Context(), Options{DSN: db.As(role)})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got.Server, "PostgreSQL ") || strings.Count(got.Server, " ") != 1 {
			t.Errorf("server %q", got.Server)
		}
		if strings.Contains(got.Name, role) || !strings.HasSuffix(got.Name, "/"+db.Name) {
			t.Errorf("name %q", got.Name)
		}
		if got.Kind != fact.Postgres || got.Database != db.Name || got.Role != role || got.Replica {
			t.Errorf("%+v", got)
		}
	})
}

func TestDatabaseURLIsTheDefault(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t)
	environment := map[string]string{"DATABASE_URL": db.DSN}
	got, err := Read(t.Context(), Options{Getenv: func(name string) string { return environment[name] }})
	if err != nil || got.Database != db.Name {
		t.Errorf("read %q, %v", got.Database, err)
	}
}

func TestPGVariablesAreTheDefaultOfThat(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t)
	t.Setenv("PGHOST", s.SocketDir())
	t.Setenv("PGPORT", fmt.Sprint(s.Port))
	t.Setenv("PGUSER", "postgres")
	t.Setenv("PGDATABASE", db.Name)
	t.Setenv("PGOPTIONS", "-c search_path=elsewhere")
	got, err := Read(t.Context(), Options{Getenv: func(string) string { return "" }})
	if err != nil || got.Database != db.Name {
		t.Fatalf("read %q, %v", got.Database, err)
	}
	want := []string{"the connection string's options are not sent to the server, because poolers refuse them"}
	if diff := cmp.Diff(want, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestTablesThatDoNotExistAreAUsageError(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create table here (key text primary key)")
	_, err := Read(t.Context(), Options{DSN: db.DSN, Stores: store.Options{Tables: []string{"public.here", "public.there"}}})
	var e *UsageError
	if !errors.As(err, &e) || !strings.Contains(e.Error(), `has no table "public.there"`) {
		t.Errorf("gave %T: %v", err, err)
	}
}

func TestUnqualifiedNamesFollowTheRolesPath(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, `create schema app; create schema "Mixed"`)
		db.Exec(t, `alter database `+db.Name+` set search_path = app, missing, "$user", "Mixed", public`)
		if diff := cmp.Diff([]string{"app", "Mixed", "public"}, model(t, db.DSN).SearchPath); diff != "" {
			t.Errorf("the database's (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Mixed"}, model(t, db.DSN+`&search_path="Mixed"`).SearchPath); diff != "" {
			t.Errorf("the connection string's (-want +got):\n%s", diff)
		}
	})
}

func TestTheTimeZoneIsNotTheAuditorsOwn(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t)
	role := db.Role(t, "traveller")
	db.Exec(t, "alter role "+role+" set timezone = 'Australia/Lord_Howe'")
	alone := model(t, db.As(role))
	if alone.Zone.Name != "Australia/Lord_Howe" || alone.Zone.Change.Minutes() != 30 || len(alone.Notes) != 1 {
		t.Errorf("nobody else's zone is set: %+v, notes %q", alone.Zone, alone.Notes)
	}
	db.Exec(t, "alter database "+db.Name+" set timezone = 'Europe/Berlin'")
	if got := model(t, db.As(role)); got.Zone.Name != "Europe/Berlin" || got.Zone.Change.Hours() != 1 || len(got.Notes) != 0 {
		t.Errorf("the database has a zone: %+v, notes %q", got.Zone, got.Notes)
	}
}

func TestAStandby(t *testing.T) {
	primary := servers.Server(t, pgtest.Options{Version: 15})
	db := primary.Database(t, "create table keys (key text primary key)")
	standby := primary.Standby(t)
	got := model(t, standby.DSN(db.Name, "postgres"))
	if !got.replica || got.tableNamed("keys").Deleted.IsKnown() {
		t.Errorf("replica %t, deleted %+v", got.replica, got.tableNamed("keys").Deleted)
	}
	if want := "a standby does not count what the primary deletes"; got.tableNamed("keys").Deleted.Reason() != want {
		t.Errorf("reason %q", got.tableNamed("keys").Deleted.Reason())
	}
	snapshot, err := Read(t.Context(), Options{DSN: standby.DSN(db.Name, "postgres")})
	if err != nil || !snapshot.Replica {
		t.Errorf("replica %t, %v", snapshot.Replica, err)
	}
}
