package postgres

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
)

// homeQuery asks which database pg_cron lives in. The setting is absent where
// the library is not loaded, and kept from most roles where it is.
const homeQuery = `SELECT pg_catalog.current_setting('cron.database_name', true)`

// launcherQuery asks the same of the process that starts the jobs: in which
// database a session is, whose it is and how it calls itself is shown to every
// role. The process belongs to the first superuser, whose number is 10; without
// that, any session could take its name and lead the audit astray.
const launcherQuery = `
SELECT a.datname::text FROM pg_catalog.pg_stat_activity a
 WHERE a.application_name = 'pg_cron scheduler' AND a.usesysid = 10 AND a.datname IS NOT NULL ORDER BY a.datname LIMIT 1`

const databaseExistsQuery = `SELECT d.datname::text FROM pg_catalog.pg_database d WHERE d.datname = $1`

type nameRow struct{ name string }

func (r *nameRow) columns() []any { return []any{&r.name} }

// readCron reads the jobs of pg_cron when it lives in this database, and
// remembers the other one when it does not.
func (c *catalog) readCron(ctx context.Context, here addOns) error {
	home, err := c.cronHome(ctx)
	if err != nil {
		return err
	}
	if home == "" || home == c.s.database {
		return c.readJobs(ctx, c.s, here)
	}
	exists, err := fetch[nameRow](ctx, c.s, databaseExistsQuery, home)
	if len(exists) > 0 {
		c.cron = home
	}
	return err
}

// cronHome returns the database that pg_cron lives in, empty when it is not
// loaded or nobody tells.
func (c *catalog) cronHome(ctx context.Context) (string, error) {
	told, err := fetch[nameRow](ctx, c.s, homeQuery)
	secret := hasCode(err, insufficientPrivilege)
	if err != nil && !secret {
		return "", err
	}
	running, err := fetch[nameRow](ctx, c.s, launcherQuery)
	switch {
	case err != nil:
		return "", err
	case !secret:
		return told[0].name, nil
	case len(running) > 0:
		return running[0].name, nil
	}
	c.hide(fact.Hidden{
		What:       "the pg_cron jobs",
		Why:        "pg_cron is loaded, and role " + c.s.role + " may not see in which database (cron.database_name)",
		Fix:        "GRANT pg_read_all_settings TO " + ident.Quote(c.s.role),
		Incomplete: true,
	})
	return "", nil
}

// readDistantCron reads the jobs of pg_cron from the other database it lives
// in, as the same role.
func (c *catalog) readDistantCron(ctx context.Context, t target) error {
	if c.cron == "" {
		return nil
	}
	config := t.config.Copy()
	config.Database = c.cron
	s, err := open(ctx, config, "")
	if err != nil {
		return c.cronRefused(ctx, t, err)
	}
	defer s.close()
	there, err := fetch[addOn](ctx, s, addOnSection.sql)
	if err != nil {
		return err
	}
	return c.readJobs(ctx, s, there)
}

// cronRefused records that the scheduler's database lets the role not in.
func (c *catalog) cronRefused(ctx context.Context, t target, err error) error {
	if ctx.Err() != nil || passes(err) {
		return err
	}
	why := t.unavailable(ctx, err).Error()
	fix := "let role " + c.s.role + " connect to database " + c.cron + " as it does to " + c.s.database
	var server *pgconn.PgError
	if errors.As(err, &server) {
		why = server.Message
		if server.Code == insufficientPrivilege {
			fix = grant("CONNECT", "DATABASE "+ident.Quote(c.cron), c.s.role)
		}
	}
	c.hide(fact.Hidden{What: "the pg_cron jobs in database " + c.cron, Why: why, Fix: fix, Incomplete: true})
	return nil
}

// Older versions of pg_cron have no names for jobs, so the name is taken from
// the whole row. Jobs of other databases end nothing here.
const jobQuery = `
SELECT j.jobid::int8, j.schedule::text, j.command::text, j.username::text, j.active, pg_catalog.to_jsonb(j) ->> 'jobname'
  FROM cron.job j WHERE j.database::text = $1 ORDER BY j.jobid`

type jobRow struct {
	id                            int64
	schedule, command, role, name string
	active                        bool
}

func (r *jobRow) columns() []any {
	return []any{&r.id, &r.schedule, &r.command, &r.role, &r.active, &r.name}
}

// readJobs reads the jobs that pg_cron runs in the audited database from the
// database that s is connected to.
func (c *catalog) readJobs(ctx context.Context, s *session, there addOns) error {
	table := there.named("cron", "job")
	if table == nil {
		return nil
	}
	what, in := "the pg_cron jobs", ""
	if s != c.s {
		what, in = "the pg_cron jobs in database "+s.database, s.database
	}
	if !c.allowed(what, table, in) {
		return nil
	}
	rows, err := fetch[jobRow](ctx, s, jobQuery, c.s.database)
	for _, r := range rows {
		object := "pg_cron job " + strconv.FormatInt(r.id, 10) + " in database " + s.database
		c.addJob(schema.Job{Scheduler: fact.PgCron, Name: r.name, Schedule: r.schedule, Command: r.command, Role: r.role, Active: r.active},
			r.id, object)
	}
	return c.tolerate(what, table[0].quoted(), err)
}

// addJob completes a job that runs in the audited database and adds it.
func (c *catalog) addJob(j schema.Job, id int64, object string) {
	if j.Name == "" {
		j.Name = strconv.FormatInt(id, 10)
	}
	j.Database = c.s.database
	j.SearchPath = c.searchPath(j.Role)
	j.Zone = c.zone(j.Role)
	j.Place = place(object)
	c.db.Jobs = append(c.db.Jobs, &j)
}
