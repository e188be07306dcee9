package vendors

import (
	"strconv"
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Field is one field of a vendor, a window or a store, written as in a file;
// lists are joined, and what is absent is empty.
type Field struct{ Name, Text string }

// listSeparator stands between the entries of a list.
const listSeparator = " | "

// vendorFields returns what a vendor has beside its id, its windows and its
// stores.
func vendorFields(v Vendor) []Field {
	return []Field{{"name", v.Name}, {"kind", v.Kind}, {"homepage", v.Homepage}}
}

// windowFields returns what a window has beside its id.
func windowFields(w fact.Window) []Field {
	return []Field{
		{"direction", string(w.Direction)},
		{"mode", w.Mode},
		{"span", writtenSpan(w)},
		{"bound", string(w.Bound)},
		{"setting", w.Setting},
		{"default", writtenDefault(w)},
		{"schedule", strings.Join(w.Schedule, listSeparator)},
		{"key", w.Key},
		{"evidence", string(w.Evidence)},
		{"url", w.URL},
		{"read", w.Read.Format(time.DateOnly)},
		{"note", w.Note},
		{"trap", w.Trap},
	}
}

// storeFields returns what a store has beside its id.
func storeFields(s fact.LibraryStore) []Field {
	return []Field{
		{"tables", strings.Join(s.Tables, listSeparator)},
		{"columns", strings.Join(s.Columns, listSeparator)},
		{"place", s.Place},
		{"key", strings.Join(s.Key, listSeparator)},
		{"created", s.Created},
		{"expires", s.Expires},
		{"jobs", strconv.FormatBool(s.Jobs)},
		{"keeps", writtenRange(s.Keeps)},
		{"setting", s.Setting},
		{"cleanup", s.Cleanup},
		{"evidence", string(s.Evidence)},
		{"url", s.URL},
		{"read", s.Read.Format(time.DateOnly)},
		{"note", s.Note},
	}
}

// writtenSpan writes how long a window is.
func writtenSpan(w fact.Window) string {
	switch {
	case w.Span == nil:
		return string(fact.Unpublished)
	case w.Bound == fact.Never:
		return string(fact.Never)
	}
	return writtenRange(*w.Span)
}

func writtenDefault(w fact.Window) string {
	if w.Default == nil {
		return ""
	}
	return writtenLength(*w.Default)
}

func writtenRange(r span.Range) string {
	if r.Shortest == r.Longest {
		return writtenLength(r.Longest)
	}
	return writtenLength(r.Shortest) + ".." + writtenLength(r.Longest)
}

func writtenLength(s span.Span) string {
	if s.IsUnbounded() {
		return string(fact.Unlimited)
	}
	return s.String()
}
