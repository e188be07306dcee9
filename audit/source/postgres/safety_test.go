package postgres

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"idemaudit/audit/source/postgres/pgtest"
)

// everything is a database with one of each thing that the audit reads.
const everything = `
create table keys (key text primary key, tenant text, at timestamptz not null default now(), check (key <> ''));
create unique index on keys (lower(key)) where tenant is not null;
create table parts (key text not null, at timestamptz not null) partition by range (date_trunc('day', at at time zone 'UTC'));
create table parts_1 partition of parts for values from ('2026-01-01') to ('2026-02-01');
create view lookups as select key from keys;
create function purge() returns trigger language plpgsql as $$begin delete from keys; return null; end$$;
create function atomic() returns void begin atomic delete from keys; end;
create trigger purge after insert on keys for each row when (new.tenant <> '') execute function purge();
create rule also as on update to keys do also delete from parts;
create schema partman;
create table partman.part_config (parent_table text, control text, retention text, partition_interval text, epoch text);
`

// A statement that reads, or that begins or ends a transaction or a part of
// one, or that sets something for the transaction alone.
var harmless = regexp.MustCompile(`^(SELECT|WITH|BEGIN READ ONLY|SET LOCAL|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK)\b`)

// What could write inside a statement that begins like one that reads.
var writing = regexp.MustCompile(`(?i)\b(insert|update|delete|merge|truncate|create|alter|drop|grant|copy|lock|call|do)\b[^'_]`)

func TestTheServerSeesNothingButReads(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, everything)
		db.Exec(t, "alter database "+db.Name+" set timezone = 'Europe/Berlin'")
		model(t, db.DSN)
		seen := s.Statements(t, application, db.Name)
		if len(seen) < 20 || !strings.HasPrefix(seen[0], "BEGIN READ ONLY") || seen[len(seen)-1] != "ROLLBACK" {
			t.Fatalf("not one read-only transaction: %q", seen)
		}
		for _, statement := range seen {
			if !harmless.MatchString(statement) || writing.MatchString(statement) {
				t.Errorf("not a read: %s", statement)
			}
		}
	})
}

func TestTheTransactionRefusesToWrite(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		opened := openSession(t, s.Database(t, everything).DSN)
		_, err := opened.conn.Exec(t.Context(), "DELETE FROM public.keys")
		if !hasCode(err, "25006") {
			t.Errorf("a DELETE gave %v, want read_only_sql_transaction", err)
		}
	})
}

// openSession opens a session that is closed at the end of the test.
func openSession(t *testing.T, dsn string) *session {
	t.Helper()
	target, err := parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := open(t.Context(), target.config, target.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(opened.close)
	return opened
}

func TestSettingsAreInPlaceForTheTransactionAlone(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	opened := openSession(t, s.Database(t).DSN)
	show := func(setting string) string {
		var value string
		if err := opened.conn.QueryRow(ctx, "SELECT pg_catalog.current_setting($1)", setting).Scan(&value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	want := map[string]string{
		"application_name": "idemaudit", "transaction_read_only": "on", "statement_timeout": "1min", "lock_timeout": "200ms",
		"idle_in_transaction_session_timeout": "30s", "search_path": "pg_catalog",
	}
	got := map[string]string{}
	for name := range want {
		got[name] = show(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("inside (-want +got):\n%s", diff)
	}
	if _, err := opened.conn.Exec(ctx, "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		if value := show(name); value != "0" {
			t.Errorf("%s is %s after the transaction", name, value)
		}
	}
}

func TestASettingThatIsNotKeptIsNoticed(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	opened := openSession(t, s.Database(t).DSN)
	for wanted, lost := range map[setting]string{
		{"lock_timeout", "200", "200"}:           "",
		{"lock_timeout", "300", "300"}:           "lock_timeout",
		{"no_such.setting", "on", "on"}:          "no_such.setting",
		{"search_path", "pg_catalog", "pg_temp"}: "search_path",
	} {
		b := &pgx.Batch{}
		confirm := queueConfirmation(b, []setting{wanted})
		if err := opened.conn.SendBatch(t.Context(), b).Close(); err != nil {
			t.Fatal(err)
		}
		if got := confirm(); got != lost {
			t.Errorf("%+v: lost %q, want %q", wanted, got, lost)
		}
	}
}

func TestAShorterAuditHasAShorterStatementTimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	got := limits(ctx, "UTF8")[0]
	if got.name != "statement_timeout" || len(got.value) != 4 || got.value > "3000" {
		t.Errorf("with three seconds left: %+v", got)
	}
}

func TestTheNumberOfStatementsDoesNotGrowWithTheDatabase(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		var counts []int
		for _, tables := range []int{3, 300} {
			db := s.Database(t, fmt.Sprintf(`
create table whole (key int not null, at int not null default 0, primary key (key, at)) partition by range (at);
do $$ begin
  for i in 1..%d loop
    execute format('create table part_%%s partition of whole for values from (%%s) to (%%s)', i, i, i + 1);
    execute format('create function purge_%%s() returns void language sql as $f$ delete from part_%%s $f$', i, i);
  end loop;
end $$`, tables))
			if got := len(model(t, db.DSN).Tables); got != tables+1 {
				t.Fatalf("%d tables, want %d", got, tables+1)
			}
			counts = append(counts, len(s.Statements(t, application, db.Name)))
		}
		if counts[0] != counts[1] || counts[0] == 0 {
			t.Errorf("%d statements for 3 tables, %d for 300", counts[0], counts[1])
		}
	})
}
