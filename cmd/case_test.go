package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"idemaudit/audit/source/postgres/pgtest"
)

// TestCasesOffline judges every case as a file.
func TestCasesOffline(t *testing.T) {
	for _, s := range scenarios(t) {
		if s.liveOnly {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(s.path), ".sql"), func(t *testing.T) {
			env := testEnv(t, "schema.sql", s.files())
			s.judge(t, runIn(env, slices.Concat([]string{"check", "--format", "json", "--schema", "schema.sql"}, s.arguments)...))
		})
	}
}

// TestCasesLive judges every case on servers of every version. A case with a
// job needs pg_cron, which only Debian's PostgreSQL 15 has.
func TestCasesLive(t *testing.T) {
	for _, s := range scenarios(t) {
		for _, version := range pgtest.Versions() {
			if len(s.jobs) > 0 && version != cronVersion {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(s.path), ".sql"), version), func(t *testing.T) {
				db := servers.Server(t, pgtest.Options{Version: version, Cron: version == cronVersion}).Database(t, s.sql)
				dsn := db.DSN
				if s.role != "" {
					db.Exec(t, "drop role if exists "+s.role+"; create role "+s.role+" login")
					dsn = db.As(s.role)
				}
				schedule(t, db, s.jobs)
				env := testEnv(t)
				s.judge(t, runIn(env, slices.Concat([]string{"check", "--format", "json", "--dsn", dsn}, s.arguments)...))
			})
		}
	}
}

const cronVersion = 15

// schedule gives pg_cron, which lives in another database, the jobs, and takes
// them back at the end.
func schedule(t *testing.T, db pgtest.Database, jobs []job) {
	t.Helper()
	if len(jobs) == 0 {
		return
	}
	for i, j := range jobs {
		db.Server.Exec(t, pgtest.Scheduler, fmt.Sprintf("select cron.schedule_in_database('%s-%d', $s$%s$s$, $c$%s$c$, '%s')",
			db.Name, i, j.schedule, j.command, db.Name))
	}
	t.Cleanup(func() {
		db.Server.Exec(t, pgtest.Scheduler, "select cron.unschedule(jobid) from cron.job where database = '"+db.Name+"'")
	})
}
