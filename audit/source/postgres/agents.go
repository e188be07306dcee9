package postgres

import (
	"context"
	"strconv"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// A step runs in the database it names. One with a connection string of its
// own may run anywhere, here too; that string can hold a password and is not
// read.
const stepQuery = `
SELECT s.jstid::int8, s.jstname::text, j.jobname::text, s.jstcode::text, j.jobenabled AND s.jstenabled,
       (SELECT string_agg(c.jscname::text, ', ' ORDER BY c.jscid) FROM pgagent.pga_schedule c WHERE c.jscjobid = j.jobid AND c.jscenabled)
  FROM pgagent.pga_jobstep s
  JOIN pgagent.pga_job j ON j.jobid = s.jstjobid
 WHERE s.jstkind = 's' AND (s.jstdbname::text IN ('', $1) OR s.jstconnstr <> '')
 ORDER BY s.jstid`

type stepRow struct {
	id                       int64
	name, job, command, when string
	active                   bool
}

func (r *stepRow) columns() []any {
	return []any{&r.id, &r.name, &r.job, &r.command, &r.active, &r.when}
}

// readPgAgent reads the SQL steps of pgAgent's jobs.
func (c *catalog) readPgAgent(ctx context.Context, here addOns) error {
	tables := here.named("pgagent", "pga_job", "pga_jobstep", "pga_schedule")
	const what = "the pgAgent jobs"
	if tables == nil || !c.allowed(what, tables, "") {
		return nil
	}
	rows, err := fetch[stepRow](ctx, c.s, stepQuery, c.s.database)
	for _, r := range rows {
		c.addJob(schema.Job{
			Scheduler: fact.PgAgent, Name: r.job + ": " + r.name, Schedule: r.when, Command: r.command, Active: r.active,
		}, r.id, "pgAgent step "+strconv.FormatInt(r.id, 10))
	}
	return c.tolerate(what, tables[1].quoted(), err)
}

// A task may connect elsewhere, and then still here.
const taskQuery = `
SELECT t.task_id::int8, c.chain_name::text, c.run_at::text, t.command::text, t.run_as::text, coalesce(c.live, false)
  FROM timetable.task t
  JOIN timetable.chain c ON c.chain_id = t.chain_id
 WHERE t.kind::text = 'SQL'
 ORDER BY t.task_id`

type taskRow struct {
	id                          int64
	chain, when, command, runAs string
	live                        bool
}

func (r *taskRow) columns() []any {
	return []any{&r.id, &r.chain, &r.when, &r.command, &r.runAs, &r.live}
}

// readTimetable reads the SQL tasks of pg_timetable, in the shape they have
// since its version 4.
func (c *catalog) readTimetable(ctx context.Context, here addOns) error {
	tables := here.named("timetable", "task", "chain")
	if tables == nil {
		return nil
	}
	const what = "the pg_timetable tasks"
	if !tables[0].has("task_id", "chain_id", "kind", "command", "run_as") || !tables[1].has("chain_id", "chain_name", "run_at", "live") {
		c.hide(fact.Hidden{What: what, Why: "its tables have another shape than since version 4", Fix: "upgrade pg_timetable"})
		return nil
	}
	if !c.allowed(what, tables, "") {
		return nil
	}
	rows, err := fetch[taskRow](ctx, c.s, taskQuery)
	for _, r := range rows {
		c.addJob(schema.Job{
			Scheduler: fact.PgTimetable, Name: r.chain, Schedule: r.when, Command: r.command, Role: r.runAs, Active: r.live,
		}, r.id, "pg_timetable task "+strconv.FormatInt(r.id, 10))
	}
	return c.tolerate(what, tables[0].quoted(), err)
}
