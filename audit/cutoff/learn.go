package cutoff

import (
	"strconv"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// LearnExpiry tells the reader how long after a record's birth an expiry
// column lies at least, where no default of the column tells it.
func (r *Reader) LearnExpiry(t *schema.Table, column string, least span.Span) {
	c, ok := t.Column(column)
	if !ok {
		return
	}
	r.columnClock(t, c)
	v := ownClock(c, forever)
	v.low = least.Length()
	r.clocks[t][column] = v
}

// ObserveExpiry tells the reader how long after a record's birth an expiry
// column lies at least in the rows that were looked at. Whatever is told by it
// is observed, not defined.
func (r *Reader) ObserveExpiry(t *schema.Table, column string, least span.Span) {
	r.LearnExpiry(t, column, least)
	if v, ok := r.clocks[t][column]; ok {
		v.observed = true
		r.clocks[t][column] = v
	}
}

// PartitionsDropped tells the age that records reach before pg_partman drops
// or detaches the partition they are in. It does so once the upper bound of
// the partition is older than the retention, which it compares as an interval:
// a month is 30 days there, and a bare number is seconds.
func (r *Reader) PartitionsDropped(t *schema.Table, set *schema.PartmanSet) Removal {
	run := &run{reader: r.reader}
	text := "part_config: retention " + strconv.Quote(set.Retention) + " on " + set.Control
	keep, ok := parseInterval(set.Retention)
	c, found := t.Column(set.Control)
	switch {
	case !ok:
		return run.removal(t, Detach, cannotTell("pg_partman's retention "+strconv.Quote(set.Retention)+" is no interval that can be read"), text)
	case !found:
		return run.removal(t, Detach, cannotTell("pg_partman's control column "+set.Control+" was not read"), text)
	}
	clock := r.columnClock(t, c)
	if clock.kind == countKind || clock.kind == otherKind {
		if set.Epoch == "" || set.Epoch == "none" {
			return run.removal(t, Detach, cannotTell("pg_partman keeps a number of ids, not of days"), text)
		}
		clock = asMoment(clock)
	}
	top := run.top(nil, schema.Zone{})
	limit := add(now(), negate(value{kind: lengthKind, low: keep.Justified(), high: keep.Justified()}))
	b := uncompared(clock, clock)
	if clock.kind == momentKind {
		b = top.solve("<", clock, limit)
	}
	made := run.removal(t, Detach, b, text)
	made.Everything = ""
	if _, err := strconv.ParseFloat(strings.TrimSpace(set.Retention), 64); err == nil {
		made.Everything = "a bare number in pg_partman's retention is seconds"
	}
	made.decides, made.steps = nil, []string{"a partition goes once its upper bound is more than " + span.Of(keep.Justified()).String() + " ago"}
	return made
}

// ChunksDropped tells the age that records reach before TimescaleDB drops the
// chunk they are in, which it does once all of the chunk is older than
// dropAfter. A chunk cut by numbers goes by the application's own clock, which
// is not followed.
func (r *Reader) ChunksDropped(t *schema.Table, column, dropAfter string) Removal {
	run := &run{reader: r.reader}
	text := "drop_after " + strconv.Quote(dropAfter) + " on " + column
	keep, ok := parseInterval(dropAfter)
	_, bare := strconv.ParseFloat(strings.TrimSpace(dropAfter), 64)
	c, found := t.Column(column)
	switch {
	case !ok || bare == nil:
		return run.removal(t, Drop, cannotTell("drop_after "+strconv.Quote(dropAfter)+" is no interval that can be read"), text)
	case !found:
		return run.removal(t, Drop, cannotTell("the column that chunks are cut by was not read"), text)
	}
	top := run.top(nil, schema.Zone{})
	clock := r.columnClock(t, c)
	b := uncompared(clock, clock)
	if clock.kind == momentKind {
		b = top.solve("<", clock, top.session.shift(now(), negate(constantLength(keep))))
	} else if b.known() {
		b = cannotTell("chunks are cut by " + column + ", which is no time that is followed")
	}
	made := run.removal(t, Drop, b, text)
	made.decides, made.Everything = nil, ""
	if floor, ok := made.Floor.Get(); ok {
		made.steps = []string{"a chunk goes once its newest time is more than " + floor.String() + " ago"}
	}
	return made
}

// asMoment is an epoch column read in whatever unit pg_partman is told.
func asMoment(v value) value {
	v.kind, v.unit, v.grid = momentKind, 0, grid{}
	return v
}
