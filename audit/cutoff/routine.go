package cutoff

import (
	"slices"
	"strconv"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// callee resolves a call to the routines it may mean: those of the name that
// take so many arguments.
func (r *reader) callee(f *sqltree.FuncCall, s session) []*schema.Routine {
	list := names(f.GetFuncname())
	if len(list) == 0 {
		return nil
	}
	name := schema.Name{Name: list[len(list)-1]}
	if len(list) > 1 {
		name.Schema = list[len(list)-2]
	}
	var fitting []*schema.Routine
	for _, rt := range r.db.RoutinesNamed(name, s.path) {
		if accepts(rt, f.GetArgs()) {
			fitting = append(fitting, rt)
		}
	}
	return closest(fitting, f.GetArgs())
}

// accepts reports whether a routine can be called with these arguments.
func accepts(rt *schema.Routine, args []*sqltree.Node) bool {
	inputs := rt.Inputs()
	variadic := len(inputs) > 0 && inputs[len(inputs)-1].Mode == "variadic"
	// CALL passes a value for OUT parameters as well.
	if len(args) > len(inputs) && !variadic && !(rt.Procedure && len(args) <= len(rt.Params)) {
		return false
	}
	named := map[string]bool{}
	positional := 0
	for _, a := range args {
		if n := a.GetNamedArgExpr(); n != nil {
			named[strings.ToLower(n.GetName())] = true
		} else {
			positional++
		}
	}
	for n := range named {
		if !slices.ContainsFunc(inputs, func(p schema.Param) bool { return strings.EqualFold(p.Name, n) }) {
			return false
		}
	}
	for i, p := range inputs {
		if i >= positional && !named[strings.ToLower(p.Name)] && p.Default == "" && p.Mode != "variadic" {
			return false
		}
	}
	return true
}

func (r *reader) isUserFunction(f *sqltree.FuncCall, s session) bool {
	return len(r.callee(f, s)) > 0
}

// entry returns the scope that a routine's body begins in. args holds what the
// call passes; a nil call stands for one by somebody who was not read, which
// leaves the defaults.
func (s *scope) entry(rt *schema.Routine, call *sqltree.FuncCall) *scope {
	inner := &scope{reader: s.reader, session: s.session, vars: map[string]value{}, depth: s.depth + 1}
	if rt.SearchPath != nil {
		inner.session.path, inner.session.told = rt.SearchPath, true
	}
	if rt.TimeZone != "" && !sameZone(rt.TimeZone, s.session.zoneName()) {
		inner.session.zone = schema.ZoneNamed(rt.TimeZone)
	}
	for i, p := range rt.Inputs() {
		v := s.argument(rt, i, p, call)
		inner.params = append(inner.params, v)
		if p.Name != "" {
			inner.vars[strings.ToLower(p.Name)] = v
		}
		inner.vars["$"+strconv.Itoa(i+1)] = v
	}
	return inner
}

// argument is the value of one parameter: what the call passes, or its
// default, in the parameter's type.
func (s *scope) argument(rt *schema.Routine, i int, p schema.Param, call *sqltree.FuncCall) value {
	positional := 0
	for _, a := range call.GetArgs() {
		if n := a.GetNamedArgExpr(); n != nil {
			if strings.EqualFold(n.GetName(), p.Name) {
				return s.given(n.GetArg(), p.Type)
			}
			continue
		}
		if positional == i {
			return s.given(a, p.Type)
		}
		positional++
	}
	label := p.Name
	if label == "" {
		label = "$" + strconv.Itoa(i+1)
	}
	if p.Default == "" {
		v := opaque("the parameter " + label + " of " + rt.Name.String() + "() has no default, and nothing that was read passes one")
		v.passed = call == nil
		v.arg = rt.Name.String() + " " + label
		return s.castTo(v, p.Type)
	}
	tree, err := sqltree.ParseExpression(p.Default)
	if err != nil {
		return opaque("the default of " + label + " can't be read: " + err.Error())
	}
	return s.castTo((&scope{reader: s.reader, session: s.session}).eval(tree), p.Type)
}

// given is what a call passes for a parameter.
func (s *scope) given(argument *sqltree.Node, typ string) value {
	return s.castTo(s.givenOn(argument), typ)
}

// givenOn evaluates what a variable or a parameter is set to. Only what is
// given on unchanged is still the parameter, or the column, that it was.
func (s *scope) givenOn(n *sqltree.Node) value {
	v := s.eval(n)
	if !isReference(n) {
		v.arg, v.from = "", nil
	}
	v.passed = s.callerGives(n)
	if v.ages == nil && !v.isTime() {
		v.ages = s.agesIn(n)
	}
	return v
}

// userFunction evaluates a function of the database that is one expression.
func (s *scope) userFunction(f *sqltree.FuncCall) (value, bool) {
	inner, expression := s.inlined(f)
	if expression == nil {
		return value{}, false
	}
	return inner.eval(expression), true
}

// inlined returns the one expression that a function is, with the scope it is
// read in.
func (s *scope) inlined(f *sqltree.FuncCall) (*scope, *sqltree.Node) {
	fitting := s.reader.callee(f, s.session)
	if len(fitting) != 1 || s.tooDeep() {
		return nil, nil
	}
	rt := fitting[0]
	inner := s.entry(rt, f)
	switch rt.Language {
	case "sql":
		return inner, s.reader.oneExpression(rt)
	case "plpgsql":
		return inner, s.reader.oneReturn(rt, inner)
	}
	return nil, nil
}

// oneExpression returns the expression of an SQL function that does nothing
// but calculate; nil for any other.
func (r *reader) oneExpression(rt *schema.Routine) *sqltree.Node {
	text := rt.Body
	if rt.SQLBody != "" {
		text = strings.TrimSuffix(strings.TrimSpace(rt.SQLBody), ";")
		if len(text) > 6 && strings.EqualFold(text[:6], "return") {
			text = "select " + text[6:]
		}
	}
	statements, err := r.parse(text)
	if err != nil || len(statements) != 1 {
		return nil
	}
	query := statements[0].Tree.GetSelectStmt()
	if query == nil || len(query.GetTargetList()) != 1 || len(query.GetFromClause()) > 0 || query.GetWhereClause() != nil || cutsRows(query) {
		return nil
	}
	return query.GetTargetList()[0].GetResTarget().GetVal()
}
