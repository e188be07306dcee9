package cutoff

import (
	"math"
	"time"

	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

const infinite = math.MaxFloat64

// operator tells what an arithmetic operator gives.
func (s *scope) operator(e *sqltree.A_Expr) value {
	if e.GetKind() == sqltree.A_Expr_Kind_AEXPR_NULLIF {
		return s.eval(e.GetLexpr())
	}
	if e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP {
		return value{kind: otherKind}
	}
	op := operatorName(e)
	if op == "AT TIME ZONE" {
		return s.atTimeZone(s.eval(e.GetRexpr()), s.eval(e.GetLexpr()))
	}
	right := s.eval(e.GetRexpr())
	if e.GetLexpr() == nil {
		return unary(op, right)
	}
	return s.binary(op, s.eval(e.GetLexpr()), right)
}

func operatorName(e *sqltree.A_Expr) string {
	list := e.GetName()
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].GetString_().GetSval()
}

func unary(op string, v value) value {
	switch {
	case op == "-" && (v.isTime() || v.kind == numberKind):
		return negate(v)
	case op == "+", v.kind == opaqueKind:
		return v
	}
	return value{kind: otherKind}
}

func (s *scope) binary(op string, l, r value) value {
	if op == "||" {
		return glue(l, r)
	}
	l, r = literalAs(l, r), literalAs(r, l)
	switch {
	case l.kind == opaqueKind:
		return l
	case r.kind == opaqueKind:
		return r
	case l.kind == nullKind || r.kind == nullKind:
		return value{kind: nullKind}
	}
	switch op {
	case "+":
		return s.sum(l, r)
	case "-":
		return s.difference(l, r)
	case "*":
		return product(l, r)
	case "/":
		return quotient(l, r)
	}
	if l.hasClock() || r.hasClock() {
		return opaque("the operator " + op + " on a time is not followed")
	}
	return value{kind: otherKind}
}

// literalAs reads a bare literal beside a time as an interval, as PostgreSQL
// does in now() - '24h'.
func literalAs(literal, beside value) value {
	text, ok := literal.constant()
	if !ok || beside.kind != momentKind && beside.kind != lengthKind {
		return literal
	}
	if i, ok := parseInterval(text); ok {
		return constantLength(i)
	}
	return opaque("the text " + quoted(text) + " is no interval that can be read")
}

func (s *scope) sum(l, r value) value {
	if r.kind == momentKind || r.kind == countKind && l.kind == numberKind {
		l, r = r, l
	}
	switch {
	case l.kind == momentKind && r.kind == lengthKind:
		return s.session.shift(l, r)
	case l.kind == momentKind && (r.kind == numberKind || r.kind == countKind):
		return s.dateAndDays(l, r)
	case l.kind == lengthKind && r.kind == lengthKind:
		return add(l, r)
	case l.kind == countKind && r.kind == countKind && l.unit == r.unit:
		return add(l, r)
	case l.kind == countKind && r.kind == numberKind:
		return add(l, numberOfUnits(r, l.unit))
	case l.kind == numberKind && r.kind == numberKind:
		return value{kind: numberKind, lowNumber: l.lowNumber + r.lowNumber, highNumber: l.highNumber + r.highNumber}
	}
	return unlike(l, r)
}

func (s *scope) difference(l, r value) value {
	switch {
	case l.kind == momentKind && r.kind == momentKind:
		return s.elapsed(l, r)
	case r.kind == momentKind:
		return unlike(l, r)
	case l.kind == countKind && r.kind == countKind && l.unit != r.unit:
		l, r = sameUnit(l, r)
		if l.unit != r.unit {
			return opaque("it mixes numbers that count time in different units")
		}
		return add(l, negate(r))
	}
	return s.sum(l, negate(r))
}

// elapsed is the time between two moments. Between two dates it is a number of
// days.
func (s *scope) elapsed(l, r value) value {
	dates := l.date && r.date
	steps := gridOf(l, r.grid).plus(gridOf(r, l.grid).negated())
	l, r = s.session.align(l, r)
	passed := add(l, negate(r))
	passed.kind, passed.date = lengthKind, false
	if dates {
		passed.kind, passed.unit = countKind, span.Day
	}
	passed.grid = steps
	return passed
}

// dateAndDays adds a number of days to a date.
func (s *scope) dateAndDays(date, days value) value {
	if !date.date || days.kind == countKind && days.unit != span.Day {
		return opaque("a number is added to a time")
	}
	if days.kind == numberKind {
		days = numberOfUnits(days, span.Day)
	}
	sum := add(date, days)
	sum.kind, sum.unit, sum.date, sum.grid = momentKind, 0, true, wholeSteps(span.Day)
	return sum
}

// numberOfUnits is a number that counts a unit of time.
func numberOfUnits(n value, unit time.Duration) value {
	return value{kind: countKind, unit: unit, low: scaleEnd(unit, n.lowNumber), high: scaleEnd(unit, n.highNumber)}
}

// sameUnit gives a count whose unit nobody told the unit of the other.
func sameUnit(a, b value) (value, value) {
	switch {
	case a.kind != countKind || b.kind != countKind:
	case a.unit == 0:
		a = withUnit(a, b.unit)
	case b.unit == 0:
		b = withUnit(b, a.unit)
	}
	return a, b
}

// withUnit is a count read in a unit, of which an application stores whole
// ones.
func withUnit(v value, unit time.Duration) value {
	v.unit, v.grid = unit, wholeSteps(unit)
	if unit > resolution {
		v = widen(v, unit, 0).onSteps(unit)
	}
	return v
}

// onSteps is v known to be a whole number of steps.
func (v value) onSteps(step time.Duration) value {
	v.grid = wholeSteps(step)
	return v
}

func scaleEnd(d time.Duration, by float64) time.Duration {
	if by >= infinite || by <= -infinite {
		if (by > 0) == (d > 0) {
			return forever
		}
		return -forever
	}
	return clampEnd(span.ScaleSaturating(d, by))
}

func product(l, r value) value {
	if l.kind == numberKind {
		l, r = r, l
	}
	switch {
	case l.kind == numberKind && r.kind == numberKind:
		return numberHull(l.lowNumber*r.lowNumber, l.lowNumber*r.highNumber, l.highNumber*r.lowNumber, l.highNumber*r.highNumber)
	case l.kind == lengthKind && r.kind == numberKind:
		return scaledLength(l, r.lowNumber, r.highNumber)
	case l.kind == countKind && r.isExact() && r.lowNumber > 0 && l.unit > 0:
		unit := float64(l.unit) / r.lowNumber
		if unit < 1 || unit != math.Trunc(unit) {
			return opaque("a time is multiplied by a number that fits no unit")
		}
		l.unit, l.grid = time.Duration(unit), grid{}
		return l
	}
	return unlike(l, r)
}

func quotient(l, r value) value {
	if !r.isExact() || r.lowNumber == 0 {
		return unlike(l, r)
	}
	by := r.lowNumber
	switch {
	case l.kind == numberKind:
		return numberHull(l.lowNumber/by, l.highNumber/by, math.Trunc(l.lowNumber/by), math.Trunc(l.highNumber/by))
	case l.kind == lengthKind:
		return scaledLength(l, 1/by, 1/by)
	case l.kind == countKind && by > 0 && by == math.Trunc(by) && l.unit > 0:
		l.unit = time.Duration(scaleEnd(l.unit, by))
		if l.grid != wholeSteps(l.grid.step) || l.grid.step == 0 || !r.whole {
			l.grid = grid{}
			return l
		}
		// Two whole numbers divide to a whole one, cut off.
		return widen(l, l.unit, 0).onSteps(l.unit)
	}
	return unlike(l, r)
}

func numberHull(ends ...float64) value {
	v := value{kind: numberKind, lowNumber: infinite, highNumber: -infinite}
	for _, n := range ends {
		if math.IsNaN(n) {
			return opaque("it is no number")
		}
		v.lowNumber = min(v.lowNumber, max(n, -infinite))
		v.highNumber = max(v.highNumber, min(n, infinite))
	}
	return v
}

// scaledLength is a length times a number between low and high.
func scaledLength(l value, low, high float64) value {
	if l.hasClock() || l.symbolic {
		return opaque("an age is multiplied")
	}
	if l.interval != nil && low == high {
		if scaled, ok := scaleInterval(*l.interval, low); ok {
			return constantLength(scaled)
		}
	}
	if l.interval != nil {
		l = l.justifiedHull(l, l)
	}
	ends := []time.Duration{scaleEnd(l.low, low), scaleEnd(l.low, high), scaleEnd(l.high, low), scaleEnd(l.high, high)}
	scaled := value{kind: lengthKind, low: ends[0], high: ends[0], calendar: l.calendar}
	for _, end := range ends {
		scaled.low, scaled.high = min(scaled.low, end), max(scaled.high, end)
	}
	return scaled
}

// scaleInterval multiplies an interval as PostgreSQL does: a fraction of a
// month becomes days, a fraction of a day time.
func scaleInterval(i span.Interval, by float64) (span.Interval, bool) {
	months, ok := monthsOf(float64(i.Months) * by)
	days, okDays := daysOf(float64(i.Days) * by)
	return months.Add(days).Add(span.Interval{Time: span.ScaleSaturating(i.Time, by)}), ok && okDays
}

// unlike is what an operator gives whose operands are followed no further.
func unlike(l, r value) value {
	for _, v := range []value{l, r} {
		if v.kind == opaqueKind {
			return v
		}
	}
	if l.isTime() || r.isTime() {
		return opaque(because("it calculates with a time in a way that is not followed", l, r))
	}
	return value{kind: otherKind, reason: because("", l, r)}
}

// because returns the first reason that a value carries, or else another.
func because(otherwise string, all ...value) string {
	for _, v := range all {
		if v.reason != "" {
			return v.reason
		}
	}
	return otherwise
}
