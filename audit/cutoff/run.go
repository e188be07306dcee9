package cutoff

import (
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

// run follows one piece of code from its beginning and gathers what it does.
type run struct {
	reader  *reader
	effects Effects
	stack   []*schema.Routine
	steps   int        // statements followed, bounded so that no code runs away
	doubt   int        // how many conditions around the statement may fail
	path    []crossing // the conditions met on the way to the statement
}

const (
	maxCalls = 12
	maxSteps = 20000
)

// Command reads the SQL of a job or of a rule, in the session it runs in. A
// nil path and an unknown zone stand for the database's own.
func (r *Reader) Command(sql string, path []string, zone schema.Zone) Effects {
	run := &run{reader: r.reader}
	s := run.top(path, zone)
	run.text(s, sql)
	return run.effects
}

// Routine reads a routine as if somebody who was not read called it: its
// parameters have their defaults.
func (r *Reader) Routine(rt *schema.Routine) Effects {
	run := &run{reader: r.reader}
	run.enter(run.top(nil, schema.Zone{}), rt, nil)
	return run.effects
}

// Trigger reads the function of a trigger.
func (r *Reader) Trigger(t *schema.Trigger) Effects {
	run := &run{reader: r.reader}
	for _, rt := range r.db.RoutinesNamed(t.Function, nil) {
		if len(rt.Inputs()) == 0 {
			s := run.top(nil, schema.Zone{})
			s.trigger = t
			run.enter(s, rt, nil)
		}
	}
	return run.effects
}

func (run *run) top(path []string, zone schema.Zone) *scope {
	run.reader.queries = 0
	s := &scope{reader: run.reader, session: run.reader.ownSession()}
	if path != nil {
		s.session.path, s.session.told = path, true
	}
	if zone.Known {
		s.session.zone = zone
	}
	return s
}

func (run *run) via() []string {
	var all []string
	for _, rt := range run.stack {
		all = append(all, rt.Name.String()+"()")
	}
	return all
}

func (run *run) add(r Removal) {
	run.effects.Removals = append(run.effects.Removals, r)
}

// unknown notes code whose effect can't be told; table is nil when it may be
// any.
func (run *run) unknown(t *schema.Table, text, reason string) {
	run.add(run.removal(t, Delete, cannotTell(reason), text))
}

// text reads statements given as text.
func (run *run) text(s *scope, sql string) {
	statements, err := run.reader.parse(sql)
	if err != nil {
		run.unread(sql, err)
		return
	}
	for _, st := range statements {
		run.statement(s, st.Tree, st.Text)
	}
}

// unread notes SQL that the grammar refuses. The server would refuse it too,
// so it removes nothing; but it may be refused here and not there, so it is
// opaque where it speaks of removing.
func (run *run) unread(sql string, err error) {
	if mayRemove(sql) {
		run.unknown(nil, sql, "it can't be parsed: "+err.Error())
	}
}

func mayRemove(sql string) bool {
	lower := strings.ToLower(sql)
	for _, word := range []string{"delete", "truncate", "drop", "detach", "update", "merge"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// enter follows a call into a routine.
func (run *run) enter(s *scope, rt *schema.Routine, call *sqltree.FuncCall) {
	if !slices.Contains(run.effects.Calls, rt) {
		run.effects.Calls = append(run.effects.Calls, rt)
	}
	if slices.Contains(run.stack, rt) {
		return // its statements are being read already
	}
	if len(run.stack) >= maxCalls {
		run.unknown(nil, rt.Name.String()+"()", "calls nest too deep to be followed")
		return
	}
	run.stack = append(run.stack, rt)
	way := run.path
	defer func() { run.stack, run.path = run.stack[:len(run.stack)-1], way }()
	inner := s.entry(rt, call)
	inner.trigger = s.trigger
	switch {
	case rt.Extension != "":
		run.extension(rt)
	case rt.SQLBody != "":
		run.text(inner, atomicBody(rt.SQLBody))
	case rt.Language == "sql":
		run.text(inner, rt.Body)
	case rt.Language == "plpgsql":
		run.plpgsql(inner, rt)
	case rt.Language == "internal" || rt.Language == "c":
		run.foreign(rt, "is written in C")
	default:
		run.foreign(rt, "is written in "+rt.Language+", which is not read")
	}
}

// extension notes a call of an extension's function that sends SQL of its own.
func (run *run) extension(rt *schema.Routine) {
	if reason := sendsElsewhere(rt.Name); reason != "" {
		run.unknown(nil, rt.Name.String()+"()", reason)
	}
	if removesPartitions(strings.ToLower(rt.Name.Name)) {
		run.unknown(nil, rt.Name.String()+"()", rt.Name.String()+"() removes partitions by its own arguments")
	}
}

// foreign notes code in a language that is not read, where it may run SQL.
func (run *run) foreign(rt *schema.Routine, why string) {
	if mayRemove(rt.Body) || runsSQL(rt.Body) || run.namesRoutine(strings.ToLower(rt.Body)) || rt.Language == "c" || rt.Language == "internal" {
		run.unknown(nil, rt.Name.String()+"()", rt.Name.String()+"() "+why)
	}
}

// runsSQL reports whether code in PL/Python, PL/Perl, PL/Tcl or PL/v8 calls what
// those languages have for running SQL.
func runsSQL(body string) bool {
	lower := strings.ToLower(body)
	for _, call := range []string{"plpy.execute", "plpy.cursor", "spi_exec", "spi_query", "spi_prepare", "plv8.execute", "plv8.prepare"} {
		if strings.Contains(lower, call) {
			return true
		}
	}
	return false
}

// atomicBody returns the statements of BEGIN ATOMIC … END, or of RETURN.
func atomicBody(text string) string {
	trimmed := strings.TrimSuffix(strings.TrimSpace(text), ";")
	upper := strings.ToUpper(trimmed)
	switch {
	case strings.HasPrefix(upper, "BEGIN ATOMIC") && strings.HasSuffix(upper, "END"):
		return trimmed[len("BEGIN ATOMIC") : len(trimmed)-len("END")]
	case strings.HasPrefix(upper, "RETURN"):
		return "SELECT " + trimmed[len("RETURN"):]
	}
	return text
}

// sendsElsewhere tells of a function that has another program or session do
// the work, which can't be seen from here; empty for any other.
func sendsElsewhere(name schema.Name) string {
	lower := strings.ToLower(name.Name)
	switch {
	case strings.HasPrefix(lower, "dblink"):
		return lower + "() runs SQL in another session, which is not followed"
	case name.Schema == "net" || strings.HasPrefix(lower, "http_") || lower == "http":
		return lower + "() asks a program over HTTP, and what that removes is not known"
	}
	return ""
}

// statement reads one statement.
func (run *run) statement(s *scope, n *sqltree.Node, text string) {
	run.steps++
	if run.steps > maxSteps || s.tooDeep() {
		run.unknown(nil, text, "the code is too long or nests too deep to be followed")
		return
	}
	switch st := n.GetNode().(type) {
	case *sqltree.Node_SelectStmt:
		run.query(s, st.SelectStmt, text)
	case *sqltree.Node_DeleteStmt:
		run.delete(s, st.DeleteStmt, text)
	case *sqltree.Node_UpdateStmt:
		run.update(s, st.UpdateStmt, text)
	case *sqltree.Node_InsertStmt:
		run.insert(s, st.InsertStmt, text)
	case *sqltree.Node_MergeStmt:
		run.merge(s, st.MergeStmt, text)
	case *sqltree.Node_TruncateStmt:
		run.truncate(s, st.TruncateStmt, text)
	case *sqltree.Node_DropStmt:
		run.drop(s, st.DropStmt, text)
	case *sqltree.Node_AlterTableStmt:
		run.alter(s, st.AlterTableStmt, text)
	case *sqltree.Node_RenameStmt:
		run.moved(s, st.RenameStmt.GetRenameType(), st.RenameStmt.GetRelation(), "RENAME", text)
	case *sqltree.Node_AlterObjectSchemaStmt:
		run.moved(s, st.AlterObjectSchemaStmt.GetObjectType(), st.AlterObjectSchemaStmt.GetRelation(), "SET SCHEMA", text)
	case *sqltree.Node_CallStmt:
		run.called(s, st.CallStmt.GetFunccall(), text, true)
	case *sqltree.Node_DoStmt:
		run.do(s, st.DoStmt, text)
	case *sqltree.Node_ExplainStmt:
		run.statement(s, st.ExplainStmt.GetQuery(), text)
	case *sqltree.Node_PrepareStmt:
		run.statement(s, st.PrepareStmt.GetQuery(), text)
	case *sqltree.Node_CreateTableAsStmt:
		run.statement(s, st.CreateTableAsStmt.GetQuery(), text)
	case *sqltree.Node_CopyStmt:
		run.statement(s, st.CopyStmt.GetQuery(), text)
	case *sqltree.Node_ReturnStmt:
		run.expression(s, st.ReturnStmt.GetReturnval(), text)
	case *sqltree.Node_VariableSetStmt:
		run.set(s, st.VariableSetStmt)
	}
}

// query reads a SELECT: the statements in its WITH, the functions it calls,
// and the lookups it does.
func (run *run) query(s *scope, q *sqltree.SelectStmt, text string) {
	run.with(s, q.GetWithClause(), text)
	node := &sqltree.Node{Node: &sqltree.Node_SelectStmt{SelectStmt: q}}
	run.statementCalls(s, q, text)
	run.expression(s, node, text)
}

// with reads the statements in a WITH that change data.
func (run *run) with(s *scope, w *sqltree.WithClause, text string) {
	inner := s.child()
	inner.addWith(w)
	for _, n := range w.GetCtes() {
		q := n.GetCommonTableExpr().GetCtequery()
		if q.GetSelectStmt() == nil {
			run.statement(inner, q, text)
		}
	}
}

// set follows SET search_path and SET TimeZone in code.
func (run *run) set(s *scope, v *sqltree.VariableSetStmt) {
	if v.GetKind() != sqltree.VariableSetKind_VAR_SET_VALUE || len(v.GetArgs()) == 0 {
		return
	}
	switch strings.ToLower(v.GetName()) {
	case "search_path":
		s.session.path, s.session.told = nil, true
		for _, a := range v.GetArgs() {
			s.session.path = append(s.session.path, a.GetAConst().GetSval().GetSval())
		}
	case "timezone":
		name := v.GetArgs()[0].GetAConst().GetSval().GetSval()
		s.session.zone = schema.ZoneNamed(name)
	}
}

// floorOf is how long after a record's birth a value that expires it lies.
func (run *run) expiry(t *schema.Table, v value, where bound, text string) {
	switch {
	case v.kind == nullKind || v.kind == otherKind:
		return // it never expires, or is not changed
	case v.kind == opaqueKind:
		run.add(run.removal(t, Expire, cannotTell(v.reason), text))
		return
	case !v.isTime() || v.now+v.birth != 1:
		run.add(run.removal(t, Expire, cannotTell("the expiry is set to a time that is not followed"), text))
		return
	}
	// An expiry counted from now lies at least as far from the birth, and
	// further where the statement waits for an age itself.
	least := v.low
	if v.now == 1 && where.known() {
		least = addEnd(least, where.least)
	}
	removal := run.removal(t, Expire, bound{least: max(least, 0)}, text)
	removal.Floor = fact.Known(span.Of(max(least, 0)), fact.Defined)
	removal.Everything = ""
	removal.decides, removal.steps = nil, []string{"sets the expiry at least " + span.Of(max(least, 0)).String() + " after the record's birth"}
	run.add(removal)
}
