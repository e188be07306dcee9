package cutoff

import (
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

// columnClock tells what a column of the record in question can hold.
func (r *reader) columnClock(t *schema.Table, c fact.Column) value {
	byName, ok := r.clocks[t]
	if !ok {
		byName = map[string]value{}
		r.clocks[t] = byName
	}
	v, ok := byName[c.Name]
	if !ok {
		byName[c.Name] = opaque(c.Name + " is defined by itself")
		v = r.readColumn(t, c)
		byName[c.Name] = v
	}
	return v
}

func (r *reader) readColumn(t *schema.Table, c fact.Column) value {
	role := r.roles(t, c)
	if role == NoClock && !c.Generated {
		return value{kind: otherKind, reason: c.Name + " is set by the application"}
	}
	given := r.defaultOf(t, c)
	switch {
	case c.Generated:
		return given
	case role == Length:
		return lengthColumn(c, given)
	case given.now == 1 && given.isTime():
		return storedClock(role, given)
	case role == Birth && given.kind == momentKind:
		return opaque("the default of " + c.Name + " is a moment that stands still, so a record may be older by it than it is")
	case role == Birth:
		return ownClock(c, 0)
	case role == Later:
		return ownClock(c, forever)
	case role == Sender:
		return opaque(c.Name + " is a time that the sender sets, which says nothing of how long the record has been held")
	}
	return opaque(c.Name + " is set by the application, and no default tells how long after the record's birth it lies")
}

// defaultOf evaluates a column's default or generation expression; opaque
// without one.
func (r *reader) defaultOf(t *schema.Table, c fact.Column) value {
	if c.Default == "" {
		return opaque(c.Name + " has no default")
	}
	tree, err := sqltree.ParseExpression(c.Default)
	if err != nil {
		return opaque("the default of " + c.Name + " can't be read: " + err.Error())
	}
	s := &scope{reader: r, session: r.ownSession()}
	if !c.Generated && c.IsCalendar() && isLiteral(tree) {
		// PostgreSQL reads 'now' when the table is made, not when a row is.
		return value{kind: momentKind, low: -forever, high: forever}
	}
	s.items = []*item{{alias: t.Name.Name, table: t, target: true}}
	return s.castTo(s.eval(tree), c.Type)
}

// isLiteral reports whether a default is a literal, with the name of a type of
// time or without.
func isLiteral(n *sqltree.Node) bool {
	if c := n.GetTypeCast(); c != nil {
		name := typeNameOf(&sqltree.Node{Node: &sqltree.Node_TypeName{TypeName: c.GetTypeName()}})
		return (name == "date" || strings.HasPrefix(name, "timestamp")) && isLiteral(c.GetArg())
	}
	return n.GetAConst() != nil && !n.GetAConst().GetIsnull()
}

func (r *reader) ownSession() session {
	return session{path: r.db.SearchPath, told: r.db.Live, zone: r.db.Zone}
}

// storedClock is a default that was taken when the record was stored: its now
// is the record's birth. A later value may replace it, except where the column
// tells the birth itself.
func storedClock(role Role, given value) value {
	given.now, given.birth = 0, 1
	if given.kind == countKind && given.unit <= resolution && given.grid == wholeSteps(given.unit) {
		given.low = wholeUnits(given.low, given.unit)
		given.high = max(given.low, given.high.Truncate(given.unit))
	}
	if role != Birth {
		given.high = forever
	}
	return given
}

// wholeUnits rounds up to a whole number of units.
func wholeUnits(d, unit time.Duration) time.Duration {
	down := d.Truncate(unit)
	if down < d {
		return down + unit
	}
	return down
}

// resolution is how finely ages are told. A record is as old as its own clock
// says to the second: what a column of whole seconds or milliseconds rounds
// off is no part of its age.
const resolution = time.Second

// ownClock is a time column without a default, which the application sets when
// it stores the record, or up to later.
func ownClock(c fact.Column, later time.Duration) value {
	v := value{kind: momentKind, birth: 1, high: later}
	switch {
	case c.Type == "date":
		v.low, v.date, v.grid, v.zone = -span.Day, true, wholeSteps(span.Day), zone{local: true}
	case strings.HasPrefix(c.Type, "timestamp") && !strings.HasSuffix(c.Type, "with time zone"):
		v.zone = zone{local: true}
	case strings.HasPrefix(c.Type, "timestamp"):
	default:
		v.kind, v.unit = countKind, unitByName(c.Name)
		v.grid = wholeSteps(v.unit)
	}
	return v
}

// unitByName tells the unit of an epoch column from its name; 0 when the name
// does not tell.
func unitByName(name string) time.Duration {
	switch name = strings.ToLower(name); {
	case strings.HasSuffix(name, "_ms"), strings.HasSuffix(name, "millis"), strings.HasSuffix(name, "_msec"):
		return time.Millisecond
	case strings.HasSuffix(name, "_us"), strings.HasSuffix(name, "micros"):
		return time.Microsecond
	case strings.HasSuffix(name, "_s"), strings.HasSuffix(name, "_sec"), strings.HasSuffix(name, "_secs"), strings.HasSuffix(name, "_seconds"), strings.HasSuffix(name, "_epoch"):
		return time.Second
	}
	return 0
}

// lengthColumn is a lifetime kept in each row. Its default stands for it, as
// the default of an expiry column does.
func lengthColumn(c fact.Column, given value) value {
	if given.kind == lengthKind || given.kind == numberKind {
		return given
	}
	return opaque(c.Name + " is a length of time that the application sets in each record, and no default tells it")
}
