package definition

import "idemaudit/audit/sqltree"

// children returns the expressions directly below n; known is false for a kind
// of expression that this package does not look into.
func children(n *sqltree.Node) (below []*sqltree.Node, known bool) {
	switch e := n.GetNode().(type) {
	case nil, *sqltree.Node_AConst, *sqltree.Node_ColumnRef, *sqltree.Node_SqlvalueFunction, *sqltree.Node_String_:
		return nil, true
	case *sqltree.Node_FuncCall:
		return e.FuncCall.GetArgs(), true
	case *sqltree.Node_TypeCast:
		return []*sqltree.Node{e.TypeCast.GetArg()}, true
	case *sqltree.Node_CollateClause:
		return []*sqltree.Node{e.CollateClause.GetArg()}, true
	case *sqltree.Node_AExpr:
		return []*sqltree.Node{e.AExpr.GetLexpr(), e.AExpr.GetRexpr()}, true
	case *sqltree.Node_BoolExpr:
		return e.BoolExpr.GetArgs(), true
	case *sqltree.Node_NullTest:
		return []*sqltree.Node{e.NullTest.GetArg()}, true
	case *sqltree.Node_BooleanTest:
		return []*sqltree.Node{e.BooleanTest.GetArg()}, true
	case *sqltree.Node_CoalesceExpr:
		return e.CoalesceExpr.GetArgs(), true
	case *sqltree.Node_MinMaxExpr:
		return e.MinMaxExpr.GetArgs(), true
	case *sqltree.Node_CaseExpr:
		return caseParts(e.CaseExpr), true
	case *sqltree.Node_NamedArgExpr:
		return []*sqltree.Node{e.NamedArgExpr.GetArg()}, true
	case *sqltree.Node_AArrayExpr:
		return e.AArrayExpr.GetElements(), true
	case *sqltree.Node_RowExpr:
		return e.RowExpr.GetArgs(), true
	case *sqltree.Node_List:
		return e.List.GetItems(), true
	}
	return nil, false
}

func caseParts(c *sqltree.CaseExpr) []*sqltree.Node {
	parts := []*sqltree.Node{c.GetArg(), c.GetDefresult()}
	for _, branch := range c.GetArgs() {
		parts = append(parts, branch.GetCaseWhen().GetExpr(), branch.GetCaseWhen().GetResult())
	}
	return parts
}

// walk calls visit for n and every expression below it.
func walk(n *sqltree.Node, visit func(*sqltree.Node)) {
	if n == nil {
		return
	}
	visit(n)
	parts, _ := children(n)
	for _, part := range parts {
		walk(part, visit)
	}
}

// column returns the name of a plain column reference, as in the grammar's
// list of names (the last of "table.column").
func column(n *sqltree.Node) (string, bool) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 {
		return "", false
	}
	name := fields[len(fields)-1].GetString_()
	return name.GetSval(), name != nil
}

func lastName(names []*sqltree.Node) string {
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1].GetString_().GetSval()
}

// operator returns the name of an operator, empty for one of another schema
// than PostgreSQL's own.
func operator(e *sqltree.A_Expr) string {
	if e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP || !isBuiltIn(e.GetName()) {
		return ""
	}
	return lastName(e.GetName())
}

// isBuiltIn reports whether a name has no schema, or PostgreSQL's own.
func isBuiltIn(names []*sqltree.Node) bool {
	return len(names) == 1 || len(names) == 2 && names[0].GetString_().GetSval() == "pg_catalog"
}
