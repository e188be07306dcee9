package cutoff

import (
	"strconv"
	"strings"
	"time"

	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

// cast tells what a value becomes under another type.
func (s *scope) cast(c *sqltree.TypeCast) value {
	v := s.eval(c.GetArg())
	t := c.GetTypeName()
	node := &sqltree.Node{Node: &sqltree.Node_TypeName{TypeName: t}}
	name := typeNameOf(node)
	if name == "interval" {
		return toInterval(v, t)
	}
	if len(t.GetTypmods()) > 0 {
		v.set = nil // varchar(3) makes one of many
	}
	return s.castTo(v, name)
}

func (s *scope) castTo(v value, name string) value {
	name = baseType(name)
	if v.kind == opaqueKind || v.kind == nullKind {
		v.whole = v.whole || isNumberType(name)
		return v
	}
	switch name {
	case "timestamptz", "timestamp with time zone":
		return s.toMoment(v, false)
	case "timestamp", "timestamp without time zone":
		return s.toMoment(v, true)
	case "date":
		return s.toDate(v)
	case "int2", "int4", "int8", "integer", "bigint", "smallint", "int":
		return rounded(numeric(v))
	case "numeric", "decimal", "float4", "float8", "double precision", "real":
		return numeric(v)
	case "text", "varchar", "bpchar", "name", "character varying", "char":
		return toText(v)
	case "interval":
		return toInterval(v, nil)
	}
	if v.hasClock() {
		return opaque("a time is cast to " + name)
	}
	return v
}

// baseType strips a type's modifiers: "timestamp(3) with time zone" is
// "timestamp with time zone".
func baseType(name string) string {
	before, rest, found := strings.Cut(name, "(")
	if !found {
		return name
	}
	_, after, _ := strings.Cut(rest, ")")
	return strings.TrimSpace(strings.TrimSpace(before) + " " + strings.TrimSpace(after))
}

// toMoment casts to a timestamp, with a zone or without one.
func (s *scope) toMoment(v value, local bool) value {
	if text, ok := v.constant(); ok {
		v = s.specialMoment(text)
	}
	if v.kind != momentKind {
		return unlike(value{kind: momentKind}, v)
	}
	v.date = false
	if local {
		return s.session.asLocal(v)
	}
	steps := v.grid
	v = s.session.asZoned(v, s.session.zoneName())
	v.grid = steps
	return v
}

// specialMoment reads the words that PostgreSQL takes for a moment. Any other
// text is a moment that stands still.
func (s *scope) specialMoment(text string) value {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "now":
		return now()
	case "today":
		return s.toDate(now())
	case "yesterday":
		return s.dateAndDays(s.toDate(now()), constantNumber(-1))
	case "tomorrow":
		return s.dateAndDays(s.toDate(now()), constantNumber(1))
	}
	return value{kind: momentKind, low: -forever, high: forever}
}

// toDate cuts a moment down to midnight on the session's wall clock.
func (s *scope) toDate(v value) value {
	if text, ok := v.constant(); ok {
		v = s.specialMoment(text)
	}
	if v.kind != momentKind {
		return unlike(value{kind: momentKind}, v)
	}
	v = s.session.asLocal(v)
	if v.grid.step == 0 || v.grid.step%span.Day != 0 || v.grid.phase != 0 {
		v = widen(v, span.Day, 0)
		v.grid = wholeSteps(span.Day)
	}
	v.date = true
	return v
}

// toInterval casts to an interval, whose fields (INTERVAL '24' HOUR) give a
// bare number its unit.
func toInterval(v value, t *sqltree.TypeName) value {
	text, isText := v.constant()
	switch {
	case v.kind == lengthKind || v.kind == opaqueKind || v.kind == nullKind:
		return v
	case v.kind == textKind && !isText:
		return opaque(unknownPiece(v))
	case !isText:
		return unlike(value{kind: lengthKind}, v)
	}
	if unit := fieldOf(t); unit != "" {
		if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			if i, ok := intervalOf(n, unit); ok {
				return constantLength(i)
			}
		}
	}
	if i, ok := parseInterval(text); ok && !fieldsCut(t, i) {
		return constantLength(i)
	}
	return opaque("the text " + quoted(text) + " is no interval that can be read")
}

// The bits by which PostgreSQL's grammar tells the fields of an interval type.
const (
	maskMonth  = 1 << 1
	maskYear   = 1 << 2
	maskDay    = 1 << 3
	maskHour   = 1 << 10
	maskMinute = 1 << 11
	maskSecond = 1 << 12
	maskAll    = 0x7fff
)

func intervalMask(t *sqltree.TypeName) int {
	if mods := t.GetTypmods(); len(mods) > 0 {
		return int(mods[0].GetAConst().GetIval().GetIval())
	}
	return maskAll
}

// fieldOf returns the unit that the last field of an interval type gives a
// bare number; empty for an interval of all fields.
func fieldOf(t *sqltree.TypeName) string {
	mask := intervalMask(t)
	for _, f := range []struct {
		bit  int
		unit string
	}{{maskSecond, "seconds"}, {maskMinute, "minutes"}, {maskHour, "hours"}, {maskDay, "days"}, {maskMonth, "months"}, {maskYear, "years"}} {
		if mask != maskAll && mask&f.bit != 0 {
			return f.unit
		}
	}
	return ""
}

// fieldsCut reports whether the type cuts off a part of the interval: '40 days'
// as INTERVAL YEAR is none.
func fieldsCut(t *sqltree.TypeName, i span.Interval) bool {
	switch fieldOf(t) {
	case "years":
		return i.Months%12 != 0 || i.Days != 0 || i.Time != 0
	case "months":
		return i.Days != 0 || i.Time != 0
	case "days":
		return i.Time != 0
	case "hours":
		return i.Time%time.Hour != 0
	case "minutes":
		return i.Time%time.Minute != 0
	}
	return false
}

func toText(v value) value {
	switch {
	case v.kind == textKind || v.kind == opaqueKind || v.kind == nullKind:
		return v
	case v.isExact():
		return constantText(strconv.FormatFloat(v.lowNumber, 'f', -1, 64))
	case v.kind == lengthKind && v.interval != nil:
		return constantText(intervalText(*v.interval))
	case v.kind == numberKind:
		return value{kind: textKind, text: []piece{{unknown: "a number that is not constant is made text", plain: true}}}
	}
	return value{kind: textKind, text: []piece{{unknown: because("a value that is not constant is made text", v)}}, set: v.set}
}

func intervalText(i span.Interval) string {
	return strconv.FormatInt(i.Months, 10) + " months " + strconv.FormatInt(i.Days, 10) + " days " +
		strconv.FormatInt(int64(i.Time/time.Microsecond), 10) + " microseconds"
}

// glue is text put together with ||.
func glue(l, r value) value {
	if l.kind == nullKind || r.kind == nullKind {
		return value{kind: nullKind}
	}
	var whole []piece
	for _, p := range append(append([]piece(nil), pieces(l)...), pieces(r)...) {
		if last := len(whole) - 1; last >= 0 && whole[last].unknown == "" && p.unknown == "" {
			whole[last].constant += p.constant
			continue
		}
		whole = append(whole, p)
	}
	return value{kind: textKind, text: whole}
}

func pieces(v value) []piece {
	switch v = toText(v); v.kind {
	case textKind:
		return v.text
	case opaqueKind:
		return []piece{{unknown: v.reason, plain: v.whole}}
	}
	return []piece{{unknown: because("a part of the text is not constant", v)}}
}

func unknownPiece(v value) string {
	for _, p := range v.text {
		if p.unknown != "" {
			return p.unknown
		}
	}
	return "the text is not constant"
}

func quoted(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}

// atTimeZone turns a zone-less moment into a real one and the other way round.
func (s *scope) atTimeZone(zoneText, moment value) value {
	if moment.kind == opaqueKind {
		return moment
	}
	if moment.kind != momentKind {
		return unlike(moment, value{kind: momentKind})
	}
	name, _ := zoneText.constant() // an unknown zone has no name
	moment.date = false
	steps := moment.grid
	if !sameZone(name, s.session.zoneName()) {
		steps = grid{} // its wall clock is another
	}
	if moment.zone.local {
		moment = s.session.asZoned(moment, name)
	} else {
		moment.zone = zone{local: true, name: name}
	}
	moment.grid = steps
	return moment
}
