package cutoff

import (
	"strings"
	"time"
)

// The offsets from UTC that time zones in use have, west and east.
const (
	westernmost = -12 * time.Hour
	easternmost = 14 * time.Hour
)

// otherZoneChange is how far the clocks of a zone may move that the audit
// knows only by name. Two hours is the most that any zone in use does.
const otherZoneChange = 2 * time.Hour

// zoneName is the name of the session's time zone. Files say nothing of the
// server they will run on: UTC is assumed then, which the source notes.
func (s session) zoneName() string {
	if s.zone.Known {
		return s.zone.Name
	}
	return "UTC"
}

func isUTC(name string) bool {
	switch strings.ToUpper(name) {
	case "UTC", "UCT", "GMT", "Z", "ZULU", "UNIVERSAL", "GREENWICH", "ETC/UTC", "ETC/UCT", "ETC/GMT", "ETC/ZULU", "ETC/UNIVERSAL", "ETC/GREENWICH", "GMT0", "ETC/GMT0":
		return true
	}
	return false
}

func sameZone(a, b string) bool { return a != "" && (a == b || isUTC(a) && isUTC(b)) }

// change is how far the clocks of a zone move over the year.
func (s session) change(name string) time.Duration {
	switch {
	case isUTC(name):
		return 0
	case sameZone(name, s.zoneName()):
		return s.zone.Change
	}
	return otherZoneChange
}

// offsets returns the least and the greatest offset from UTC a zone can have.
func offsets(name string) (west, east time.Duration) {
	if isUTC(name) {
		return 0, 0
	}
	return westernmost, easternmost
}

// drift returns how much later the wall clock of zone a can run against that
// of zone b than it did when the other moment was taken, at least and at most.
func (s session) drift(a, b string) (least, most time.Duration) {
	if sameZone(a, b) {
		c := s.change(a)
		return -c, c
	}
	westA, eastA := offsets(a)
	westB, eastB := offsets(b)
	return westA - eastB, eastA - westB
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
		grain := a.grain
		a = widen(a, -least, most)
		a.grain = grain
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
	if length.interval != nil && !moment.zone.local {
		length.low, length.high = length.interval.Bounds(s.zone.Change)
	} else if length.calendar && !moment.zone.local {
		length = widen(length, s.zone.Change, s.zone.Change)
	}
	length.interval = nil
	sum := add(moment, length)
	sum.kind, sum.interval = momentKind, nil
	return sum
}
