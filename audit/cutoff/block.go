package cutoff

import (
	"idemaudit/audit/sqltree"
	"slices"
	"strings"
)

// block follows statements in order and reports whether the end of them can
// be reached: RETURN and RAISE EXCEPTION end a path.
func (run *run) block(s *scope, statements []tree) bool {
	for _, st := range statements {
		run.steps++
		if run.steps > maxSteps || s.tooDeep() {
			run.unknown(nil, "", "the code is too long or nests too deep to be followed")
			return true
		}
		if !run.step(s, st) {
			return false
		}
	}
	return true
}

// step follows one PL/pgSQL statement.
func (run *run) step(s *scope, st tree) bool {
	s.depth++
	defer func() { s.depth-- }()
	kind, v := st.kind()
	switch strings.TrimPrefix(kind, "stmt_") {
	case "block":
		return run.innerBlock(s, v)
	case "assign":
		run.assign(s, v)
	case "if":
		return run.ifElse(s, v)
	case "case":
		return run.caseWhen(s, v)
	case "loop", "while", "fori", "fors", "forc", "foreach_a", "dynfors":
		run.loop(s, strings.TrimPrefix(kind, "stmt_"), v)
	case "execsql":
		run.embedded(s, v, v.query("sqlstmt"))
	case "perform":
		run.text(s, v.query("expr"))
		s.assignName("found", value{kind: otherKind, set: s.selectionOf(v.query("expr"))})
	case "call":
		run.text(s, v.query("expr"))
		s.passedOut(v.query("expr"))
	case "dynexecute":
		run.dynamic(s, v)
	case "return_query":
		if q := v.query("query"); q != "" {
			run.text(s, q)
		} else {
			run.dynamicText(s, v.query("dynquery"), v.list("params"))
		}
	case "return":
		run.value(s, v.query("expr"))
		return false
	case "raise":
		const exception = 21
		return v.number("elog_level") < exception && v["elog_level"] != nil
	case "getdiag":
		s.forget([]tree{st})
	case "open":
		if q := v.query("dynquery"); q != "" {
			run.dynamicText(s, q, v.list("params"))
			s.assignName(s.names[v.number("curvar")], value{kind: otherKind})
		} else if q := v.query("query"); q != "" {
			run.text(s, q)
			s.assignName(s.names[v.number("curvar")], value{kind: otherKind, set: s.selectionOf(q)})
		}
	case "fetch":
		s.into(v.child("target"), s.cursorRows(v.number("curvar")))
	}
	return true
}

// value follows the calls in an expression given as text.
func (run *run) value(s *scope, text string) {
	if text != "" {
		run.text(s, "SELECT "+text)
	}
}

func (run *run) innerBlock(s *scope, v tree) bool {
	before := run.path
	ends := run.block(s, v.list("body"))
	_, handler := v.child("exceptions").kind()
	if handler != nil {
		run.path = before // what failed in the block ends up behind it as well
	}
	for _, e := range handler.list("exc_list") {
		_, one := e.kind()
		// The block may have failed after any of its assignments.
		caught := s.branch()
		caught.forget(v.list("body"))
		if run.block(caught, one.list("action")) {
			s.merge(caught)
			ends = true
		}
	}
	return ends
}

// merge makes each variable what it can be on either of two paths.
func (s *scope) merge(other *scope) {
	for name, v := range s.vars {
		if o, ok := other.vars[name]; ok {
			s.vars[name] = join(v, o)
		}
	}
}

// way is one of several alternatives, with the conditions that lead to it.
type way struct {
	conditions []crossing
	body       []tree
}

// paths runs alternatives, each from the same beginning, and leaves in s what
// the ones that reach their end agree on. Where only one does, its conditions
// hold for all that follows.
func (run *run) paths(s *scope, alternatives []way) bool {
	var ended []*scope
	before, after := run.path, run.path
	for _, w := range alternatives {
		b := s.branch()
		run.path = append(slices.Clip(before), w.conditions...)
		if run.block(b, w.body) {
			ended, after = append(ended, b), run.path
		}
	}
	run.path = before
	if len(ended) == 0 {
		return false
	}
	if len(ended) == 1 {
		run.path = after
	}
	s.vars = ended[0].vars
	for _, b := range ended[1:] {
		s.merge(b)
	}
	return true
}

func (run *run) ifElse(s *scope, v tree) bool {
	cond := v.query("cond")
	run.value(s, cond)
	// A value that is set only where none was sent works as a default does.
	if c := strings.ToLower(cond); !strings.HasPrefix(c, "new.") || !strings.HasSuffix(c, " is null") {
		run.doubt++
		defer func() { run.doubt-- }()
	}
	alternatives := []way{{s.crossed(cond, false), v.list("then_body")}}
	failed := s.crossed(cond, true)
	for _, e := range v.list("elsif_list") {
		_, one := e.kind()
		cond := one.query("cond")
		run.value(s, cond)
		alternatives = append(alternatives, way{append(slices.Clip(failed), s.crossed(cond, false)...), one.list("stmts")})
		failed = append(failed, s.crossed(cond, true)...)
	}
	return run.paths(s, append(alternatives, way{failed, v.list("else_body")}))
}

func (run *run) caseWhen(s *scope, v tree) bool {
	run.doubt++
	defer func() { run.doubt-- }()
	searched := v.query("t_expr") == ""
	var alternatives []way
	var failed []crossing
	for _, w := range v.list("case_when_list") {
		_, one := w.kind()
		here := way{failed, one.list("stmts")}
		if searched {
			here.conditions = append(slices.Clip(failed), s.crossed(one.query("expr"), false)...)
			failed = append(failed, s.crossed(one.query("expr"), true)...)
		}
		alternatives = append(alternatives, here)
	}
	// Without ELSE, a CASE that matches nothing is an error.
	if have, _ := v["have_else"].(bool); have {
		alternatives = append(alternatives, way{failed, v.list("else_stmts")})
	}
	return run.paths(s, alternatives)
}

// assign follows x := expression.
func (run *run) assign(s *scope, v tree) {
	target, expression := splitAssignment(v.query("expr"))
	if name := s.names[v.number("varno")]; name != "" && !strings.ContainsAny(target, ".[") {
		target = name // which an ALIAS may call otherwise
	}
	run.value(s, expression)
	given := s.expressionText(expression)
	target = strings.ToLower(strings.Trim(target, `" `))
	if strings.HasPrefix(target, "new.") {
		run.assignedToNew(s, strings.TrimPrefix(target, "new."), expression, given)
	}
	if at := strings.IndexByte(target, '['); at > 0 {
		target, given = target[:at], opaque("a part of "+target[:at]+" is set")
	}
	if _, ok := s.vars[target]; ok {
		given = s.castTo(given, s.types[target])
	}
	s.assignName(target, given)
}

// splitAssignment cuts "x := e" or "x = e".
func splitAssignment(text string) (target, expression string) {
	colon, equal := strings.Index(text, ":="), strings.IndexByte(text, '=')
	switch {
	case colon >= 0 && colon < equal:
		return text[:colon], text[colon+2:]
	case equal >= 0:
		return text[:equal], text[equal+1:]
	}
	return "", text
}

// assignedToNew notes what a trigger puts into the record that is stored: an
// expiry, a birth, or something that differs from one attempt to the next.
func (run *run) assignedToNew(s *scope, column, expression string, given value) {
	if s.trigger == nil {
		return
	}
	t := run.reader.db.Table(s.trigger.Table, nil)
	if t == nil {
		return
	}
	c, ok := t.Column(column)
	if !ok {
		return
	}
	switch role := run.reader.roles(t, c); {
	case role == Until:
		run.expiry(t, given, always(), "NEW."+column)
	case role == Birth && !isPresent(given, c):
		run.redated(t, column, "NEW."+column+" := "+expression)
	}
	if differs(expression) && slices.Contains(s.trigger.Events, "insert") {
		run.effects.Replaced = append(run.effects.Replaced, column)
	}
}

// differs reports whether an expression gives another value in each attempt:
// it asks a clock, a sequence or a source of random values.
func differs(expression string) bool {
	tree, err := sqltree.ParseExpression(expression)
	if err != nil {
		return false
	}
	found := false
	sqltree.Walk(tree, func(n *sqltree.Node) bool {
		if list := names(n.GetFuncCall().GetFuncname()); len(list) > 0 {
			name := strings.ToLower(list[len(list)-1])
			found = found || strings.Contains(name, "uuid") || strings.Contains(name, "random") || strings.HasSuffix(name, "timestamp") || name == "nextval" || name == "now"
		}
		found = found || n.GetSqlvalueFunction() != nil
		return !found
	})
	return found
}

// embedded follows an SQL statement and what it puts INTO variables.
func (run *run) embedded(s *scope, v tree, text string) {
	run.text(s, text)
	rows := s.selectionOf(text)
	s.assignName("found", value{kind: otherKind, set: rows})
	if into, _ := v["into"].(bool); !into {
		return
	}
	// What a query reads from tables is known no better in a variable; only
	// the rows it picks are.
	s.into(v.child("target"), rows)
}

// dynamic follows EXECUTE.
func (run *run) dynamic(s *scope, v tree) {
	run.dynamicText(s, v.query("query"), v.list("params"))
	if into, _ := v["into"].(bool); into {
		s.into(v.child("target"), &selection{reason: "it comes from a dynamic query"})
	}
}
