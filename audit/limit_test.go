package audit_test

import (
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// A retention that can't be told stays unknown for programs; what is certain of
// it stands beside, by hand: 72 of 360 hours, 72 of 720, 72 of 840.
func TestLimitOfUnknownRetention(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	opaque := opaqueJob("odd", "dynamic SQL")
	limited := planFor(with(wellGuarded(), job("purge", hours(72)), opaque))
	s := only(t, limited.windows(inbound("short", hours(72)), inbound("a", days(15)), inbound("b", days(30)), inbound("endless", span.Unbounded()), silent).judge())
	if got := asJSON(t, s.Retention.AtMostSeconds); got != "259200" || s.Retention.Status != audit.RetentionUnknown {
		t.Errorf("retention is %s, at most %s; want unknown, at most 259200", s.Retention.Status, got)
	}
	for i, want := range [][2]string{{"null", "null"}, {"20.0000", "1036800"}, {"10.0000", "2332800"}, {"0.0000", "null"}, {"null", "null"}} {
		row := s.Coverage[i]
		if row.Verdict != audit.UnknownCover || row.Percent != nil || row.GapSeconds != nil {
			t.Errorf("%s is %s of %s, want unknown without a figure", row.Window, row.Verdict, asJSON(t, row.Percent))
		}
		if got := [2]string{asJSON(t, row.PercentAtMost), asJSON(t, row.GapAtLeastSeconds)}; got != want {
			t.Errorf("%s is limited to %v, want %v", row.Window, got, want)
		}
	}
	s = only(t, limited.windows(inbound("b", days(30))).judge())
	if got := asJSON(t, s.FloorCoverage.Limit); got != `{"percent_at_most":8.5715,"gap_at_least_seconds":2764800}` {
		t.Errorf("the replay floor is limited to %s", got)
	}
	for name, p := range map[string]*plan{
		"known":                       planFor(with(wellGuarded(), job("purge", hours(72)))),
		"unknown without any limit":   planFor(with(wellGuarded(), opaque)),
		"filled by a declaration":     planFor(with(wellGuarded(), job("purge", hours(72)), opaque)).store(declares(days(35))),
		"unbounded":                   planFor(wellGuarded()),
		"a limit beyond every window": planFor(with(wellGuarded(), job("purge", days(90)), opaque)),
	} {
		for _, row := range only(t, p.judge()).Coverage {
			if row.PercentAtMost != nil || row.GapAtLeastSeconds != nil {
				t.Errorf("%s: %s is limited to %s", name, row.Window, asJSON(t, row.Limit))
			}
		}
	}
}

// A limit is never rounded below what may be covered.
func TestLimitIsRoundedUp(t *testing.T) {
	almost := job("purge", span.Of(days(30).Length()-time.Second/2))
	s := only(t, planFor(with(wellGuarded(), almost, opaqueJob("odd", "x"))).windows(inbound("b", days(30)), outbound("c", days(90), fact.Exact)).judge())
	if got := asJSON(t, s.Coverage[0].Limit); got != `{"percent_at_most":99.9999,"gap_at_least_seconds":0}` {
		t.Errorf("the limit is %s, want 99.9999 and a gap of less than a second", got)
	}
	if got := asJSON(t, s.Coverage[1].PercentAtMost); got != "33.3334" {
		t.Errorf("the limit is %s, want 33.3334", got)
	}
}
