package definition

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// IndexExpression reads one key column of an index from its text, as
// pg_get_indexdef or CREATE INDEX writes it. A text it can't parse stands as
// an expression that uses no known column.
func IndexExpression(text string) fact.IndexColumn {
	tree, err := sqltree.ParseExpression(text)
	if err != nil {
		return fact.IndexColumn{Expression: text}
	}
	plain := tree
	for plain.GetCollateClause() != nil {
		plain = plain.GetCollateClause().GetArg()
	}
	if name, ok := column(plain); ok {
		return fact.IndexColumn{Column: name}
	}
	return fact.IndexColumn{Expression: text, Uses: columnsOf(tree), Bucket: cutsTime(tree), NullSafe: neverNull(tree)}
}

// Columns returns the columns that an expression reads, each once, in the
// order they occur; none for a text that can't be parsed.
func Columns(text string) []string {
	tree, err := sqltree.ParseExpression(text)
	if err != nil {
		return nil
	}
	return columnsOf(tree)
}

func columnsOf(tree *sqltree.Node) []string {
	var names []string
	walk(tree, func(n *sqltree.Node) {
		if name, ok := column(n); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

// cutsTime reports whether an expression cuts time into pieces: it gives one
// value for all moments of an hour or a day and another for the next. Only
// expressions that read a column count, since a constant has no edges.
func cutsTime(tree *sqltree.Node) bool {
	cuts := false
	walk(tree, func(n *sqltree.Node) {
		if cutsHere(n) && len(columnsOf(n)) > 0 {
			cuts = true
		}
	})
	return cuts
}

func cutsHere(n *sqltree.Node) bool {
	if cast := n.GetTypeCast(); cast != nil {
		return lastName(cast.GetTypeName().GetNames()) == "date"
	}
	call := n.GetFuncCall()
	if call == nil {
		return false
	}
	switch lastName(call.GetFuncname()) {
	case "date_trunc", "date_bin", "date_part", "extract", "date", "time_bucket", "time_bucket_gapfill":
		return true
	}
	return false
}

// neverNull reports whether an expression gives a value whatever the columns
// it reads hold.
func neverNull(n *sqltree.Node) bool {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_AConst:
		return !e.AConst.GetIsnull()
	case *sqltree.Node_NullTest, *sqltree.Node_BooleanTest, *sqltree.Node_AArrayExpr, *sqltree.Node_RowExpr:
		return true
	case *sqltree.Node_TypeCast:
		return neverNull(e.TypeCast.GetArg())
	case *sqltree.Node_CollateClause:
		return neverNull(e.CollateClause.GetArg())
	case *sqltree.Node_CoalesceExpr:
		return slices.ContainsFunc(e.CoalesceExpr.GetArgs(), neverNull)
	case *sqltree.Node_CaseExpr:
		return caseNeverNull(e.CaseExpr)
	case *sqltree.Node_BoolExpr:
		return allNeverNull(e.BoolExpr.GetArgs())
	case *sqltree.Node_AExpr:
		return operatorNeverNull(e.AExpr)
	case *sqltree.Node_FuncCall:
		return callNeverNull(e.FuncCall)
	}
	return false
}

func allNeverNull(all []*sqltree.Node) bool {
	return !slices.ContainsFunc(all, func(n *sqltree.Node) bool { return !neverNull(n) })
}

func caseNeverNull(c *sqltree.CaseExpr) bool {
	for _, branch := range c.GetArgs() {
		if !neverNull(branch.GetCaseWhen().GetResult()) {
			return false
		}
	}
	return neverNull(c.GetDefresult())
}

func operatorNeverNull(e *sqltree.A_Expr) bool {
	switch e.GetKind() {
	case sqltree.A_Expr_Kind_AEXPR_DISTINCT, sqltree.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return true
	}
	switch operator(e) {
	case "||", "=", "<>", "<", "<=", ">", ">=", "+", "-", "*":
		return neverNull(e.GetLexpr()) && neverNull(e.GetRexpr())
	}
	return false
}

func callNeverNull(call *sqltree.FuncCall) bool {
	if !isBuiltIn(call.GetFuncname()) {
		return false
	}
	switch lastName(call.GetFuncname()) {
	case "concat", "num_nulls", "num_nonnulls", "json_build_array", "json_build_object", "jsonb_build_array", "jsonb_build_object":
		return true
	case "btrim", "date_trunc", "encode", "hashtext", "hashtextextended", "length", "lower", "ltrim", "md5", "replace",
		"rtrim", "sha256", "text", "upper", "varchar":
		return allNeverNull(call.GetArgs())
	}
	return false
}
