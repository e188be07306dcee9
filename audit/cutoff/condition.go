package cutoff

import (
	"slices"

	"idemaudit/audit/sqltree"
)

// holds tells at which ages of the record a condition can be true, or with
// not set, at which it can be false. A condition that is NULL removes nothing,
// either way round.
func (s *scope) holds(n *sqltree.Node, not bool) bound {
	if s.tooDeep() {
		return cannotTell("the condition nests too deep to be followed")
	}
	s.depth++
	defer func() { s.depth-- }()
	switch e := n.GetNode().(type) {
	case nil:
		return always()
	case *sqltree.Node_BoolExpr:
		return s.logic(e.BoolExpr, not)
	case *sqltree.Node_AExpr:
		return s.comparison(n, e.AExpr, not)
	case *sqltree.Node_SubLink:
		return s.subQuery(n, e.SubLink, not)
	case *sqltree.Node_NullTest:
		return s.nullTest(e.NullTest, not)
	case *sqltree.Node_BooleanTest:
		return s.booleanTest(e.BooleanTest, not)
	case *sqltree.Node_CoalesceExpr:
		return s.firstHolds(e.CoalesceExpr.GetArgs(), not)
	case *sqltree.Node_CaseExpr:
		return s.caseHolds(e.CaseExpr, not)
	case *sqltree.Node_AConst:
		return constantHolds(e.AConst, not)
	case *sqltree.Node_TypeCast:
		return s.holds(e.TypeCast.GetArg(), not)
	case *sqltree.Node_FuncCall:
		return s.callHolds(e.FuncCall, not)
	case *sqltree.Node_CurrentOfExpr:
		return s.currentOf(e.CurrentOfExpr)
	case *sqltree.Node_ColumnRef:
		if s.foundIt(e.ColumnRef) {
			if not {
				return neverHolds()
			}
			return always()
		}
		if s.same != nil {
			if inner, condition := s.readFrom(names(e.ColumnRef.GetFields())); condition != nil {
				return inner.holds(condition, not)
			}
		}
		if v := s.eval(n); v.kind == opaqueKind && s.variable(e.ColumnRef) {
			return cannotTell(v.reason)
		}
	}
	return always()
}

// variable reports whether a reference is one of PL/pgSQL's variables, whose
// condition may well have been a cut-off.
func (s *scope) variable(ref *sqltree.ColumnRef) bool {
	list := names(ref.GetFields())
	if len(list) != 1 {
		return false
	}
	_, ok := s.vars[list[0]]
	return ok
}

func (s *scope) logic(e *sqltree.BoolExpr, not bool) bound {
	switch e.GetBoolop() {
	case sqltree.BoolExprType_NOT_EXPR:
		return s.holds(e.GetArgs()[0], !not)
	case sqltree.BoolExprType_OR_EXPR:
		if not {
			return s.allHold(e.GetArgs(), true)
		}
		return s.anyHolds(e.GetArgs(), false)
	}
	if not {
		return s.anyHolds(e.GetArgs(), true)
	}
	return s.allHold(e.GetArgs(), false)
}

func (s *scope) anyHolds(args []*sqltree.Node, not bool) bound {
	whole, clockless := neverHolds(), 0
	for _, a := range args {
		b := s.holds(a, not)
		if s.claimed && b.decides == nil && b.known() && b.least == 0 && b.most == forever {
			clockless++
			continue
		}
		whole = either(whole, b)
	}
	if clockless == len(args) {
		return always()
	}
	return whole
}

// allHold reads conditions that must hold together. Equalities among them may
// say that two row sources show the same row, so they are read as a set.
func (s *scope) allHold(args []*sqltree.Node, not bool) bound {
	whole := always()
	if !not {
		whole = s.sameRow(args)
	}
	for _, a := range args {
		whole = both(whole, s.holds(a, not))
	}
	return whole
}

// firstHolds reads coalesce: the first condition that is not NULL decides.
func (s *scope) firstHolds(args []*sqltree.Node, not bool) bound {
	whole := neverHolds()
	for _, a := range args {
		whole = either(whole, s.holds(a, not))
		if !s.mayBeNull(a) {
			break
		}
	}
	return whole
}

func (s *scope) booleanTest(t *sqltree.BooleanTest, not bool) bound {
	test := t.GetBooltesttype()
	if test == sqltree.BoolTestType_IS_UNKNOWN || test == sqltree.BoolTestType_IS_NOT_UNKNOWN {
		return always()
	}
	negative := test == sqltree.BoolTestType_IS_NOT_TRUE || test == sqltree.BoolTestType_IS_NOT_FALSE
	isTrue := test == sqltree.BoolTestType_IS_TRUE || test == sqltree.BoolTestType_IS_NOT_TRUE
	negated := negative != not
	b := s.holds(t.GetArg(), isTrue == negated)
	if negated && s.mayBeNull(t.GetArg()) {
		return either(b, always()) // it also holds where the condition is NULL
	}
	return b
}

// nullTest reads IS [NOT] NULL, which a column of the record that never is NULL
// decides beforehand.
func (s *scope) nullTest(t *sqltree.NullTest, not bool) bound {
	isNull := (t.GetNulltesttype() == sqltree.NullTestType_IS_NULL) != not
	if it, name := s.source(t.GetArg()); isNull && it != nil && it.target {
		if c, ok := it.table.Column(name); ok && !c.Nullable {
			return neverHolds()
		}
	}
	if name, ok := s.variableColumn(t.GetArg()); isNull && ok {
		if c, ok := s.same.table.Column(name); ok && !c.Nullable {
			return neverHolds()
		}
	}
	return always()
}

// mayBeNull reports whether a condition can be NULL: all but those over
// columns that never are, and over constants and clocks.
func (s *scope) mayBeNull(n *sqltree.Node) bool {
	null := false
	sqltree.Walk(n, func(m *sqltree.Node) bool {
		switch e := m.GetNode().(type) {
		case *sqltree.Node_NullTest, *sqltree.Node_BooleanTest:
			return false
		case *sqltree.Node_CoalesceExpr:
			null = null || !slices.ContainsFunc(e.CoalesceExpr.GetArgs(), func(a *sqltree.Node) bool { return !s.mayBeNull(a) })
			return false
		case *sqltree.Node_ColumnRef:
			it, name := s.source(m)
			if s.neverNull(m) {
				return true
			}
			if it == nil || it.table == nil {
				null = true
			} else if c, ok := it.table.Column(name); !ok || c.Nullable {
				null = true
			}
		case *sqltree.Node_AConst:
			null = null || e.AConst.GetIsnull()
		case *sqltree.Node_SubLink, *sqltree.Node_ParamRef, *sqltree.Node_CaseExpr:
			null = true
		case *sqltree.Node_AExpr:
			null = null || e.AExpr.GetKind() == sqltree.A_Expr_Kind_AEXPR_NULLIF
		case *sqltree.Node_FuncCall:
			null = null || s.reader.isUserFunction(e.FuncCall, s.session)
		}
		return !null
	})
	return null
}

// neverNull reports whether a variable is one that the record followed gives a
// value.
func (s *scope) neverNull(n *sqltree.Node) bool {
	if s.foundIt(n.GetColumnRef()) {
		return true
	}
	name, ok := s.variableColumn(n)
	if !ok {
		return false
	}
	c, ok := s.same.table.Column(name)
	return ok && !c.Nullable
}

// caseHolds reads CASE in a condition: some branch must be taken whose result
// holds. That earlier branches were not taken only narrows it.
func (s *scope) caseHolds(c *sqltree.CaseExpr, not bool) bound {
	whole := neverHolds()
	for _, w := range c.GetArgs() {
		when := w.GetCaseWhen()
		taken := always()
		if c.GetArg() == nil {
			taken = s.holds(when.GetExpr(), false)
		}
		whole = either(whole, both(taken, s.holds(when.GetResult(), not)))
	}
	if c.GetDefresult() != nil {
		return either(whole, s.holds(c.GetDefresult(), not))
	}
	return whole
}

func constantHolds(c *sqltree.A_Const, not bool) bound {
	if c.GetIsnull() || c.GetBoolval() != nil && c.GetBoolval().GetBoolval() == not {
		return neverHolds()
	}
	return always()
}

// comparison reads an operator that yields true or false.
func (s *scope) comparison(n *sqltree.Node, e *sqltree.A_Expr, not bool) bound {
	switch e.GetKind() {
	case sqltree.A_Expr_Kind_AEXPR_BETWEEN, sqltree.A_Expr_Kind_AEXPR_BETWEEN_SYM:
		return s.betweenEnds(n, e, not)
	case sqltree.A_Expr_Kind_AEXPR_NOT_BETWEEN, sqltree.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return s.betweenEnds(n, e, !not)
	case sqltree.A_Expr_Kind_AEXPR_IN:
		return s.inList(n, e, not)
	case sqltree.A_Expr_Kind_AEXPR_OP_ANY, sqltree.A_Expr_Kind_AEXPR_OP_ALL:
		return s.withArray(n, e, not)
	case sqltree.A_Expr_Kind_AEXPR_OP:
	default:
		return s.clockless(n, e.GetLexpr(), e.GetRexpr())
	}
	if row := e.GetLexpr().GetRowExpr(); row != nil {
		return s.rowComparison(n, e, not)
	}
	if e.GetLexpr() == nil {
		return s.clockless(n, e.GetRexpr())
	}
	op := operatorName(e)
	if not {
		op = opposite(op)
	}
	return s.compare(n, op, s.eval(e.GetLexpr()), s.eval(e.GetRexpr()))
}

// opposite is the operator that holds where op is false.
func opposite(op string) string {
	switch op {
	case "<":
		return ">="
	case "<=":
		return ">"
	case ">":
		return "<="
	case ">=":
		return "<"
	case "=":
		return "<>"
	}
	return "="
}
