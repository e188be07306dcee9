package cutoff

import (
	"strings"
)

// loop follows a loop's body once, after every variable that it sets has been
// given up: what it holds in a later round can't be told.
func (run *run) loop(s *scope, kind string, v tree) {
	run.value(s, v.query("cond"))
	body := v.list("body")
	s.forget(body)
	b := s.branch()
	run.loopVariable(b, kind, v)
	before := run.path
	run.block(b, body)
	run.path = before
	s.assignName("found", value{kind: otherKind})
}

func (run *run) loopVariable(s *scope, kind string, v tree) {
	switch kind {
	case "fors":
		text := v.query("query")
		run.text(s, text)
		s.into(v.child("var"), s.selectionOf(text))
	case "forc":
		s.into(v.child("var"), s.cursorRows(v.number("curvar")))
	case "dynfors":
		run.dynamicText(s, v.query("query"), v.list("params"))
		s.into(v.child("var"), &selection{reason: "it comes from a dynamic query"})
	case "fori":
		low, high := s.expressionText(v.query("lower")), s.expressionText(v.query("upper"))
		_, target := v.child("var").kind()
		s.assignName(target.text("refname"), join(low, high))
	case "foreach_a":
		array := s.expressionText(v.query("expr"))
		if name := s.names[v.number("varno")]; name != "" {
			s.assignName(name, array)
		}
	}
}

// cursorRows returns the rows of a bound cursor.
func (s *scope) cursorRows(number int) *selection {
	if v := s.vars[s.names[number]]; v.set != nil {
		return v.set
	}
	return &selection{reason: "it comes from a cursor that is bound elsewhere"}
}

// forget gives up the variables that statements set.
func (s *scope) forget(statements []tree) {
	for _, st := range statements {
		forgetIn(map[string]any(st), func(name string) {
			if _, ok := s.vars[name]; ok {
				s.vars[name] = opaque("the variable " + name + " changes on the way here")
			}
		}, s.names)
	}
}

// forgetIn finds the variables that any statement below sets.
func forgetIn(n any, set func(string), byNumber map[int]string) {
	switch m := n.(type) {
	case []any:
		for _, one := range m {
			forgetIn(one, set, byNumber)
		}
	case map[string]any:
		for name, one := range m {
			switch t := tree(m); name {
			case "varno":
				set(byNumber[t.number("varno")])
			case "target", "var":
				if n, ok := m[name].(float64); ok {
					set(byNumber[int(n)])
				}
				for _, target := range targetNames(t.child(name)) {
					set(target)
				}
			}
			forgetIn(one, set, byNumber)
		}
	}
}

// targetNames lists the variables that INTO or a loop sets.
func targetNames(target tree) []string {
	kind, v := target.kind()
	if kind != "row" {
		return []string{strings.ToLower(v.text("refname"))}
	}
	var all []string
	for _, f := range v.list("fields") {
		all = append(all, strings.ToLower(f.text("name")))
	}
	return all
}

// into gives the variables of INTO or of a loop the columns of a query.
func (s *scope) into(target tree, rows *selection) {
	kind, _ := target.kind()
	for i, name := range targetNames(target) {
		switch {
		case kind == "rec":
			s.assignName(name, value{kind: otherKind, set: rows})
		case rows.query == nil:
			s.assignName(name, opaque(name+" was not read: "+rows.reason))
		default:
			s.assignName(name, s.inType(name, rows.variable(i)))
		}
	}
}

// inType is a value as a variable of a declared type takes it.
func (s *scope) inType(name string, v value) value {
	if typ, ok := s.types[strings.ToLower(name)]; ok {
		return s.castTo(v, typ)
	}
	return v
}

// variable is what a variable holds that a query's column is read into.
func (x *selection) variable(column int) value {
	v := x.columnAt(column)
	read := *x
	read.column = column
	v.from = &read
	return v
}

func (s *scope) assignName(name string, v value) {
	if name != "" {
		v.arg = ""
		s.vars[strings.ToLower(name)] = v
	}
}

// passedOut gives up the variables that a CALL names as arguments: an OUT
// parameter sets one.
func (s *scope) passedOut(call string) {
	statements, err := s.reader.parse(call)
	if err != nil || len(statements) != 1 {
		return
	}
	for _, a := range statements[0].Tree.GetCallStmt().GetFunccall().GetArgs() {
		if list := names(a.GetColumnRef().GetFields()); len(list) == 1 {
			if _, ok := s.vars[strings.ToLower(list[0])]; ok {
				s.assignName(list[0], opaque("the variable "+list[0]+" is set by a procedure"))
			}
		}
	}
}
