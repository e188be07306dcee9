package vendors

import (
	"fmt"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors/strictyaml"
)

// readSetting reads what a configurable window depends on and how long it is
// by default. A span with two ends says between which lengths the setting can
// be; one with a single end is the default itself.
func readSetting(f *strictyaml.Fields, w fact.Window) (name string, standard *span.Span) {
	if w.Bound != fact.Configurable {
		const reason = "only a window with bound: configurable has this field"
		f.Refuse("setting", reason)
		f.Refuse("default", reason)
		return "", nil
	}
	name, n := f.Required("setting").Text(), f.Optional("default")
	standard = readDefault(n)
	single := w.Span != nil && w.Span.Shortest == w.Span.Longest
	switch {
	case single && standard == nil:
		return name, &w.Span.Longest
	case standard == nil:
		return name, nil
	case single && *standard != w.Span.Longest, !within(w.Span, *standard):
		n.Reject("default is %s, and the span is %s", writtenLength(*standard), writtenRange(*w.Span))
	}
	return name, standard
}

// readDefault returns nil for a default that is absent or was refused.
func readDefault(n strictyaml.Node) *span.Span {
	length, word := n.SpanOr(string(fact.Unlimited))
	switch {
	case word != "":
		length = span.Unbounded()
	case length.IsZero():
		return nil
	}
	return &length
}

// within reports whether a setting can be that long. Where only the default or
// no figure at all is published, nobody knows better than who set it.
func within(r *span.Range, length span.Span) bool {
	if r == nil || r.Shortest == r.Longest {
		return true
	}
	return length.Compare(r.Shortest) >= 0 && length.Compare(r.Longest) <= 0
}

// set returns a configurable window as somebody has really set it.
func set(w fact.Window, length span.Span) (fact.Window, error) {
	switch {
	case w.Bound != fact.Configurable:
		return w, fmt.Errorf("the window %s of vendor %s can't be set to %s, for its length is the vendor's own: "+
			"to correct the figure put the window into a catalogue file of your own", w.ID, w.Vendor, writtenLength(length))
	case !within(w.Span, length):
		return w, fmt.Errorf("the window %s of vendor %s can't be set to %s: %s goes from %s to %s",
			w.ID, w.Vendor, writtenLength(length), w.Setting, writtenLength(w.Span.Shortest), writtenLength(w.Span.Longest))
	}
	w.Span = &span.Range{Shortest: length, Longest: length}
	w.Bound, w.Evidence = fact.Exact, fact.Configured
	if length.IsUnbounded() {
		w.Bound = fact.Unlimited
	}
	return w, nil
}

// parseSetting reads the length that somebody says a window is set to.
func parseSetting(text string) (span.Span, error) {
	if text == string(fact.Unlimited) {
		return span.Unbounded(), nil
	}
	return span.Parse(text)
}
