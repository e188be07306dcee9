package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// routine is a function or a procedure.
type routine struct {
	schema.Routine
	source string // the statement that made it
}

func (r *reader) createRoutine(st *sqltree.CreateFunctionStmt) error {
	name, err := r.creation(qualified(st.GetFuncname()))
	if err != nil {
		return err
	}
	made := &routine{source: r.source}
	made.Name, made.Place, made.Procedure, made.Volatility = name, r.place(0), st.GetIsProcedure(), "volatile"
	made.Params = r.params(st.GetParameters())
	made.Returns = r.returns(st)
	if err := r.routineOptions(made, st.GetOptions()); err != nil {
		return err
	}
	if body := st.GetSqlBody(); body != nil {
		made.SQLBody = r.bodyText(body)
		if made.Language == "" {
			made.Language = "sql"
		}
	}
	if made.SearchPath == nil && !slices.Equal(r.path, []string{"public"}) && len(r.path) > 0 {
		// A script that looks its names up elsewhere means its routines to.
		made.SearchPath = slices.Clone(r.path)
	}
	return r.addRoutine(made, st.GetReplace())
}

func (r *reader) addRoutine(made *routine, replace bool) error {
	overloads := r.routines[made.Name]
	for i, other := range overloads {
		if other.signature() != made.signature() {
			continue
		}
		if !replace {
			return idle("%s exists already, so PostgreSQL refuses to create it again", made.Name)
		}
		overloads[i] = made
		return nil
	}
	r.routines[made.Name] = append(overloads, made)
	return nil
}

// signature tells overloads apart: the types of what a call passes.
func (r *routine) signature() string {
	var types []string
	for _, p := range r.Inputs() {
		types = append(types, p.Type)
	}
	return strings.Join(types, ", ")
}

// parameterType writes the type of a parameter or a result. PostgreSQL drops
// what is in brackets behind it.
func (r *reader) parameterType(t *sqltree.TypeName) string {
	text, own := r.typeText(t)
	if own != nil {
		text = own.name.Quoted() // not what a domain is over
	}
	if from, to := strings.IndexByte(text, '('), strings.IndexByte(text, ')'); from >= 0 && to > from {
		text = text[:from] + text[to+1:]
	}
	if text == "bpchar" {
		return "character"
	}
	return text
}

func (r *reader) params(nodes []*sqltree.Node) []schema.Param {
	var all []schema.Param
	position := 0
	for _, n := range nodes {
		p := n.GetFunctionParameter()
		one := schema.Param{Name: p.GetName(), Type: r.parameterType(p.GetArgType()), Mode: "in", Default: expressionText(p.GetDefexpr())}
		switch p.GetMode() {
		case sqltree.FunctionParameterMode_FUNC_PARAM_OUT:
			one.Mode = "out"
		case sqltree.FunctionParameterMode_FUNC_PARAM_TABLE:
			one.Mode = "table"
		case sqltree.FunctionParameterMode_FUNC_PARAM_INOUT:
			one.Mode = "inout"
		case sqltree.FunctionParameterMode_FUNC_PARAM_VARIADIC:
			one.Mode = "variadic"
		}
		if one.Mode != "out" && one.Mode != "table" {
			position++
			one.Position = position
		}
		all = append(all, one)
	}
	return all
}

// returns writes what a function returns. Out parameters decide where nothing
// is said: one gives its type, several a record.
func (r *reader) returns(st *sqltree.CreateFunctionStmt) string {
	if st.GetIsProcedure() {
		return ""
	}
	var outs []*sqltree.TypeName
	for _, n := range st.GetParameters() {
		switch p := n.GetFunctionParameter(); p.GetMode() {
		case sqltree.FunctionParameterMode_FUNC_PARAM_TABLE, sqltree.FunctionParameterMode_FUNC_PARAM_OUT,
			sqltree.FunctionParameterMode_FUNC_PARAM_INOUT:
			outs = append(outs, p.GetArgType())
		}
	}
	said := st.GetReturnType()
	switch {
	case len(outs) > 1:
		return "record"
	case len(outs) == 1:
		said = outs[0]
	case said == nil:
		return "void"
	}
	return r.parameterType(said)
}

func (r *reader) routineOptions(made *routine, options []*sqltree.Node) error {
	for _, n := range options {
		option := n.GetDefElem()
		switch option.GetDefname() {
		case "language":
			made.Language = strings.ToLower(option.GetArg().GetString_().GetSval())
		case "as":
			if parts := option.GetArg().GetList().GetItems(); len(parts) == 1 {
				made.Body = parts[0].GetString_().GetSval()
			}
		case "volatility":
			made.Volatility = option.GetArg().GetString_().GetSval()
		case "set":
			r.routineSetting(made, option.GetArg().GetVariableSetStmt())
		}
	}
	return nil
}

func (r *reader) routineSetting(made *routine, set *sqltree.VariableSetStmt) {
	switch strings.ToLower(set.GetName()) {
	case "search_path":
		made.SearchPath = r.settingPath(set)
	case "timezone":
		made.TimeZone, _ = settingText(set)
	}
	if set.GetKind() == sqltree.VariableSetKind_VAR_RESET_ALL {
		made.SearchPath, made.TimeZone = nil, ""
	}
}

// bodyText writes a BEGIN ATOMIC or RETURN body as PostgreSQL does.
func (r *reader) bodyText(body *sqltree.Node) string {
	if value := body.GetReturnStmt().GetReturnval(); value != nil {
		return "RETURN " + expressionText(value)
	}
	var b strings.Builder
	b.WriteString("BEGIN ATOMIC\n")
	for _, group := range body.GetList().GetItems() {
		for _, n := range group.GetList().GetItems() {
			if value := n.GetReturnStmt().GetReturnval(); value != nil {
				b.WriteString(" RETURN " + expressionText(value) + ";\n")
			} else {
				b.WriteString(" " + r.statementText(n) + ";\n")
			}
		}
	}
	return b.String() + "END"
}

// overloads returns the routines that a name with or without arguments means.
func (r *reader) overloads(object *sqltree.ObjectWithArgs) []*routine {
	all := lookup(r, r.routines, qualified(object.GetObjname()))
	if object.GetArgsUnspecified() {
		return all
	}
	var types []string
	for _, n := range object.GetObjargs() {
		types = append(types, r.parameterType(n.GetTypeName()))
	}
	want := strings.Join(types, ", ")
	for _, one := range all {
		if one.signature() == want {
			return []*routine{one}
		}
	}
	return nil
}

// one returns the single routine that a statement names.
func (r *reader) one(object *sqltree.ObjectWithArgs) (*routine, error) {
	found := r.overloads(object)
	switch len(found) {
	case 0:
		return nil, idle("no routine %s with these arguments is known here", qualified(object.GetObjname()))
	case 1:
		return found[0], nil
	}
	return nil, refused("several routines are called %s, and nothing says which is meant", qualified(object.GetObjname()))
}

func (r *reader) dropRoutine(st *sqltree.DropStmt, object *sqltree.ObjectWithArgs) error {
	found, err := r.one(object)
	if found == nil {
		if st.GetMissingOk() {
			return nil
		}
		return err
	}
	for _, t := range r.tables {
		uses := func(g *trigger) bool { return g.Function == found.Name }
		if !slices.ContainsFunc(t.triggers, uses) || found.Returns != "trigger" {
			continue
		}
		if st.GetBehavior() != sqltree.DropBehavior_DROP_CASCADE {
			return refused("a trigger calls %s, and CASCADE is not said", found.Name)
		}
		t.triggers = slices.DeleteFunc(t.triggers, uses)
	}
	r.forget(found)
	return nil
}

func (c *Catalog) forget(gone *routine) {
	c.routines[gone.Name] = without(c.routines[gone.Name], gone)
	if len(c.routines[gone.Name]) == 0 {
		delete(c.routines, gone.Name)
	}
}

// alterRoutine applies ALTER FUNCTION as far as it changes settings or
// volatility.
func (r *reader) alterRoutine(st *sqltree.AlterFunctionStmt) error {
	found, err := r.one(st.GetFunc())
	if err != nil {
		return err
	}
	return r.routineOptions(found, st.GetActions())
}

// routineName is the full name of a routine that a statement names, which a
// later script may be the one to make.
func (r *reader) routineName(name schema.Name) schema.Name {
	if found := lookup(r, r.routines, name); len(found) > 0 {
		return found[0].Name
	}
	return r.presumed(name)
}
