package catalog

import "idemaudit/audit/sqltree"

// columnName returns the name that PostgreSQL gives a column made from an
// expression; empty where it finds none.
func columnName(n *sqltree.Node) string {
	name, _ := nameWithStrength(n)
	return name
}

// nameWithStrength tells how good a name is: 2 for one that stands in the
// expression, 1 for a type or a keyword, which gives way to a better one
// further in, 0 for none.
func nameWithStrength(n *sqltree.Node) (string, int) {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_ColumnRef:
		return lastField(e.ColumnRef.GetFields())
	case *sqltree.Node_AIndirection:
		if name, strength := lastField(e.AIndirection.GetIndirection()); strength > 0 {
			return name, strength
		}
		return nameWithStrength(e.AIndirection.GetArg())
	case *sqltree.Node_FuncCall:
		return qualified(e.FuncCall.GetFuncname()).Name, 2
	case *sqltree.Node_AExpr:
		if e.AExpr.GetKind() == sqltree.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", 2
		}
	case *sqltree.Node_TypeCast:
		if name, strength := nameWithStrength(e.TypeCast.GetArg()); strength > 1 {
			return name, strength
		}
		return qualified(e.TypeCast.GetTypeName().GetNames()).Name, 1
	case *sqltree.Node_CollateClause:
		return nameWithStrength(e.CollateClause.GetArg())
	case *sqltree.Node_CaseExpr:
		if name, strength := nameWithStrength(e.CaseExpr.GetDefresult()); strength > 1 {
			return name, strength
		}
		return "case", 1
	}
	return keywordName(n)
}

func keywordName(n *sqltree.Node) (string, int) {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_SubLink:
		return subqueryName(e.SubLink)
	case *sqltree.Node_AArrayExpr:
		return "array", 2
	case *sqltree.Node_RowExpr:
		return "row", 2
	case *sqltree.Node_CoalesceExpr:
		return "coalesce", 2
	case *sqltree.Node_MinMaxExpr:
		if e.MinMaxExpr.GetOp() == sqltree.MinMaxOp_IS_LEAST {
			return "least", 2
		}
		return "greatest", 2
	case *sqltree.Node_SqlvalueFunction:
		return clockName(e.SqlvalueFunction.GetOp()), 2
	}
	return "", 0
}

func lastField(fields []*sqltree.Node) (string, int) {
	for i := len(fields) - 1; i >= 0; i-- {
		if name := fields[i].GetString_(); name != nil {
			return name.GetSval(), 2
		}
	}
	return "", 0
}

func subqueryName(link *sqltree.SubLink) (string, int) {
	switch link.GetSubLinkType() {
	case sqltree.SubLinkType_EXISTS_SUBLINK:
		return "exists", 2
	case sqltree.SubLinkType_ARRAY_SUBLINK:
		return "array", 2
	case sqltree.SubLinkType_EXPR_SUBLINK:
		if targets := link.GetSubselect().GetSelectStmt().GetTargetList(); len(targets) > 0 {
			return targetName(targets[0].GetResTarget())
		}
	}
	return "", 0
}

// targetName returns the name of a column that a query gives.
func targetName(target *sqltree.ResTarget) (string, int) {
	if target.GetName() != "" {
		return target.GetName(), 2
	}
	return nameWithStrength(target.GetVal())
}

func clockName(op sqltree.SQLValueFunctionOp) string {
	switch op {
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
		return "current_date"
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIME, sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:
		return "current_time"
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N:
		return "current_timestamp"
	case sqltree.SQLValueFunctionOp_SVFOP_LOCALTIME, sqltree.SQLValueFunctionOp_SVFOP_LOCALTIME_N:
		return "localtime"
	case sqltree.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP, sqltree.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:
		return "localtimestamp"
	}
	return "current_user"
}
