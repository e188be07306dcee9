package cutoff

import (
	"idemaudit/audit/sqltree"
)

// subQuery reads EXISTS (…), IN (SELECT …) and = ANY (SELECT …).
func (s *scope) subQuery(n *sqltree.Node, l *sqltree.SubLink, not bool) bound {
	query := l.GetSubselect().GetSelectStmt()
	if query == nil || not {
		return always()
	}
	rows := &selection{query: query, scope: s}
	switch l.GetSubLinkType() {
	case sqltree.SubLinkType_EXISTS_SUBLINK:
		return s.decidedWithin(n, rows.holds())
	case sqltree.SubLinkType_ANY_SUBLINK:
		if op := names(l.GetOperName()); len(op) > 0 && op[len(op)-1] != "=" {
			return s.comparedWithQuery(n, op[len(op)-1], l)
		}
		return s.decidedWithin(n, s.among(rows, l.GetTestexpr()))
	case sqltree.SubLinkType_EXPR_SUBLINK:
		return rows.firstHolds()
	}
	return always()
}

// decidedWithin names the whole sub-query as deciding where nothing inside it
// does.
func (s *scope) decidedWithin(n *sqltree.Node, b bound) bound {
	if b.decides == nil && b.reason != "" {
		return s.decidedBy(n, b)
	}
	return b
}

// firstHolds reads a sub-select that yields one condition.
func (x *selection) firstHolds() bound {
	if len(x.query.GetTargetList()) != 1 || len(x.query.GetFromClause()) > 0 {
		return always()
	}
	return x.inner().holds(x.query.GetTargetList()[0].GetResTarget().GetVal(), false)
}

// among tells the ages at which the record is among the rows that a query
// picks by the columns tested.
func (s *scope) among(rows *selection, test *sqltree.Node) bound {
	tested := []*sqltree.Node{test}
	if row := test.GetRowExpr(); row != nil {
		tested = row.GetArgs()
	}
	target := s.target()
	if target == nil || target.table == nil {
		return rows.holds()
	}
	var marked *selection
	var columns []string
	for i, t := range tested {
		it, column := s.source(t)
		if it == nil || it != target {
			continue
		}
		m, name := rows.origin(i, target.table)
		if m != nil && name == column {
			marked = m
			columns = append(columns, column)
		}
	}
	if marked != nil && s.reader.identifies(target.table, columns) {
		return marked.holds()
	}
	return both(rows.holds(), s.comparedColumns(rows, tested))
}

// comparedColumns reads x IN (SELECT y) as x = y.
func (s *scope) comparedColumns(rows *selection, tested []*sqltree.Node) bound {
	whole := always()
	for i, t := range tested {
		whole = both(whole, s.compare(t, "=", s.eval(t), rows.columnAt(i)))
	}
	return whole
}

// comparedWithQuery reads x < ANY (SELECT y).
func (s *scope) comparedWithQuery(n *sqltree.Node, op string, l *sqltree.SubLink) bound {
	rows := &selection{query: l.GetSubselect().GetSelectStmt(), scope: s}
	return s.compare(n, op, s.eval(l.GetTestexpr()), rows.columnAt(0))
}

func (s *scope) betweenEnds(n *sqltree.Node, e *sqltree.A_Expr, not bool) bound {
	ends := e.GetRexpr().GetList().GetItems()
	if len(ends) != 2 {
		return always()
	}
	v, low, high := s.eval(e.GetLexpr()), s.eval(ends[0]), s.eval(ends[1])
	kind := e.GetKind()
	symmetric := kind == sqltree.A_Expr_Kind_AEXPR_BETWEEN_SYM || kind == sqltree.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM
	inside := both(s.compare(n, ">=", v, low), s.compare(n, "<=", v, high))
	outside := either(s.compare(n, "<", v, low), s.compare(n, ">", v, high))
	if symmetric { // the ends may stand the other way round
		inside = either(inside, both(s.compare(n, ">=", v, high), s.compare(n, "<=", v, low)))
		outside = either(outside, either(s.compare(n, "<", v, high), s.compare(n, ">", v, low)))
	}
	if not {
		return outside
	}
	return inside
}

func (s *scope) inList(n *sqltree.Node, e *sqltree.A_Expr, not bool) bound {
	negated := operatorName(e) == "<>"
	v := s.eval(e.GetLexpr())
	if negated != not {
		return s.clockless(n, append([]*sqltree.Node{e.GetLexpr()}, e.GetRexpr().GetList().GetItems()...)...)
	}
	whole := neverHolds()
	for _, one := range e.GetRexpr().GetList().GetItems() {
		whole = either(whole, s.compare(n, "=", v, s.eval(one)))
	}
	return whole
}

// withArray reads x op ANY (array) and x op ALL (array).
func (s *scope) withArray(n *sqltree.Node, e *sqltree.A_Expr, not bool) bound {
	v := s.eval(e.GetLexpr())
	array := e.GetRexpr()
	for array.GetTypeCast() != nil {
		array = array.GetTypeCast().GetArg()
	}
	elements := array.GetAArrayExpr().GetElements()
	if len(elements) == 0 {
		if v.isTime() {
			return s.decidedBy(n, cannotTell("it compares with an array that is not constant"))
		}
		return s.clockless(n, e.GetLexpr(), array)
	}
	op := operatorName(e)
	every := e.GetKind() == sqltree.A_Expr_Kind_AEXPR_OP_ALL
	if not { // it fails for one where it is not true of all, and for all where of none
		op, every = opposite(op), !every
	}
	whole := neverHolds()
	if every {
		whole = always()
	}
	for _, one := range elements {
		b := s.compare(n, op, v, s.eval(one))
		if every {
			whole = both(whole, b)
		} else {
			whole = either(whole, b)
		}
	}
	return whole
}

// rowComparison reads (a, b) = (x, y). Any other operator is decided by the
// first column unless that is equal, and by it alone a bound is given.
func (s *scope) rowComparison(n *sqltree.Node, e *sqltree.A_Expr, not bool) bound {
	left, right := e.GetLexpr().GetRowExpr().GetArgs(), e.GetRexpr().GetRowExpr().GetArgs()
	if len(left) == 0 || len(left) != len(right) {
		return s.decidedBy(n, cannotTell("it compares rows in a way that is not followed"))
	}
	op := operatorName(e)
	if not {
		op = opposite(op)
	}
	if op == "=" {
		whole := always()
		for i := range left {
			whole = both(whole, s.compare(n, "=", s.eval(left[i]), s.eval(right[i])))
		}
		return whole
	}
	if op == "<" {
		op = "<="
	} else if op == ">" {
		op = ">="
	}
	return s.compare(n, op, s.eval(left[0]), s.eval(right[0]))
}

// clockless is the bound of a condition of a kind that is not solved. It may
// hold at any age; only what is opaque in it is said to be so.
func (s *scope) clockless(n *sqltree.Node, operands ...*sqltree.Node) bound {
	for _, o := range operands {
		if v := s.eval(o); v.kind == opaqueKind {
			return s.decidedBy(n, cannotTell(v.reason))
		}
	}
	return always()
}

// callHolds reads a function that yields a condition.
func (s *scope) callHolds(f *sqltree.FuncCall, not bool) bound {
	if inner, condition := s.inlined(f); condition != nil {
		return inner.holds(condition, not)
	}
	for _, a := range f.GetArgs() {
		if v := s.eval(a); v.hasClock() {
			return cannotTell("the condition is made by a function that is not followed")
		}
	}
	if s.reader.isUserFunction(f, s.session) {
		return cannotTell("the condition is made by a function that is not followed")
	}
	return always()
}
