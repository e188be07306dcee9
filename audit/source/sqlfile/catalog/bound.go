package catalog

import (
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// partitionBound reads FOR VALUES. Only ranges have a lower and an upper end.
func (r *reader) partitionBound(parent *table, spec *sqltree.PartitionBoundSpec) *fact.Partition {
	return &fact.Partition{
		Default: spec.GetIsDefault(),
		Lower:   r.boundText(parent, spec.GetLowerdatums()),
		Upper:   r.boundText(parent, spec.GetUpperdatums()),
		Rows:    fact.Unknown[int64]("files hold no rows"),
	}
}

// fitsStrategy reports whether a bound is of the kind that the parent is
// partitioned by.
func fitsStrategy(parent *table, spec *sqltree.PartitionBoundSpec) bool {
	if spec.GetIsDefault() {
		return parent.key.Strategy != "hash"
	}
	return spec.GetStrategy() == parent.key.Strategy[:1]
}

// boundText joins the values of one end, each written as PostgreSQL would
// write it back. An end that is open in its first column, MINVALUE or
// MAXVALUE, has none.
func (r *reader) boundText(parent *table, values []*sqltree.Node) string {
	var all []string
	for i, n := range values {
		if n.GetColumnRef() != nil {
			break
		}
		text, known := plainConstant(n)
		if !known {
			text = expressionText(n)
		}
		if i < len(parent.key.Columns) {
			if c := parent.column(parent.key.Columns[i]); c != nil {
				text = r.timeText(text, c.typ)
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// timeText writes a time as PostgreSQL does for a type, in UTC; a text of
// another type, or of another form than usual, as it is.
func (r *reader) timeText(text, typ string) string {
	location := time.UTC
	if r.zone.value != "" {
		if named, err := time.LoadLocation(r.zone.value); err == nil {
			location = named
		}
	}
	at, known := parseTime(text, location)
	switch {
	case !known:
		return text
	case strings.HasSuffix(typ, "with time zone"):
		return at.UTC().Format("2006-01-02 15:04:05.999999") + "+00"
	case strings.HasSuffix(typ, "without time zone"):
		return at.Format("2006-01-02 15:04:05.999999")
	case typ == "date":
		return at.Format("2006-01-02")
	}
	return text
}

func parseTime(text string, location *time.Location) (at time.Time, known bool) {
	text = strings.Replace(strings.TrimSpace(text), "T", " ", 1)
	for _, form := range []string{
		"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05.999999",
		"2006-01-02 15:04:05.999999Z07:00", "2006-01-02 15:04:05.999999Z07", "2006-01-02 15:04:05.999999-0700",
		"2006-01-02 15:04:05.999999 Z07:00", "2006-01-02 15:04:05.999999 Z07",
	} {
		if at, err := time.ParseInLocation(form, text, location); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
