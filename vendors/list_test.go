package vendors

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func idsOf(all []Vendor) []string {
	var ids []string
	for _, v := range all {
		ids = append(ids, v.ID)
	}
	return ids
}

func lasting(id string, direction fact.Direction, length *span.Range) fact.Window {
	return fact.Window{ID: id, Direction: direction, Mode: Any, Span: length, Read: time.Date(2026, 10, 29, 0, 0, 0, 0, time.UTC)}
}

func sample() []Vendor {
	endless := &span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}
	sandbox := lasting("sandbox", fact.Inbound, exactly(90*span.Day))
	sandbox.Mode = Test
	old := lasting("old", fact.Inbound, exactly(3*span.Day))
	old.Read, old.Trap = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), "another id in every retry"
	return []Vendor{
		{ID: "endless", Kind: "stream", Windows: []fact.Window{lasting("replay", fact.Inbound, endless)}},
		{ID: "keeper", Kind: "library", Stores: []fact.LibraryStore{{ID: "inbox", Tables: []string{"Inbox"}, Read: old.Read}}},
		{ID: "month", Name: "Monat AG", Kind: "payments", Windows: []fact.Window{lasting("retry", fact.Inbound, exactly(span.Day)), lasting("resend", fact.Inbound, exactly(30*span.Day))}},
		{ID: "never", Kind: "payments", Windows: []fact.Window{lasting("retry", fact.Inbound, &span.Range{})}},
		{ID: "old", Kind: "payments", Windows: []fact.Window{old, sandbox}},
		{ID: "outbound", Kind: "payments", Windows: []fact.Window{lasting("key", fact.Outbound, exactly(365*span.Day))}},
		{ID: "silent", Kind: "banking", Windows: []fact.Window{lasting("retry", fact.Inbound, nil)}},
		{ID: "three", Kind: "banking", Windows: []fact.Window{lasting("retry", fact.Inbound, exactly(3*span.Day)), lasting("key", fact.Outbound, exactly(span.Day))}},
	}
}

func TestByLongestInbound(t *testing.T) {
	all := sample()
	ByLongestInbound(all)
	want := []string{"endless", "month", "old", "three", "never", "silent", "keeper", "outbound"}
	if diff := cmp.Diff(want, idsOf(all)); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
}

func TestLongestInboundIsOfLiveMode(t *testing.T) {
	for _, v := range sample() {
		w, known := v.LongestInbound()
		want := map[string]string{"endless": "replay", "month": "resend", "never": "retry", "old": "old", "three": "retry"}[v.ID]
		if w.ID != want || known != (want != "") {
			t.Errorf("%s: the longest is %q, want %q", v.ID, w.ID, want)
		}
	}
}

func TestFilter(t *testing.T) {
	for shows, test := range map[string]struct {
		filter Filter
		want   []string
	}{
		"nothing":                    {Filter{}, []string{"endless", "keeper", "month", "never", "old", "outbound", "silent", "three"}},
		"what they send again":       {Filter{Direction: fact.Inbound}, []string{"endless", "month", "never", "old", "silent", "three"}},
		"what they remember":         {Filter{Direction: fact.Outbound}, []string{"outbound", "three"}},
		"a kind":                     {Filter{Kind: "banking"}, []string{"silent", "three"}},
		"a kind and a direction":     {Filter{Kind: "banking", Direction: fact.Outbound}, []string{"three"}},
		"a text in a name":           {Filter{Text: "monat"}, []string{"month"}},
		"a text in an id, loudly":    {Filter{Text: "THREE"}, []string{"three"}},
		"a text in a window's id":    {Filter{Text: "resend"}, []string{"month"}},
		"a text in a trap":           {Filter{Text: "every retry"}, []string{"old"}},
		"a text in a table's name":   {Filter{Text: "inbox"}, []string{"keeper"}},
		"a text that stands nowhere": {Filter{Text: "xyzzy"}, nil},
		"what was read long ago":     {Filter{Read: func(day time.Time) bool { return day.Year() == 2026 && day.Month() < 6 }}, []string{"keeper", "old"}},
	} {
		if diff := cmp.Diff(test.want, idsOf(test.filter.Apply(sample()))); diff != "" {
			t.Errorf("%s: differs (-want +got):\n%s", shows, diff)
		}
	}
}

func TestFilterNarrowsWindowsAndChangesNothing(t *testing.T) {
	all := sample()
	left := Filter{Direction: fact.Outbound}.Apply(all)
	if got := left[1].windowIDs(); len(got) != 1 || got[0] != "key" {
		t.Errorf("windows %q, want the outbound one", got)
	}
	if diff := cmp.Diff(sample(), all, compareSpans); diff != "" {
		t.Errorf("the filter changed what it was given (-want +got):\n%s", diff)
	}
}
