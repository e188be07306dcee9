package cutoff

import (
	"strings"
	"time"

	"idemaudit/audit/schema"
	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

// justified is an interval whose hours were made days, or days months, where
// they fill one. Its signs are told alike, as PostgreSQL does, only for an
// interval of one sign; any other is not followed.
func justified(name string, v value) value {
	if v.interval == nil {
		return opaque(name + " of an interval that is not constant is not followed")
	}
	i := *v.interval
	if name == "justify_hours" && i.Time == 0 {
		return v
	}
	if min(i.Months, i.Days, int64(i.Time)) < 0 {
		return opaque(name + " of an interval with a negative part is not followed")
	}
	if name != "justify_days" {
		i.Days += int64(i.Time / span.Day)
		i.Time %= span.Day
	}
	if name != "justify_hours" {
		i.Months += i.Days / 30
		i.Days %= 30
	}
	return constantLength(i)
}

// makeInterval reads make_interval's arguments by name or by position.
func (s *scope) makeInterval(args []*sqltree.Node) value {
	order := []string{"years", "months", "weeks", "days", "hours", "mins", "secs"}
	whole := constantLength(span.Interval{})
	for i, a := range args {
		unit := ""
		if named := a.GetNamedArgExpr(); named != nil {
			unit = named.GetName()
		} else if i < len(order) {
			unit = order[i]
		}
		one, ok := intervalOf(1, unit)
		n := numeric(s.eval(a))
		switch {
		case !ok:
			return opaque("make_interval has no argument " + unit)
		case n.kind == opaqueKind:
			return n
		case n.kind == nullKind:
			return n
		case n.kind != numberKind:
			return opaque(because("make_interval is given what is no number", n))
		}
		whole = add(whole, scaledLength(constantLength(one), n.lowNumber, n.highNumber))
	}
	return whole
}

// age counts months and days, so its result can be longer than the time that
// passed: 28 days of February are one month, which compares as 30 days.
func (s *scope) age(args []*sqltree.Node) value {
	until, since := s.toDate(now()), s.eval(args[len(args)-1])
	if len(args) == 2 {
		until = s.eval(args[0])
		since = s.eval(args[1])
	}
	if until.kind != momentKind || since.kind != momentKind {
		return unlike(until, since)
	}
	passed := s.elapsed(until, since)
	if passed.kind == countKind {
		passed.kind, passed.unit = lengthKind, 0
	}
	// It counts on the wall clock, which a clock change sets back or forward.
	if change := s.session.zone.Change; change != 0 {
		passed = widen(passed, change, change)
	}
	passed.symbolic, passed.grid = true, grid{}
	return passed
}

// extract tells what a field of a time is; only those that count time matter.
func (s *scope) extract(field, v value) value {
	name, ok := field.constant()
	if !ok || v.kind == opaqueKind {
		return unlike(v, field)
	}
	if v.interval != nil && strings.EqualFold(name, "epoch") {
		return constantNumber(epochOf(*v.interval))
	}
	switch strings.ToLower(name) {
	case "epoch":
		if v.symbolic {
			return opaque("the epoch of age() is not followed")
		}
		if v.kind == momentKind {
			v = s.session.asZoned(v, "UTC")
		}
		if v.isTime() {
			v.kind, v.unit, v.grid, v.interval = countKind, time.Second, grid{}, nil
			return v
		}
	case "day", "days":
		// now() - created_at has no months, and its days are whole 24 hours.
		if v.kind == lengthKind && v.hasClock() && !v.symbolic {
			below, above := span.Day, time.Duration(0)
			if v.now < 0 {
				below, above = above, below
			}
			v.kind, v.unit = countKind, span.Day
			return widen(v, below, above).onSteps(span.Day)
		}
	}
	if v.hasClock() && v.kind == lengthKind {
		return opaque("the field " + quoted(name) + " of an age is not followed")
	}
	// The hour of the day, the day of the week: it says when a cleanup runs,
	// not how old a record is.
	if v.birth == 0 {
		return value{kind: otherKind}
	}
	return opaque("the field " + quoted(name) + " of the record's time is not followed")
}

// epochOf is what extract(epoch from an interval) gives: a year is 365.25 days
// there, a month 30.
func epochOf(i span.Interval) float64 {
	years, months := i.Months/12, i.Months%12
	days := float64(years)*365.25 + float64(months*30+i.Days)
	return days*86400 + i.Time.Seconds()
}

func fromEpoch(v value) value {
	switch {
	case v.kind == countKind && (v.unit == time.Second || v.unit == 0):
		if v.unit == 0 {
			v = withUnit(v, time.Second)
		}
		v.kind, v.unit = momentKind, 0
		return v
	case v.kind == countKind:
		return opaque("to_timestamp takes seconds and is given another unit")
	case v.kind == numberKind:
		return value{kind: momentKind, low: -forever, high: forever}
	}
	return unlike(v, value{kind: momentKind})
}

// truncate is date_trunc.
func (s *scope) truncate(field, v value, zoneArg []*sqltree.Node) value {
	name, ok := field.constant()
	unit, known := truncUnit(strings.ToLower(name))
	switch {
	case v.kind == opaqueKind:
		return v
	case !ok || !known || v.kind != momentKind:
		return opaque("date_trunc is given what is not followed")
	}
	below := unit.size
	if !v.zone.local && unit.size >= span.Day {
		below = addEnd(below, s.session.zone.Change)
	}
	if len(zoneArg) > 0 {
		below = addEnd(unit.size, schema.FarthestChange)
	}
	v = widen(v, below, 0)
	v.date = false
	if len(zoneArg) == 0 {
		v.grid = wholeSteps(unit.step)
	}
	return v
}

// unitOfTime is a unit that times are cut down to: how long it is at most, and
// the steps that times cut down to it are whole numbers of. Weeks begin on a
// day of their own, and months are no even length: those are whole days.
type unitOfTime struct {
	size time.Duration
	step time.Duration
}

func truncUnit(name string) (unitOfTime, bool) {
	switch name {
	case "microseconds":
		return unitOfTime{time.Microsecond, time.Microsecond}, true
	case "milliseconds":
		return unitOfTime{time.Millisecond, time.Millisecond}, true
	case "second", "seconds":
		return unitOfTime{time.Second, time.Second}, true
	case "minute", "minutes":
		return unitOfTime{time.Minute, time.Minute}, true
	case "hour", "hours":
		return unitOfTime{time.Hour, time.Hour}, true
	case "day", "days":
		return unitOfTime{span.Day, span.Day}, true
	case "week", "weeks":
		return unitOfTime{7 * span.Day, 7 * span.Day}, true
	case "month", "months":
		return unitOfTime{31 * span.Day, span.Day}, true
	case "quarter":
		return unitOfTime{92 * span.Day, span.Day}, true
	case "year", "years":
		return unitOfTime{366 * span.Day, span.Day}, true
	}
	return unitOfTime{}, false
}

// bin is date_bin: times cut down to a multiple of a width.
func (s *scope) bin(width, v value) value {
	if width.kind == textKind {
		width = toInterval(width, nil)
	}
	if width.kind != lengthKind || width.hasClock() || width.high <= 0 || v.kind != momentKind {
		return unlike(width, v)
	}
	return widen(v, width.high, 0).onSteps(0)
}

func (s *scope) addedInZone(name string, v value, args []*sqltree.Node) value {
	length := toInterval(s.eval(args[1]), nil)
	if v.kind != momentKind || length.kind != lengthKind {
		return unlike(v, length)
	}
	if name == "date_subtract" {
		length = negate(length)
	}
	sum := s.session.shift(v, length)
	if len(args) > 2 {
		sum = widen(sum, schema.FarthestChange, schema.FarthestChange)
	}
	return sum
}
