package definition

import (
	"slices"

	"idemaudit/audit/sqltree"
)

// OnlyNotNull reports whether the predicate of a partial index does no more
// than ask that columns be NOT NULL, all of them among the given ones: the
// index's own. Such an index leaves out only rows that a plain one would not
// refuse either, since NULLs are distinct.
func OnlyNotNull(predicate string, columns []string) bool {
	tree, err := sqltree.ParseExpression(predicate)
	return err == nil && asksNotNull(tree, columns)
}

func asksNotNull(n *sqltree.Node, columns []string) bool {
	if test := n.GetNullTest(); test != nil {
		return test.GetNulltesttype() == sqltree.NullTestType_IS_NOT_NULL && isOneOf(test.GetArg(), columns)
	}
	all := n.GetBoolExpr()
	if all == nil {
		return false
	}
	if all.GetBoolop() == sqltree.BoolExprType_NOT_EXPR {
		test := all.GetArgs()[0].GetNullTest()
		return test.GetNulltesttype() == sqltree.NullTestType_IS_NULL && isOneOf(test.GetArg(), columns)
	}
	return !slices.ContainsFunc(all.GetArgs(), func(part *sqltree.Node) bool { return !asksNotNull(part, columns) })
}

// isOneOf reports whether n is one of the columns, cast or not: a cast gives
// NULL only for NULL.
func isOneOf(n *sqltree.Node, columns []string) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().GetArg()
	}
	name, ok := column(n)
	return ok && slices.Contains(columns, name)
}
