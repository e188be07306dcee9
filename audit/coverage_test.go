package audit_test

import (
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func TestCoverageRow(t *testing.T) {
	silent := inbound("w", days(1))
	silent.Span = nil
	endless := inbound("w", span.Unbounded())
	forRange := inbound("w", days(14))
	forRange.Span.Shortest = days(7)
	atLeast := inbound("w", days(1))
	atLeast.Bound = fact.AtLeast
	sent := outbound("w", hours(24), fact.AtLeast)
	kept := func(s span.Span) fact.Store { return with(wellGuarded(), job("purge", s)) }
	opaque := with(wellGuarded(), opaqueJob("odd", "x"))
	for _, c := range []struct {
		name                     string
		store                    fact.Store
		window                   fact.Window
		length, percent, gap     string
		verdict                  audit.CoverageVerdict
		floorPercent, floorVerdt string
	}{
		{"covered", kept(days(1)), inbound("w", days(1)), "86400", "100.0000", "0", "covered", "16.6667", "short"},
		{"short", kept(hours(12)), inbound("w", days(1)), "86400", "50.0000", "43200", "short", "8.3333", "short"},
		{"nothing kept", kept(span.Span{}), inbound("w", days(1)), "86400", "0.0000", "86400", "short", "0.0000", "short"},
		{"never rounded up to whole", kept(span.Of(days(30).Length() - time.Second)), inbound("w", days(30)), "2592000", "99.9999", "1", "short", "85.7143", "short"},
		{"half a second is a gap", kept(span.Of(days(30).Length() - time.Second/2)), inbound("w", days(30)), "2592000", "99.9999", "1", "short", "85.7143", "short"},
		{"the longest end of a range", kept(days(7)), forRange, "1209600", "50.0000", "604800", "short", "36.8421", "short"},
		{"unlimited window", kept(days(900)), endless, "null", "0.0000", "null", "short", "0.0000", "short"},
		{"unlimited window, unbounded retention", wellGuarded(), endless, "null", "100.0000", "0", "covered", "100.0000", "covered"},
		{"unpublished window", kept(days(900)), silent, "null", "null", "null", "unknown", "null", "unknown"},
		{"unpublished window, unbounded retention", wellGuarded(), silent, "null", "100.0000", "0", "covered", "100.0000", "covered"},
		{"at least so long", kept(days(90)), atLeast, "86400", "null", "null", "unknown", "null", "unknown"},
		{"at least so long, and longer than kept", kept(hours(12)), atLeast, "86400", "50.0000", "43200", "short", "8.3333", "short"},
		{"at least so long, unbounded retention", wellGuarded(), atLeast, "86400", "100.0000", "0", "covered", "100.0000", "covered"},
		{"unknown retention", opaque, inbound("w", days(1)), "86400", "null", "null", "unknown", "null", "unknown"},
		{"outbound", kept(hours(12)), sent, "86400", "50.0000", "43200", "informative", "", ""},
		{"outbound, unknown retention", opaque, sent, "86400", "null", "null", "informative", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := only(t, planFor(c.store).windows(c.window).judge())
			row := s.Coverage[0]
			got := []string{asJSON(t, row.SpanSeconds), asJSON(t, row.Percent), asJSON(t, row.GapSeconds), string(row.Verdict)}
			want := []string{c.length, c.percent, c.gap, string(c.verdict)}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("row is %v, want %v", got, want)
					break
				}
			}
			if c.floorVerdt == "" {
				if s.FloorCoverage != nil || s.ReplayFloor != nil {
					t.Errorf("an outbound window sets a replay floor: %s", asJSON(t, s.ReplayFloor))
				}
				return
			}
			if p := asJSON(t, s.FloorCoverage.Percent); p != c.floorPercent || string(s.FloorCoverage.Verdict) != c.floorVerdt {
				t.Errorf("floor coverage is %s %s, want %s %s", p, s.FloorCoverage.Verdict, c.floorPercent, c.floorVerdt)
			}
		})
	}
}

// A window without a figure beside one that is covered leaves the floor in
// doubt; beside one that is short, the floor is short for certain.
func TestFloorCoverageWithUnpublishedWindow(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	for floor, want := range map[span.Span]audit.CoverageVerdict{days(90): audit.UnknownCover, days(7): audit.Short} {
		s := only(t, planFor(with(wellGuarded(), job("purge", floor))).windows(silent, inbound("w", days(3))).judge())
		if s.FloorCoverage.Verdict != want {
			t.Errorf("kept %s, the floor is %s, want %s", floor, s.FloorCoverage.Verdict, want)
		}
	}
}

func TestRowTellsUnlimitedFromUnpublished(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	set := inbound("set", days(1))
	set.Span, set.Bound = nil, fact.Configurable
	rows := only(t, planFor(wellGuarded()).windows(silent, inbound("endless", span.Unbounded()), inbound("w", days(3)), set).judge()).Coverage
	for i, want := range []fact.Bound{fact.Unpublished, fact.Unlimited, fact.AtMost, fact.Configurable} {
		if rows[i].Bound != want {
			t.Errorf("the bound of %s is %s, want %s", rows[i].Window, rows[i].Bound, want)
		}
	}
}
