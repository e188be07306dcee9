package vendors

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Filter narrows a list of vendors. The zero value leaves everything.
type Filter struct {
	// Direction leaves the windows of one direction, and the vendors that have
	// one.
	Direction fact.Direction
	Kind      string // leaves the vendors of a kind
	// Text leaves the vendors in whose id, name, windows or stores it occurs,
	// whatever the case.
	Text string
	// Read leaves the windows and the stores whose source was read on a day
	// that it accepts, and the vendors that have one; nil accepts all.
	Read func(day time.Time) bool
}

// LongestInbound returns the longest of the inbound windows that publish a
// figure and concern live mode, the first of several alike. It is false where
// there is none.
func (v Vendor) LongestInbound() (fact.Window, bool) {
	var longest fact.Window
	for _, w := range v.Windows {
		if w.Direction != fact.Inbound || w.Mode == Test || w.Span == nil {
			continue
		}
		if longest.Span == nil || longest.Span.Longest.Less(w.Span.Longest) {
			longest = w
		}
	}
	return longest, longest.Span != nil
}

// rank orders vendors for whoever looks for the longest requirement: by the
// longest inbound window, then those that send again and publish no figure,
// then those that send nothing.
func (v Vendor) rank() (group int, longest span.Span) {
	if w, known := v.LongestInbound(); known {
		return 0, w.Span.Longest
	}
	isInbound := func(w fact.Window) bool { return w.Direction == fact.Inbound }
	if slices.ContainsFunc(v.Windows, isInbound) {
		return 1, span.Span{}
	}
	return 2, span.Span{}
}

// ByLongestInbound sorts vendors by their longest inbound window, the longest
// first, and by id where that is alike.
func ByLongestInbound(all []Vendor) {
	slices.SortStableFunc(all, func(a, b Vendor) int {
		groupA, longestA := a.rank()
		groupB, longestB := b.rank()
		return cmp.Or(cmp.Compare(groupA, groupB), longestB.Compare(longestA), cmp.Compare(a.ID, b.ID))
	})
}

// Apply returns what the filter leaves, in the order given. The vendors and
// their windows are not changed.
func (f Filter) Apply(all []Vendor) []Vendor {
	var left []Vendor
	for _, v := range all {
		if f.Kind != "" && v.Kind != f.Kind || f.Text != "" && !v.mentions(strings.ToLower(f.Text)) {
			continue
		}
		v.Windows = slices.DeleteFunc(slices.Clone(v.Windows), func(w fact.Window) bool {
			return f.Direction != "" && w.Direction != f.Direction || f.Read != nil && !f.Read(w.Read)
		})
		v.Stores = slices.DeleteFunc(slices.Clone(v.Stores), func(s fact.LibraryStore) bool {
			return f.Direction != "" || f.Read != nil && !f.Read(s.Read)
		})
		if len(v.Windows)+len(v.Stores) > 0 {
			left = append(left, v)
		}
	}
	return left
}

// mentions reports whether a lower-case text occurs in what a vendor's file
// says in words.
func (v Vendor) mentions(text string) bool {
	texts := []string{v.ID, v.Name}
	for _, w := range v.Windows {
		texts = append(texts, w.ID, w.Key, w.Setting, w.Note, w.Trap)
	}
	for _, s := range v.Stores {
		texts = append(texts, s.ID, s.Place, s.Setting, s.Note)
		texts = append(texts, s.Tables...)
	}
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), text) })
}
