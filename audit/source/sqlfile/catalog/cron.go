package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// cronCall follows a call of a function of pg_cron.
func (r *reader) cronCall(name string, f *sqltree.FuncCall, query *sqltree.SelectStmt) error {
	switch name {
	case "schedule":
		if given := arguments(f, "schedule", "command"); len(f.GetArgs()) == 2 && given["job_name"] == nil {
			return r.schedule(given)
		}
		return r.schedule(arguments(f, "job_name", "schedule", "command"))
	case "schedule_in_database":
		return r.schedule(arguments(f, "job_name", "schedule", "command", "database", "username", "active"))
	case "unschedule":
		return r.unscheduleCall(f, query)
	case "alter_job":
		return r.alterJob(arguments(f, "job_id", "schedule", "command", "database", "username", "active"), query)
	}
	return nil
}

// schedule makes a job. One of the same name gives way to it, as in pg_cron.
func (r *reader) schedule(given map[string]*sqltree.Node) error {
	command, known := r.constant(given["command"])
	if !known {
		return refused("a job is scheduled here whose command is not constant, so it can't be read")
	}
	number := r.nextJobNumber()
	made := &schema.Job{Scheduler: fact.PgCron, Name: number, Command: command, Active: true, Place: r.placeOf(command)}
	if name, known := r.constant(given["job_name"]); known {
		made.Name = name
		r.jobs = slices.DeleteFunc(r.jobs, func(j *schema.Job) bool { return j.Name == name })
	}
	made.Schedule, _ = r.constant(given["schedule"])
	made.Database, _ = r.constant(given["database"])
	made.Role, _ = r.constant(given["username"])
	made.Active = !r.isFalse(given["active"])
	r.jobs = append(r.jobs, made)
	return nil
}

// placeOf finds a text that stands in the statement as it is, so that a job
// made inside a block is shown at its own line.
func (r *reader) placeOf(text string) fact.Place {
	if i := strings.Index(r.text, text); r.inner > 0 && i >= 0 && text != "" {
		inner := r.inner
		defer func() { r.inner = inner }()
		r.inner = 0
		return r.place(i)
	}
	return r.place(0)
}

// isFalse reports whether an expression is false for certain.
func (r *reader) isFalse(n *sqltree.Node) bool {
	text, known := r.constant(n)
	if !known {
		return false
	}
	switch strings.ToLower(text) {
	case "false", "f", "off", "no", "0":
		return true
	}
	return false
}
