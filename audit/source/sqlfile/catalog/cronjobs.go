package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// unscheduleCall ends a job by its name, or those whose numbers a query takes
// from cron.job. A number written out says nothing: files don't know numbers.
func (r *reader) unscheduleCall(f *sqltree.FuncCall, query *sqltree.SelectStmt) error {
	if len(f.GetArgs()) != 1 {
		return nil
	}
	if r.doubt > 0 {
		r.note(r.place(0), "a job is unscheduled here under a condition, or where a failure undoes it, so the job was kept")
		return nil
	}
	arg := f.GetArgs()[0]
	if named := arg.GetNamedArgExpr(); named != nil {
		arg = named.GetArg()
	}
	if name, known := r.constant(arg); known && arg.GetAConst().GetIval() == nil {
		r.jobs = slices.DeleteFunc(r.jobs, func(j *schema.Job) bool { return j.Name == name })
		return nil
	}
	if where, chosen := chosenJobs(arg, query); chosen {
		return r.unschedule(where)
	}
	r.note(r.place(0), "a job is unscheduled here by number; which one that is, files can't tell, so every job was kept")
	return nil
}

// unschedule ends the jobs that a condition on cron.job holds for.
func (r *reader) unschedule(where *sqltree.Node) error {
	if r.doubt > 0 {
		r.note(r.place(0), "jobs are unscheduled here under a condition, or where a failure undoes it, so they were kept")
		return nil
	}
	ended, known := r.jobsWhere(where)
	if !known {
		r.note(r.place(0), "jobs are unscheduled here by a condition that was not made sense of, so every job was kept")
		return nil
	}
	r.jobs = slices.DeleteFunc(r.jobs, func(j *schema.Job) bool { return slices.Contains(ended, j) })
	return nil
}

// chosenJobs finds the condition on cron.job that a job's number is taken by:
// in a subquery of its own, or in the query around the call.
func chosenJobs(number *sqltree.Node, query *sqltree.SelectStmt) (where *sqltree.Node, chosen bool) {
	if sub := number.GetSubLink().GetSubselect().GetSelectStmt(); sub != nil {
		return sub.GetWhereClause(), readsJobs(sub)
	}
	if number.GetColumnRef() != nil && readsJobs(query) {
		return query.GetWhereClause(), true
	}
	return nil, false
}

func readsJobs(query *sqltree.SelectStmt) bool {
	from := query.GetFromClause()
	return len(from) == 1 && nameOf(from[0].GetRangeVar()) == schema.Name{Schema: "cron", Name: "job"}
}

// jobsWhere returns the jobs that a condition holds for; known is false for a
// condition on anything but the name.
func (r *reader) jobsWhere(where *sqltree.Node) (found []*schema.Job, known bool) {
	if where == nil {
		return r.jobs, true
	}
	match, known := r.jobNames(where)
	if !known {
		return nil, false
	}
	for _, j := range r.jobs {
		if match(j.Name) {
			found = append(found, j)
		}
	}
	return found, true
}

// jobNames reads a condition on a job's name.
func (r *reader) jobNames(where *sqltree.Node) (match func(string) bool, known bool) {
	if names, known := r.namedBy(where, "jobname"); known {
		return func(name string) bool { return slices.Contains(names, name) }, true
	}
	e := where.GetAExpr()
	column, _ := lastField(e.GetLexpr().GetColumnRef().GetFields())
	pattern, constant := r.constant(e.GetRexpr())
	isLike := e.GetKind() == sqltree.A_Expr_Kind_AEXPR_LIKE && qualified(e.GetName()).Name == "~~"
	return func(name string) bool { return like(name, pattern) }, isLike && constant && column == "jobname"
}

// like matches a name against a pattern of LIKE without escapes. Only the last
// % met has to be taken up again, which keeps the time in bounds.
func like(name, pattern string) bool {
	n, p, star, resume := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '%':
			star, resume = p, n
			p++
		case p < len(pattern) && (pattern[p] == '_' || pattern[p] == name[n]):
			n, p = n+1, p+1
		case star >= 0:
			resume++
			n, p = resume, star+1
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "%") == ""
}
