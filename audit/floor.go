package audit

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Floor is the replay floor with the terms it is made of: the longest inbound
// window and the margin.
type Floor struct {
	Margin span.Span
	// Terms are the inbound windows in the order they were given, those that
	// publish no figure included.
	Terms []Term
}

// Term is one inbound window of a replay floor.
type Term struct {
	Window fact.Window
	// Governs is set for the longest window, the first of several alike.
	Governs bool
}

// ReplayFloor puts together the age that records must reach before every
// inbound window and an outage of our own have passed. Outbound windows are no
// requirement on our records and are left out.
func ReplayFloor(windows []fact.Window, margin span.Span) Floor {
	f := Floor{Margin: margin}
	longest := -1
	for _, w := range windows {
		if w.Direction != fact.Inbound {
			continue
		}
		f.Terms = append(f.Terms, Term{Window: w})
		at := len(f.Terms) - 1
		if w.Span != nil && (longest < 0 || f.Terms[longest].Window.Span.Longest.Less(w.Span.Longest)) {
			longest = at
		}
	}
	if longest >= 0 {
		f.Terms[longest].Governs = true
	}
	return f
}

// Sum returns the replay floor and the window that governs it. It is false
// when no inbound window publishes a figure: then there is no number to reach,
// which is not the same as a number of zero.
func (f Floor) Sum() (span.Span, fact.Window, bool) {
	for _, t := range f.Terms {
		if t.Governs {
			return t.Window.Span.Longest.Add(f.Margin), t.Window, true
		}
	}
	return span.Span{}, fact.Window{}, false
}

// WithoutGoverning returns the floor that is left when the window that governs
// can be ruled out, for instance because nobody may resend by hand.
func (f Floor) WithoutGoverning() Floor {
	var rest []fact.Window
	for _, t := range f.Terms {
		if !t.Governs {
			rest = append(rest, t.Window)
		}
	}
	return ReplayFloor(rest, f.Margin)
}

// WithoutEnd returns the inbound windows whose vendor does not state how long
// they are at most: those without a figure, and those that are at least so
// long. The floor may be too low for them.
func (f Floor) WithoutEnd() []fact.Window {
	var open []fact.Window
	for _, t := range f.Terms {
		if !t.Window.EndIsTold() {
			open = append(open, t.Window)
		}
	}
	return open
}

func (f Floor) result() *FloorResult {
	if len(f.Terms) == 0 {
		return nil
	}
	out := &FloorResult{MarginSeconds: f.Margin.WholeSeconds()}
	if sum, governing, ok := f.Sum(); ok {
		out.Seconds, out.Window = seconds(sum), Text(governing.Name())
	}
	return out
}
