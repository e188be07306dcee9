package postgres

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/postgres/pgtest"
)

// withJobs returns a database of a server whose pg_cron lives in another, with
// a job of its own beside one of somebody else's database.
func withJobs(t *testing.T, sql string) pgtest.Database {
	t.Helper()
	s := servers.Server(t, pgtest.Options{Version: 15, Cron: true})
	db := s.Database(t, sql)
	s.Exec(t, pgtest.Scheduler, `
		select cron.schedule_in_database('elsewhere', '@hourly', 'delete from other', 'postgres');
		select cron.schedule_in_database('purge', '0 3 * * *', 'delete from keys', '`+db.Name+`')`)
	t.Cleanup(func() { s.Exec(t, pgtest.Scheduler, "delete from cron.job") })
	return db
}

func TestJobsInAnotherDatabase(t *testing.T) {
	db := withJobs(t, "create schema app; create schema postgres")
	got := model(t, db.DSN)
	if len(got.Jobs) != 1 {
		t.Fatalf("%d jobs, want the one of this database", len(got.Jobs))
	}
	j := *got.Jobs[0]
	if !strings.HasPrefix(j.Place.Object, "pg_cron job ") || !strings.HasSuffix(j.Place.Object, " in database scheduler") {
		t.Errorf("place %q", j.Place.Object)
	}
	j.Place = fact.Place{}
	want := schema.Job{
		Scheduler: fact.PgCron, Name: "purge", Schedule: "0 3 * * *", Command: "delete from keys", Database: db.Name, Role: "postgres",
		Active: true, SearchPath: []string{"postgres", "public"}, Zone: schema.Zone{Name: "UTC", Known: true},
	}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(got.Hidden) > 0 {
		t.Errorf("hidden: %+v", got.Hidden)
	}
}

func TestAJobHasItsRolesSettings(t *testing.T) {
	db := withJobs(t, "create schema app; create schema own")
	s := db.Server
	sweeper := db.Role(t, "sweeper")
	s.Exec(t, "postgres", "alter role "+sweeper+" set timezone = 'Asia/Tokyo'; alter role "+sweeper+" in database "+db.Name+
		" set search_path = own, missing, \"$user\", public; alter database "+db.Name+" set timezone = 'America/New_York'")
	s.Exec(t, pgtest.Scheduler, "update cron.job set username = '"+sweeper+"', jobname = null where jobname = 'purge'")
	got := model(t, db.DSN)
	j := got.Jobs[0]
	if diff := cmp.Diff([]string{"own", "public"}, j.SearchPath); diff != "" {
		t.Errorf("search path (-want +got):\n%s", diff)
	}
	if want := (schema.Zone{Name: "Asia/Tokyo", West: 9 * time.Hour, East: 9 * time.Hour, Known: true}); j.Zone != want {
		t.Errorf("zone %+v, want %+v", j.Zone, want)
	}
	if want := (schema.Zone{Name: "America/New_York", Change: time.Hour, West: -5 * time.Hour, East: -4 * time.Hour, Known: true}); got.Zone != want {
		t.Errorf("the database's zone %+v, want %+v", got.Zone, want)
	}
	if !strings.Contains(j.Place.Object, " "+j.Name+" ") {
		t.Errorf("a job without a name is called %q at %q, want its number", j.Name, j.Place.Object)
	}
}

func TestJobsInTheAuditedDatabase(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15, Cron: true})
	s.Exec(t, pgtest.Scheduler, "select cron.schedule('own', '@daily', 'select 1')")
	t.Cleanup(func() { s.Exec(t, pgtest.Scheduler, "delete from cron.job") })
	got := model(t, s.DSN(pgtest.Scheduler, "postgres"))
	if len(got.Jobs) != 1 || got.Jobs[0].Name != "own" {
		t.Errorf("jobs %+v", got.Jobs)
	}
}

// The statements that the audit names are run as they stand, and then the role
// sees the jobs.
func TestTheNamedGrantsLetTheRoleSeeTheJobs(t *testing.T) {
	db := withJobs(t, "")
	s := db.Server
	role := db.Role(t, `sees "nothing`)
	quoted := ident.Quote(role)
	dsn := db.As(role)

	blind := model(t, dsn)
	want := []fact.Hidden{{
		What: "the pg_cron jobs in database scheduler",
		Why:  `permission denied for schema cron; row security shows role ` + role + ` only some rows of cron.job`,
		Fix: `in database scheduler: GRANT USAGE ON SCHEMA cron TO ` + quoted + `; CREATE POLICY ` + ident.Quote("idemaudit_"+role) +
			` ON cron.job FOR SELECT TO ` + quoted + ` USING (true) /* or give the role BYPASSRLS, which holds for every table */`,
		Incomplete: true,
	}}
	if diff := cmp.Diff(want, blind.Hidden); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	s.Exec(t, pgtest.Scheduler, strings.TrimPrefix(blind.Hidden[0].Fix, "in database scheduler: "))
	t.Cleanup(func() { s.Exec(t, pgtest.Scheduler, "drop policy "+ident.Quote("idemaudit_"+role)+" on cron.job") })
	if seeing := model(t, dsn); len(seeing.Hidden) != 0 || len(seeing.Jobs) != 1 {
		t.Errorf("after the grants: hidden %+v, %d jobs", seeing.Hidden, len(seeing.Jobs))
	}
}

func TestRowSecurityHidesTheJobsOfOthers(t *testing.T) {
	db := withJobs(t, "")
	s := db.Server
	role := db.Role(t, "filtered")
	s.Exec(t, pgtest.Scheduler, "grant usage on schema cron to "+role)
	got := model(t, db.As(role))
	if len(got.Jobs) != 0 || len(got.Hidden) != 1 || !got.Hidden[0].Incomplete ||
		!strings.HasPrefix(got.Hidden[0].Fix, "in database scheduler: CREATE POLICY idemaudit_"+role+" ON cron.job ") {
		t.Errorf("%d jobs, hidden %+v", len(got.Jobs), got.Hidden)
	}
}

// Row security stays in force for a role that a policy shows every row. Only
// then are the jobs that it sees all there are.
func TestPoliciesOnTheJobs(t *testing.T) {
	db := withJobs(t, "")
	s := db.Server
	role, group := db.Role(t, "shown"), db.Role(t, "group")
	s.Exec(t, pgtest.Scheduler, "grant usage on schema cron to "+role)
	for _, c := range []struct {
		shows   string
		policy  string // but for the name and the table
		hides   bool
		prepare string
	}{
		{"all rows to the role", "for select to " + role + " using (true)", false, ""},
		{"all rows, for all commands", "to " + role + " using (true)", false, ""},
		{"all rows to everybody", "using (true)", false, ""},
		{"all rows to a group that the role is in", "to " + group + " using (true)", false, "grant " + group + " to " + role},
		{"all rows to a group that the role is not in", "to " + group + " using (true)", true, "revoke " + group + " from " + role},
		{"some rows", "for select to " + role + " using (username <> 'postgres')", true, ""},
		{"nothing but what may be written", "for insert to " + role + " with check (true)", true, ""},
		{"nothing, being restrictive", "as restrictive to " + role + " using (true)", true, ""},
	} {
		t.Run(c.shows, func(t *testing.T) {
			s.Exec(t, pgtest.Scheduler, c.prepare+"; create policy shown on cron.job "+c.policy)
			t.Cleanup(func() { s.Exec(t, pgtest.Scheduler, "drop policy shown on cron.job") })
			got := model(t, db.As(role))
			if hides := len(got.Hidden) > 0; hides != c.hides {
				t.Errorf("hidden %+v, want something hidden: %v", got.Hidden, c.hides)
			}
			if !c.hides && len(got.Jobs) != 1 {
				t.Errorf("%d jobs, want the one there is", len(got.Jobs))
			}
		})
	}
	t.Run("all rows, beside a restrictive one", func(t *testing.T) {
		s.Exec(t, pgtest.Scheduler, "create policy shown on cron.job using (true); create policy kept on cron.job as restrictive using (jobid < 0)")
		t.Cleanup(func() { s.Exec(t, pgtest.Scheduler, "drop policy shown on cron.job; drop policy kept on cron.job") })
		if got := model(t, db.As(role)); len(got.Hidden) != 1 {
			t.Errorf("hidden %+v, want the jobs", got.Hidden)
		}
	})
	t.Run("no policy, for a role that row security does not hold for", func(t *testing.T) {
		s.Exec(t, "postgres", "alter role "+role+" bypassrls")
		if got := model(t, db.As(role)); len(got.Hidden) != 0 || len(got.Jobs) != 1 {
			t.Errorf("hidden %+v and %d jobs, want the one there is", got.Hidden, len(got.Jobs))
		}
	})
}

func TestASessionThatTakesTheSchedulersNameMisleadsNobody(t *testing.T) {
	db := withJobs(t, "")
	role := db.Role(t, "impostor")
	dsn := strings.Replace(db.As(role), db.Name, "postgres", 1) + "&application_name=pg_cron%20scheduler"
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	got := model(t, db.As(role)).Hidden
	if len(got) != 1 || got[0].What != "the pg_cron jobs in database scheduler" {
		t.Errorf("hidden %+v", got)
	}
}

func TestASchedulersDatabaseThatRefusesTheRole(t *testing.T) {
	db := withJobs(t, "")
	s := db.Server
	role := db.Role(t, "outsider")
	s.Exec(t, "postgres", "revoke connect on database scheduler from public")
	t.Cleanup(func() { s.Exec(t, "postgres", "grant connect on database scheduler to public") })
	got := model(t, db.As(role))
	want := []fact.Hidden{{
		What:       "the pg_cron jobs in database scheduler",
		Why:        `permission denied for database "scheduler"`,
		Fix:        "GRANT CONNECT ON DATABASE scheduler TO " + role,
		Incomplete: true,
	}}
	if diff := cmp.Diff(want, got.Hidden); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWithoutALauncherARoleIsToldWhatItNeeds(t *testing.T) {
	s := pgtest.Start(t, pgtest.Options{Version: 15, Cron: true})
	s.Exec(t, "postgres", `do $$ begin
		perform pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'pg_cron scheduler';
	end $$`)
	db := s.Database(t)
	role := db.Role(t, "plain")
	got := model(t, db.As(role))
	if len(got.Hidden) != 1 || got.Hidden[0].Fix != "GRANT pg_read_all_settings TO "+role {
		t.Errorf("hidden %+v", got.Hidden)
	}
}

func TestAServerWithoutSchedulersHidesNothing(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, "create table keys (key text primary key)")
		if got := model(t, db.As(db.Role(t, "plain"))); len(got.Hidden) > 0 || len(got.Jobs) > 0 {
			t.Errorf("hidden %+v, jobs %+v", got.Hidden, got.Jobs)
		}
	})
}
