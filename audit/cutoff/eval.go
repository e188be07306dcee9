package cutoff

import (
	"strconv"
	"strings"
	"time"

	"idemaudit/audit/sqltree"
)

// eval tells what an expression can be.
func (s *scope) eval(n *sqltree.Node) value {
	if s.tooDeep() {
		return opaque("the expression nests too deep to be followed")
	}
	s.depth++
	defer func() { s.depth-- }()
	switch e := n.GetNode().(type) {
	case *sqltree.Node_AConst:
		return constantOf(e.AConst)
	case *sqltree.Node_ColumnRef:
		return s.columnRef(e.ColumnRef)
	case *sqltree.Node_ParamRef:
		return s.param(int(e.ParamRef.GetNumber()))
	case *sqltree.Node_SqlvalueFunction:
		return s.clockValue(e.SqlvalueFunction)
	case *sqltree.Node_TypeCast:
		return s.cast(e.TypeCast)
	case *sqltree.Node_AExpr:
		return s.operator(e.AExpr)
	case *sqltree.Node_FuncCall:
		return s.call(e.FuncCall)
	case *sqltree.Node_CoalesceExpr:
		return s.joinAll(e.CoalesceExpr.GetArgs())
	case *sqltree.Node_MinMaxExpr:
		return s.minMax(e.MinMaxExpr)
	case *sqltree.Node_CaseExpr:
		return s.caseValue(e.CaseExpr)
	case *sqltree.Node_SubLink:
		return s.subLink(e.SubLink)
	case *sqltree.Node_CollateClause:
		return s.eval(e.CollateClause.GetArg())
	case *sqltree.Node_NamedArgExpr:
		return s.eval(e.NamedArgExpr.GetArg())
	case *sqltree.Node_BoolExpr, *sqltree.Node_NullTest, *sqltree.Node_BooleanTest:
		return value{kind: otherKind}
	case *sqltree.Node_AArrayExpr, *sqltree.Node_RowExpr, *sqltree.Node_List:
		return value{kind: otherKind}
	}
	return opaque("an expression of this kind is not followed")
}

func constantOf(c *sqltree.A_Const) value {
	switch {
	case c.GetIsnull():
		return value{kind: nullKind}
	case c.GetFval() != nil:
		n, err := strconv.ParseFloat(c.GetFval().GetFval(), 64)
		if err != nil {
			return opaque("the number " + c.GetFval().GetFval() + " can't be read")
		}
		return constantNumber(n)
	case c.GetSval() != nil:
		return constantText(c.GetSval().GetSval())
	case c.GetBoolval() != nil, c.GetBsval() != nil:
		return value{kind: otherKind}
	}
	n := constantNumber(float64(c.GetIval().GetIval()))
	n.whole = true
	return n
}

func (s *scope) columnRef(ref *sqltree.ColumnRef) value {
	fields := ref.GetFields()
	parts := make([]string, 0, len(fields))
	for _, f := range fields {
		if f.GetString_() == nil {
			return value{kind: otherKind} // row.*
		}
		parts = append(parts, f.GetString_().GetSval())
	}
	return s.column(parts)
}

func (s *scope) param(number int) value {
	if number >= 1 && number <= len(s.params) {
		return s.params[number-1]
	}
	return opaque("$" + strconv.Itoa(number) + " is a parameter whose value is not told")
}

// clockValue is current_date and its kin.
func (s *scope) clockValue(f *sqltree.SQLValueFunction) value {
	switch f.GetOp() {
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
		return s.toDate(now())
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, sqltree.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N:
		return now()
	case sqltree.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP, sqltree.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:
		return s.session.asLocal(now())
	}
	return value{kind: otherKind}
}

func now() value { return value{kind: momentKind, now: 1} }

func (s *scope) joinAll(args []*sqltree.Node) value {
	joined := value{kind: nullKind}
	for _, a := range args {
		joined = join(joined, s.eval(a))
	}
	return joined
}

// minMax bounds least and greatest from one side even where an argument is not
// known: least(x, anything) is never more than x.
func (s *scope) minMax(m *sqltree.MinMaxExpr) value {
	least := m.GetOp() == sqltree.MinMaxOp_IS_LEAST
	var bounded value
	unknown := ""
	for _, a := range m.GetArgs() {
		v := s.eval(a)
		switch {
		case v.kind == nullKind:
		case v.kind == opaqueKind:
			unknown = v.reason
		case bounded.kind == opaqueKind:
			bounded = v
		case !sameForm(bounded, v):
			return opaque("its arguments are of different kinds")
		case least:
			bounded = extreme(bounded, v, func(a, b time.Duration) time.Duration { return min(a, b) }, func(a, b float64) float64 { return min(a, b) })
		default:
			bounded = extreme(bounded, v, func(a, b time.Duration) time.Duration { return max(a, b) }, func(a, b float64) float64 { return max(a, b) })
		}
	}
	if unknown == "" || bounded.kind == opaqueKind {
		if bounded.kind == opaqueKind && unknown != "" {
			return opaque(unknown)
		}
		return bounded
	}
	return openEnded(bounded, least, unknown)
}

func sameForm(a, b value) bool {
	return a.kind == b.kind && a.now == b.now && a.birth == b.birth && a.zone == b.zone && a.unit == b.unit && a.kind != textKind
}

func extreme(a, b value, end func(a, b time.Duration) time.Duration, number func(a, b float64) float64) value {
	if a.interval != nil && b.interval != nil {
		if j := a.interval.Justified(); end(j, b.interval.Justified()) == j {
			return a // PostgreSQL compares them so as well
		}
		return b
	}
	if a.interval != nil {
		a = a.justifiedHull(a, b)
	}
	a.low, a.high = end(a.low, b.low), end(a.high, b.high)
	a.lowNumber, a.highNumber = number(a.lowNumber, b.lowNumber), number(a.highNumber, b.highNumber)
	a.interval, a.grid = nil, a.grid.meet(b.grid)
	a.date = a.date && b.date
	a.calendar = a.calendar || b.calendar
	return a
}

// openEnded is what least or greatest gives when one argument is unknown.
func openEnded(v value, least bool, reason string) value {
	if !v.isTime() && v.kind != numberKind {
		return opaque(reason)
	}
	v.interval, v.grid = nil, grid{}
	if least {
		v.low, v.lowNumber = -forever, -infinite
	} else {
		v.high, v.highNumber = forever, infinite
	}
	return v
}

func (s *scope) caseValue(c *sqltree.CaseExpr) value {
	joined := value{kind: nullKind}
	for _, w := range c.GetArgs() {
		joined = join(joined, s.eval(w.GetCaseWhen().GetResult()))
	}
	if c.GetDefresult() != nil {
		joined = join(joined, s.eval(c.GetDefresult()))
	}
	return joined
}

// subLink follows a scalar sub-select; what it reads from tables is not known.
func (s *scope) subLink(l *sqltree.SubLink) value {
	query := l.GetSubselect().GetSelectStmt()
	if l.GetSubLinkType() != sqltree.SubLinkType_EXPR_SUBLINK || query == nil {
		return value{kind: otherKind}
	}
	rows := &selection{query: query, scope: s}
	return rows.columnAt(0)
}

func typeNameOf(n *sqltree.Node) string {
	list := n.GetTypeName().GetNames()
	if len(list) == 0 {
		return ""
	}
	return strings.ToLower(list[len(list)-1].GetString_().GetSval())
}
