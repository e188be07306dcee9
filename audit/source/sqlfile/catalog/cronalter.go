package catalog

import (
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// alterJob changes a job whose number is taken from cron.job by name.
func (r *reader) alterJob(given map[string]*sqltree.Node, query *sqltree.SelectStmt) error {
	if where, chosen := chosenJobs(given["job_id"], query); chosen {
		if jobs, known := r.jobsWhere(where); known {
			return r.changeJobs(jobs, given)
		}
	}
	if given["command"] != nil {
		return refused("a job gets another command here by number; which one that is, files can't tell")
	}
	r.note(r.place(0), "a job is changed here by number; which one that is, files can't tell")
	return nil
}

// changeJobs applies new values to jobs; what is not given stays.
func (r *reader) changeJobs(jobs []*schema.Job, given map[string]*sqltree.Node) error {
	for _, j := range jobs {
		if n := given["command"]; n != nil && !n.GetAConst().GetIsnull() {
			command, known := r.constant(n)
			if !known {
				return refused("job %s gets a command here that is not constant, so it can't be read", j.Name)
			}
			j.Command, j.Place = command, r.placeOf(command)
		}
		if text, known := r.constant(given["schedule"]); known {
			j.Schedule = text
		}
		if text, known := r.constant(given["database"]); known {
			j.Database = text
		}
		if text, known := r.constant(given["username"]); known {
			j.Role = text
		}
		if n := given["active"]; n != nil && !n.GetAConst().GetIsnull() {
			j.Active = !r.isFalse(n)
		}
	}
	return nil
}

// insertJobs follows INSERT INTO cron.job.
func (r *reader) insertJobs(st *sqltree.InsertStmt) error {
	rows := insertedRows(st)
	if len(rows) == 0 || rows[0]["command"] == nil {
		return refused("jobs are written into cron.job here in a way that was not made sense of")
	}
	for _, row := range rows {
		row["job_name"] = row["jobname"]
		if err := r.schedule(row); err != nil {
			return err
		}
	}
	return nil
}

// updateJobs follows UPDATE cron.job.
func (r *reader) updateJobs(st *sqltree.UpdateStmt) error {
	given := map[string]*sqltree.Node{}
	for _, n := range st.GetTargetList() {
		given[n.GetResTarget().GetName()] = n.GetResTarget().GetVal()
	}
	jobs, known := r.jobsWhere(st.GetWhereClause())
	if !known && given["command"] == nil {
		r.note(r.place(0), "jobs are changed here by a condition that was not made sense of; they were kept as they are")
		return nil
	}
	if !known {
		return refused("jobs get another command here by a condition that was not made sense of")
	}
	return r.changeJobs(jobs, given)
}
