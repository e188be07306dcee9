package cutoff

import (
	"time"

	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// zoneName is the name of the session's time zone. Files say nothing of the
// server they will run on: UTC is assumed then, which the source notes.
func (s session) zoneName() string {
	if s.zone.Known {
		return s.zone.Name
	}
	return "UTC"
}

func sameZone(a, b string) bool { return a != "" && (a == b || schema.IsUTC(a) && schema.IsUTC(b)) }

// zoneOf is what is known of a zone: of the session's own what the source says,
// of any other what its name tells.
func (s session) zoneOf(name string) schema.Zone {
	if s.zone.Known && name == s.zone.Name {
		return s.zone
	}
	return schema.ZoneNamed(name)
}

// drift returns how much later the wall clock of zone a can run against that
// of zone b than it did when the other moment was taken, at least and at most.
func (s session) drift(a, b string) (least, most time.Duration) {
	zoneA, zoneB := s.zoneOf(a), s.zoneOf(b)
	if sameZone(a, b) {
		return -zoneA.Change, zoneA.Change
	}
	return zoneA.West - zoneB.East, zoneA.East - zoneB.West
}

// align puts two moments on one clock, so that their difference is one of real
// time: what their wall clocks may differ by widens the first.
func (s session) align(a, b value) (value, value) {
	if a.kind != momentKind || b.kind != momentKind || !a.zone.local && !b.zone.local {
		return a, b
	}
	a, b = s.asLocal(a), s.asLocal(b)
	least, most := s.drift(a.zone.name, b.zone.name)
	if least != 0 || most != 0 {
		steps := a.grid
		a = widen(a, -least, most)
		a.grid = steps
	}
	a.zone, b.zone = zone{}, zone{}
	return a, b
}

// asLocal is the wall clock of a moment in the session's time zone.
func (s session) asLocal(v value) value {
	if !v.zone.local {
		v.zone = zone{local: true, name: s.zoneName()}
	}
	return v
}

// asZoned is the moment at which the wall clock of a named zone shows v.
func (s session) asZoned(v value, name string) value {
	if v.zone.local {
		least, most := s.drift(v.zone.name, name)
		if least != 0 || most != 0 {
			v = widen(v, -least, most)
		}
	}
	v.zone = zone{}
	return v
}

// shift adds a length to a moment. Days and months are counted on the wall
// clock; for a moment in real time they are longer or shorter by a clock
// change of the session's zone.
func (s session) shift(moment, length value) value {
	steps := s.gridAfter(moment, length)
	if length.interval != nil && !moment.zone.local {
		length.low, length.high = length.interval.Bounds(s.zone.Change)
	} else if length.calendar && !moment.zone.local {
		length = widen(length, s.zone.Change, s.zone.Change)
	}
	length.interval = nil
	sum := add(moment, length)
	sum.kind, sum.interval, sum.date, sum.grid = momentKind, nil, false, steps
	return sum
}

// gridAfter is the grid of a moment once a length is added. Days and months
// leave the time of day alone; hours move it, and over a clock change they
// move the wall clock by an hour more or less.
func (s session) gridAfter(moment, length value) grid {
	g, i := moment.grid, span.Interval{Time: length.low}
	switch {
	case g.step == 0 || length.hasClock():
		return grid{}
	case length.interval != nil:
		i = *length.interval
	case length.low != length.high:
		return grid{}
	}
	if i.Time != 0 && !moment.zone.local && s.zone.Change%g.step != 0 {
		return grid{}
	}
	if i.Months != 0 && g.step > span.Day {
		g = grid{step: span.Day}.moved(g.phase)
	}
	if wholeDays := int64(g.step / span.Day); wholeDays > 1 {
		g = g.moved(time.Duration(i.Days%wholeDays) * span.Day)
	}
	return g.moved(i.Time)
}
