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
	r, word := f.Required("span").RangeOr(string(fact.Unlimited), string(fact.Unpublished))
	switch {
	case word == string(fact.Unpublished):
		return nil, readBound(f.Optional("bound"), "the span unpublished", fact.Unpublished)
	case word == string(fact.Unlimited):
		r = span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}
		return &r, readBound(f.Optional("bound"), "the span unlimited", fact.Unlimited)
	case r == span.Range{}:
		// The span is absent or was refused, so any bound may go with it, or none.
		return nil, readBound(f.Optional("bound"), "", allBounds()...)
	case r.Shortest != r.Longest:
		return &r, readBound(f.Required("bound"), "a span with two ends", fact.Between)
	}
	return &r, readBound(f.Required("bound"), "a span with one end", fact.Exact, fact.AtLeast, fact.AtMost)
}

// readBound reads one of the bounds that go with a span. Absent, it is the
// first of them.
func readBound(n strictyaml.Node, length string, fitting ...fact.Bound) fact.Bound {
	if !n.Given() {
		return fitting[0]
	}
	b := fact.Bound(n.Word(words(allBounds())...))
	if b != "" && !slices.Contains(fitting, b) {
		n.Reject("bound is %s, and %s takes %s", b, length, nearest.Join(words(fitting), "or"))
	}
	return b
}

func allBounds() []fact.Bound {
	return []fact.Bound{fact.Exact, fact.AtLeast, fact.AtMost, fact.Between, fact.Unlimited, fact.Unpublished}
}

func words(bounds []fact.Bound) []string {
	var all []string
	for _, b := range bounds {
		all = append(all, string(b))
	}
	return all
}
