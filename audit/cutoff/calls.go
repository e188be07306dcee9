package cutoff

import (
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// expression follows the functions that an expression or a query calls, and
// notes the lookups in it.
func (run *run) expression(s *scope, n *sqltree.Node, text string) {
	if n == nil {
		return
	}
	sqltree.Walk(n, func(m *sqltree.Node) bool {
		switch e := m.GetNode().(type) {
		case *sqltree.Node_FuncCall:
			run.called(s, e.FuncCall, text, false)
		case *sqltree.Node_SelectStmt:
			run.lookup(s, e.SelectStmt, text)
		}
		return true
	})
}

// statementCalls notes the functions that a SELECT is written for: SELECT f().
// One that was not read may remove anything.
func (run *run) statementCalls(s *scope, q *sqltree.SelectStmt, text string) {
	for _, t := range q.GetTargetList() {
		if f := t.GetResTarget().GetVal().GetFuncCall(); f != nil && len(run.reader.callee(f, s.session)) == 0 {
			run.unreadCall(s, f, text)
		}
	}
	for _, n := range q.GetFromClause() {
		for _, g := range n.GetRangeFunction().GetFunctions() {
			for _, h := range g.GetList().GetItems() {
				if f := h.GetFuncCall(); f != nil && len(run.reader.callee(f, s.session)) == 0 {
					run.unreadCall(s, f, text)
				}
			}
		}
	}
}

// called follows one call. statement is set for CALL, which is written for
// what it does.
func (run *run) called(s *scope, f *sqltree.FuncCall, text string, statement bool) {
	if list := names(f.GetFuncname()); len(list) > 0 && list[len(list)-1] == "set_config" {
		s.setConfig(f)
	}
	fitting := run.reader.callee(f, s.session)
	for _, rt := range fitting {
		run.enter(s, rt, f)
	}
	if len(fitting) == 0 && statement {
		run.unreadCall(s, f, text)
	}
	if statement {
		for _, a := range f.GetArgs() {
			run.expression(s, a, text)
		}
	}
}

// unreadCall notes a call of a function that is not among those read.
func (run *run) unreadCall(s *scope, f *sqltree.FuncCall, text string) {
	list := names(f.GetFuncname())
	name := schema.Name{Name: list[len(list)-1]}
	if len(list) > 1 {
		name.Schema = list[len(list)-2]
	}
	if reason := sendsElsewhere(name); reason != "" {
		run.unknown(nil, text, reason)
		return
	}
	switch {
	case removesPartitions(strings.ToLower(name.Name)):
		run.unknown(run.reader.tableNamed(s, f), text, "it calls "+name.String()+"(), which removes partitions by its own arguments")
	case !run.reader.db.Live && !harmless(name):
		run.unknown(nil, text, "it calls "+name.String()+"(), which was not read")
	}
}

// tableNamed returns the table that the first argument of a call names; nil
// when that can't be told.
func (r *reader) tableNamed(s *scope, f *sqltree.FuncCall) *schema.Table {
	if len(f.GetArgs()) == 0 {
		return nil
	}
	name, ok := s.eval(f.GetArgs()[0]).constant()
	if !ok {
		return nil
	}
	return r.db.Table(schema.SplitName(name), s.session.path)
}

// harmless reports whether a function that no file defines is one that the
// server or a scheduler brings along and that removes no records itself.
func harmless(name schema.Name) bool {
	lower := strings.ToLower(name.Name)
	if removesPartitions(lower) {
		return false
	}
	switch name.Schema {
	case "pg_catalog", "cron", "partman":
		return true
	}
	for _, prefix := range []string{"pg_", "json", "array_", "string_", "to_", "date_", "txid_", "current_", "has_", "lo_", "row_", "regexp_", "quote_", "inet_", "set_", "generate_", "uuid_", "gen_", "make_", "clock_", "statement_", "transaction_"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	switch lower {
	case "count", "sum", "min", "max", "avg", "now", "version", "nextval", "setval", "currval", "lastval", "coalesce", "format", "concat", "length",
		"lower", "upper", "random", "round", "floor", "ceil", "abs", "exists", "unnest", "bool_or", "bool_and", "every", "age", "extract", "timezone",
		"run_maintenance", "run_maintenance_proc", "create_parent", "percentile_cont", "percentile_disc", "md5", "sha256", "encode", "decode", "digest", "hashtext", "replace", "substring", "split_part", "trim", "btrim":
		return true
	}
	return false
}

// removesPartitions names the functions of pg_partman and TimescaleDB that a
// call makes remove partitions there and then, whatever retention is set.
func removesPartitions(name string) bool {
	return strings.HasPrefix(name, "drop_partition") || strings.HasPrefix(name, "undo_partition") || name == "drop_chunks"
}

// setConfig follows set_config('search_path', …) and leaves the path unknown
// where the new one is.
func (s *scope) setConfig(f *sqltree.FuncCall) {
	args := f.GetArgs()
	if len(args) != 3 {
		return
	}
	name, _ := s.eval(args[0]).constant()
	path, known := s.eval(args[1]).constant()
	switch strings.ToLower(name) {
	case "search_path":
		s.session.path, s.session.told = []string{}, true
		for _, part := range strings.Split(path, ",") {
			if known {
				s.session.path = append(s.session.path, strings.Trim(strings.TrimSpace(part), `"`))
			}
		}
	case "timezone":
		s.session.zone = schema.ZoneNamed(path)
	}
}

// lookup notes a query for one key that ignores records past an age: they are
// there, and refuse nothing.
func (run *run) lookup(s *scope, q *sqltree.SelectStmt, text string) {
	from := q.GetFromClause()
	if len(from) != 1 || from[0].GetRangeVar() == nil || q.GetWhereClause() == nil {
		return
	}
	inner := s.child()
	inner.addWith(q.GetWithClause())
	it := inner.tableItem(from[0].GetRangeVar())
	if it.table == nil {
		return
	}
	it.target = true
	inner.items = append(inner.items, it)
	args := flatten(q.GetWhereClause())
	if !inner.namesOne(it, args) {
		return
	}
	if hidden := inner.hiddenFrom(args); hidden.decides != nil {
		run.add(run.removal(it.table, Hide, hidden, text))
	}
}

// namesOne reports whether conditions ask for one key.
func (s *scope) namesOne(it *item, args []*sqltree.Node) bool {
	for _, a := range args {
		e := a.GetAExpr()
		if e == nil || e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP || operatorName(e) != "=" {
			continue
		}
		for _, side := range []*sqltree.Node{e.GetLexpr(), e.GetRexpr()} {
			if source, column := s.source(side); source == it && s.reader.inKey(it.table, column) {
				return true
			}
		}
	}
	return false
}

// hiddenFrom tells the ages at which a record that is there fails a query's
// conditions because of its age.
func (s *scope) hiddenFrom(args []*sqltree.Node) bound {
	whole := neverHolds()
	for _, a := range args {
		if b := s.holds(a, false); b.decides == nil && !s.readsClock(a) {
			continue
		}
		if b := s.holds(a, true); b.decides != nil {
			whole = either(whole, b)
		}
	}
	// A query for what is old leaves out the young, which no lookup does.
	if whole.never || whole.most != forever {
		return always()
	}
	return whole
}

// readsClock reports whether a condition compares a time of the record.
func (s *scope) readsClock(n *sqltree.Node) bool {
	found := false
	sqltree.Walk(n, func(m *sqltree.Node) bool {
		if m.GetColumnRef() != nil {
			if v := s.eval(m); v.isTime() && v.birth != 0 {
				found = true
			}
		}
		return !found
	})
	return found
}
