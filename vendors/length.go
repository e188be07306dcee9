package vendors

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors/nearest"
	"idemaudit/vendors/strictyaml"
)

// readLength reads how long a window is and how its vendor states that. Both
// must agree: a figure that is called exact has no two ends. Where there is no
// figure span itself says why, and bound may be left out.
func readLength(f *strictyaml.Fields) (*span.Range, fact.Bound) {
	r, word := f.Required("span").RangeOr(string(fact.Unlimited), string(fact.Unpublished), string(fact.Never))
	switch {
	case word == string(fact.Unpublished):
		return nil, readBound(f.Optional("bound"), "the span unpublished", fact.Unpublished, fact.Configurable)
	case word == string(fact.Unlimited):
		r = span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}
		return &r, readBound(f.Optional("bound"), "the span unlimited", fact.Unlimited, fact.Configurable)
	case word == string(fact.Never):
		return &span.Range{}, readBound(f.Optional("bound"), "the span none", fact.Never)
	case r == span.Range{}:
		// The span is absent or was refused, so any bound may go with it, or none.
		return nil, readBound(f.Optional("bound"), "", Bounds()...)
	case r.Shortest != r.Longest:
		return &r, readBound(f.Required("bound"), "a span with two ends", fact.Between, fact.Configurable)
	}
	return &r, readBound(f.Required("bound"), "a span with one end", fact.Exact, fact.AtLeast, fact.AtMost, fact.Configurable)
}

// readBound reads one of the bounds that go with a span. Absent, it is the
// first of them.
func readBound(n strictyaml.Node, length string, fitting ...fact.Bound) fact.Bound {
	if !n.Given() {
		return fitting[0]
	}
	b := fact.Bound(n.Word(words(Bounds())...))
	if b != "" && !slices.Contains(fitting, b) {
		n.Reject("bound is %s, and %s takes %s", b, length, nearest.Join(words(fitting), "or"))
	}
	return b
}

// Bounds returns the bounds of a window, as the catalogue writes them.
func Bounds() []fact.Bound {
	return []fact.Bound{fact.Exact, fact.AtLeast, fact.AtMost, fact.Between, fact.Unlimited, fact.Unpublished, fact.Configurable, fact.Never}
}

func words(bounds []fact.Bound) []string {
	var all []string
	for _, b := range bounds {
		all = append(all, string(b))
	}
	return all
}
