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
	return fact.IndexColumn{Expression: text, Uses: columnsOf(tree), Bucket: cutsTime(tree), NullSafe: given(false).neverNull(tree), MakesNull: !given(true).neverNull(tree)}
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

// given says whether the columns that an expression reads are taken to hold
// values.
type given bool

// neverNull reports whether an expression gives a value whatever else the
// columns it reads hold.
func (g given) neverNull(n *sqltree.Node) bool {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_ColumnRef:
		return bool(g)
	case *sqltree.Node_AConst:
		return !e.AConst.GetIsnull()
	case *sqltree.Node_NullTest, *sqltree.Node_BooleanTest, *sqltree.Node_AArrayExpr, *sqltree.Node_RowExpr:
		return true
	case *sqltree.Node_TypeCast:
		return g.neverNull(e.TypeCast.GetArg())
	case *sqltree.Node_CollateClause:
		return g.neverNull(e.CollateClause.GetArg())
	case *sqltree.Node_CoalesceExpr:
		return slices.ContainsFunc(e.CoalesceExpr.GetArgs(), g.neverNull)
	case *sqltree.Node_CaseExpr:
		return g.caseNeverNull(e.CaseExpr)
	case *sqltree.Node_BoolExpr:
		return g.allNeverNull(e.BoolExpr.GetArgs())
	case *sqltree.Node_AExpr:
		return g.operatorNeverNull(e.AExpr)
	case *sqltree.Node_FuncCall:
		return g.callNeverNull(e.FuncCall)
	}
	return false
}

func (g given) allNeverNull(all []*sqltree.Node) bool {
	return !slices.ContainsFunc(all, func(n *sqltree.Node) bool { return !g.neverNull(n) })
}

func (g given) caseNeverNull(c *sqltree.CaseExpr) bool {
	for _, branch := range c.GetArgs() {
		if !g.neverNull(branch.GetCaseWhen().GetResult()) {
			return false
		}
	}
	return g.neverNull(c.GetDefresult())
}

func (g given) operatorNeverNull(e *sqltree.A_Expr) bool {
	switch e.GetKind() {
	case sqltree.A_Expr_Kind_AEXPR_DISTINCT, sqltree.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return true
	}
	switch operator(e) {
	case "||", "=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "%":
		return g.neverNull(e.GetLexpr()) && g.neverNull(e.GetRexpr())
	}
	return false
}

func (g given) callNeverNull(call *sqltree.FuncCall) bool {
	if lastName(call.GetFuncname()) == "digest" {
		return g.allNeverNull(call.GetArgs()) // of pgcrypto, in whatever schema
	}
	if !isBuiltIn(call.GetFuncname()) {
		return false
	}
	switch lastName(call.GetFuncname()) {
	case "concat", "num_nulls", "num_nonnulls", "json_build_array", "json_build_object", "jsonb_build_array", "jsonb_build_object":
		return true
	case "abs", "btrim", "ceil", "char_length", "convert_to", "date", "date_bin", "date_part", "date_trunc", "decode", "encode", "extract",
		"floor", "hashtext", "hashtextextended", "initcap", "left", "length", "lower", "lpad", "ltrim", "md5", "mod", "octet_length",
		"repeat", "replace", "reverse", "right", "round", "rpad", "rtrim", "sha224", "sha256", "sha384", "sha512", "split_part",
		"substr", "text", "timezone", "to_hex", "translate", "trunc", "upper", "varchar":
		return g.allNeverNull(call.GetArgs())
	}
	return false
}
