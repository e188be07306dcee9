package audit_test

import (
	"testing"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func TestReplayFloor(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	for _, c := range []struct {
		name    string
		windows []fact.Window
		margin  span.Span
		sum     span.Span
		governs string // empty when there is no floor
		next    string
	}{
		{"Stripe: 30 d and 5 d, the first of two alike", stripe(), days(5), days(35), "stripe/cli-resend", "stripe/events-api-lookback"},
		{"no margin", []fact.Window{inbound("a", days(3))}, span.Span{}, days(3), "stripe/a", ""},
		{"outbound windows are no requirement", []fact.Window{outbound("a", days(90), fact.Exact), inbound("b", days(3))}, days(5), days(8), "stripe/b", ""},
		{"an unlimited window", []fact.Window{inbound("a", days(3)), inbound("b", span.Unbounded())}, days(5), span.Unbounded(), "stripe/b", "stripe/a"},
		{"a window without a figure", []fact.Window{silent, inbound("a", days(3))}, days(5), days(8), "stripe/a", ""},
		{"only windows without a figure", []fact.Window{silent}, days(5), span.Span{}, "", ""},
		{"no window", nil, days(5), span.Span{}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := audit.ReplayFloor(c.windows, c.margin)
			sum, w, known := f.Sum()
			if known != (c.governs != "") || sum != c.sum || known && w.Name() != c.governs {
				t.Errorf("floor is %s from %s (%v), want %s from %q", sum, w.Name(), known, c.sum, c.governs)
			}
			if _, next, left := f.WithoutGoverning().Sum(); left && next.Name() != c.next || !left && c.next != "" {
				t.Errorf("without it %s would govern, want %q", next.Name(), c.next)
			}
		})
	}
}

func TestReplayFloorNamesWindowsWithoutFigure(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	f := audit.ReplayFloor([]fact.Window{inbound("a", days(3)), silent}, days(5))
	if got := f.WithoutEnd(); len(got) != 1 || got[0].ID != "silent" {
		t.Errorf("windows without a figure are %v, want silent", got)
	}
	if len(f.Terms) != 2 {
		t.Errorf("the floor has %d terms, want both windows", len(f.Terms))
	}
}
