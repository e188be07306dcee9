package cutoff

import (
	"math"
	"time"

	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// kind tells what an expression yields, as far as a cut-off cares.
type kind int

const (
	opaqueKind kind = iota // something that can't be told; value.reason says why
	nullKind
	momentKind // a timestamp, a timestamptz or a date
	lengthKind // an interval
	countKind  // a number that counts time: an epoch, or a difference of dates
	numberKind // any other number
	textKind
	otherKind // a value without a clock in it: a state, a boolean, another column
)

// forever stands for a length without end.
const forever = time.Duration(math.MaxInt64)

// value is what an expression can be, over every row and every time of day: so
// many times now, so many times the birth of the record, and a rest between
// low and high. Every clock is put in this one form, which is what lets a
// comparison be solved for the age of the record, now - birth.
type value struct {
	kind   kind
	reason string // of an opaque value

	now, birth int
	low, high  time.Duration // the rest of a moment, a length or a count

	grid grid
	zone zone

	// interval is set for a constant interval, whose months are 28 days where
	// it is counted back from a moment but 30 where intervals are compared.
	interval *span.Interval
	// calendar is set for a length counted in days or months, which a clock
	// change of the time zone stretches or shrinks.
	calendar bool
	// symbolic is set for the result of age(), which counts months.
	symbolic bool

	date bool          // a moment of the type date
	unit time.Duration // of a count: the time that 1 stands for

	lowNumber, highNumber float64 // of a number
	whole                 bool    // of a number's type, even where its value is unknown

	text []piece // of a text

	observed bool // it rests on what rows show, not on a definition

	set *selection // of rows or columns that a query yields

	// passed is set for what the caller of a routine passes to it and no
	// default tells; arg marks which parameter it is, while it is given on
	// unchanged.
	passed bool
	arg    string

	// ages is the table whose records' age an opaque value depends on.
	ages *schema.Table
	// from is what a variable was read from, at its column.
	from *selection
}

// piece is a part of a text: constant, or unknown with the reason. An unknown
// piece is plain when it is surely one number or one quoted literal; any other
// may be SQL of its own.
type piece struct {
	constant string
	unknown  string
	plain    bool
}

// zone tells how the wall clock of a zone-less moment relates to real time.
type zone struct {
	local bool   // the moment is zone-less
	name  string // of the zone its wall clock shows; empty when nobody told
}

func opaque(reason string) value { return value{kind: opaqueKind, reason: reason} }

func constantLength(i span.Interval) value {
	low, high := i.Bounds(0)
	return value{kind: lengthKind, low: low, high: high, interval: &i, calendar: i.Days != 0 || i.Months != 0}
}

func constantNumber(n float64) value {
	return value{kind: numberKind, lowNumber: n, highNumber: n}
}

func constantText(s string) value {
	return value{kind: textKind, text: []piece{{constant: s}}}
}

// isTime reports whether v is counted on a clock.
func (v value) isTime() bool {
	return v.kind == momentKind || v.kind == lengthKind || v.kind == countKind
}

// hasClock reports whether v depends on when it is asked or on which record.
func (v value) hasClock() bool { return v.isTime() && (v.now != 0 || v.birth != 0) }

// isExact reports whether v is one number.
func (v value) isExact() bool { return v.kind == numberKind && v.lowNumber == v.highNumber }

// constant returns the text of v when all of it is known.
func (v value) constant() (string, bool) {
	if v.kind != textKind {
		return "", false
	}
	whole := ""
	for _, p := range v.text {
		if p.unknown != "" {
			return "", false
		}
		whole += p.constant
	}
	return whole, true
}

// join returns what is both a and b can be, for a variable that one branch
// sets to a and another to b.
func join(a, b value) value {
	switch {
	case a.kind == opaqueKind:
		return a
	case b.kind == opaqueKind:
		return b
	case a.kind == nullKind:
		return b
	case b.kind == nullKind:
		return a
	case a.kind != b.kind || a.now != b.now || a.birth != b.birth || a.zone != b.zone || a.unit != b.unit || a.symbolic != b.symbolic:
		return opaque("its value depends on the branch taken")
	}
	switch a.kind {
	case textKind:
		one, knownA := a.constant()
		other, knownB := b.constant()
		if !knownA || !knownB || one != other {
			return opaque("its text depends on the branch taken")
		}
		return a
	case otherKind:
		if a.set != b.set {
			return value{kind: otherKind}
		}
		return a
	}
	joined := a
	joined.low, joined.high = min(a.low, b.low), max(a.high, b.high)
	joined.lowNumber, joined.highNumber = min(a.lowNumber, b.lowNumber), max(a.highNumber, b.highNumber)
	joined.grid = a.grid.meet(b.grid)
	joined.date = a.date && b.date
	joined.calendar = a.calendar || b.calendar
	joined.observed = a.observed || b.observed
	if a.interval == nil || b.interval == nil || *a.interval != *b.interval {
		joined.interval = nil
		joined = joined.justifiedHull(a, b)
	}
	return joined
}

// justifiedHull widens a length joined from two constants so that it holds
// whether months are counted on the calendar or as 30 days.
func (v value) justifiedHull(a, b value) value {
	for _, i := range []*span.Interval{a.interval, b.interval} {
		if i != nil {
			v.low = min(v.low, i.Justified())
			v.high = max(v.high, i.Justified())
		}
	}
	return v
}

// add returns a + b for two values counted on a clock; lengths saturate.
func add(a, b value) value {
	sum := a
	sum.now += b.now
	sum.birth += b.birth
	sum.low = addEnd(a.low, b.low)
	sum.high = addEnd(a.high, b.high)
	sum.grid = gridOf(a, b.grid).plus(gridOf(b, a.grid))
	sum.interval = nil
	if a.interval != nil && b.interval != nil {
		whole := a.interval.Add(*b.interval)
		sum.interval = &whole
	}
	sum.symbolic = a.symbolic || b.symbolic
	sum.observed = a.observed || b.observed
	sum.calendar = a.calendar || b.calendar
	return sum
}

func negate(v value) value {
	n := v
	n.now, n.birth = -v.now, -v.birth
	n.low, n.high = negateEnd(v.high), negateEnd(v.low)
	n.lowNumber, n.highNumber = -v.highNumber, -v.lowNumber
	n.grid = v.grid.negated()
	if v.interval != nil {
		turned := v.interval.Negate()
		n.interval = &turned
	}
	return n
}

// addEnd adds two ends of a range, where the ends of what a duration can hold
// stand for infinity and absorb what is added.
func addEnd(a, b time.Duration) time.Duration {
	for _, end := range []time.Duration{a, b} {
		if end == forever || end == -forever {
			return end
		}
	}
	return clampEnd(span.AddSaturating(a, b))
}

func negateEnd(d time.Duration) time.Duration { return -clampEnd(d) }

// clampEnd keeps an end between minus and plus infinity, which are each
// other's negative.
func clampEnd(d time.Duration) time.Duration { return max(d, -forever) }

// widen moves the ends of v apart.
func widen(v value, below, above time.Duration) value {
	v.low = addEnd(v.low, -below)
	v.high = addEnd(v.high, above)
	v.interval = nil
	return v
}
