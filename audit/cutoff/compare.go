package cutoff

import (
	"idemaudit/audit/sqltree"
)

// compare solves a comparison for the age of the record.
func (s *scope) compare(n *sqltree.Node, op string, l, r value) bound {
	l, r = literalOperand(s, l, r), literalOperand(s, r, l)
	if l.kind == nullKind || r.kind == nullKind {
		return neverHolds()
	}
	if !l.isTime() && !r.isTime() {
		return uncompared(l, r)
	}
	if l.kind == opaqueKind || r.kind == opaqueKind {
		return s.decidedBy(n, uncompared(l, r))
	}
	l, r = comparable(l, r)
	if l.kind != r.kind || l.kind == countKind && l.unit != r.unit {
		return s.decidedBy(n, cannotTell(because("it compares values of different kinds", l, r)))
	}
	if op == ">" || op == ">=" {
		l, r = r, l
		op = map[string]string{">": "<", ">=": "<="}[op]
	}
	return s.decidedBy(n, s.solve(op, l, r))
}

func (s *scope) decidedBy(n *sqltree.Node, b bound) bound {
	b.decides = n
	return b
}

// uncompared is the bound of a comparison whose sides are not both followed.
// Without a time on either side it has nothing to do with age.
func uncompared(l, r value) bound {
	for _, v := range []value{l, r} {
		if v.kind == opaqueKind && v.reason != "" {
			return cannotTell(v.reason)
		}
	}
	return always()
}

// literalOperand gives a bare literal the type of what it is compared with.
func literalOperand(s *scope, literal, beside value) value {
	text, ok := literal.constant()
	switch {
	case !ok && literal.kind == textKind && beside.isTime():
		return opaque(unknownPiece(literal))
	case !ok:
		return literal
	case beside.kind == momentKind:
		return s.toMoment(literal, beside.zone.local)
	case beside.kind == lengthKind:
		return toInterval(literal, nil)
	case beside.kind == countKind:
		return numeric(constantText(text))
	}
	return literal
}

// comparable brings a number beside a count to the count's unit.
func comparable(l, r value) (value, value) {
	l, r = sameUnit(l, r)
	switch {
	case l.kind == countKind && r.kind == numberKind:
		r = numberOfUnits(r, l.unit)
	case r.kind == countKind && l.kind == numberKind:
		l = numberOfUnits(l, r.unit)
	}
	return l, r
}

// solve finds the least age at which l op r can hold, for op one of <, <=, =
// and <>. With both sides on one clock, l - r is some multiple of the age and
// a rest, and what the rest can be at least bounds the age from below.
func (s *scope) solve(op string, l, r value) bound {
	if l.kind == lengthKind {
		l, r = thirtyDayMonths(l), thirtyDayMonths(r)
		l, r = surplusOfAge(l, r), surplusOfAge(r, l)
	}
	steps := gridOf(l, r.grid).plus(gridOf(r, l.grid).negated())
	l, r = s.session.align(l, r)
	d := add(l, negate(r))
	switch op {
	case "<", "<=":
		d = onGrid(d, steps, op == "<")
	case "=":
		if steps.phase != 0 {
			return neverHolds()
		}
	}
	return ageWhere(op, d).resting(d.observed)
}

// ageWhere tells at which ages d op 0 can hold.
func ageWhere(op string, d value) bound {
	switch {
	case d.birth == 0:
		return always() // the record has no part in it
	case d.now != -d.birth || d.now > 1 || d.now < -1:
		return cannotTell("it compares with a time that stands still, not with the record's age")
	case op == "<>":
		return always()
	case d.now > 0 && op == "=":
		return between(negateEnd(d.high), negateEnd(d.low)) // age = -rest
	case d.now > 0 && op == "<" && d.low >= 0:
		return neverHolds() // age < -rest, which no age is
	case d.now > 0:
		return between(0, negateEnd(d.low)) // age < -rest: it takes the young
	case op == "=":
		return between(d.low, d.high) // age = rest
	}
	return between(d.low, forever) // age > rest
}

// thirtyDayMonths is a constant interval as long as PostgreSQL counts it where
// it compares intervals.
func thirtyDayMonths(v value) value {
	if v.interval != nil {
		v.low = v.interval.Justified()
		v.high = v.low
	}
	return v
}
