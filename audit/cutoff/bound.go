package cutoff

import (
	"time"

	"idemaudit/audit/sqltree"
)

// bound tells the ages of a record at which a condition can hold: never, from
// a least to a most, or it can't be told from which, with the reason.
type bound struct {
	never  bool
	reason string        // why the least age can't be told; empty when it can
	least  time.Duration // no record younger than this meets the condition
	most   time.Duration // and none older than this
	// observed is set when the least age rests on what rows show.
	observed bool
	// decides is the comparison that sets the least age; nil when no clock
	// plays a part.
	decides *sqltree.Node
}

// always is the bound of a condition that has no clock in it: it may hold at
// any age.
func always() bound { return bound{most: forever} }

func neverHolds() bound { return bound{never: true} }

func cannotTell(reason string) bound { return bound{reason: reason, most: forever} }

func between(least, most time.Duration) bound {
	least = max(least, 0)
	if least == forever || most < least {
		return neverHolds()
	}
	return bound{least: least, most: most}
}

func (b bound) known() bool { return !b.never && b.reason == "" }

// onlyYoung reports whether a condition keeps old records rather than young
// ones: it may end a record at once, and none past an age.
func (b bound) onlyYoung() bool { return b.known() && b.least == 0 && b.most != forever }

// both is the bound of a AND b. A record must be of an age for each, so one
// known side is enough: whatever the other says only narrows what is removed.
func both(a, b bound) bound {
	most := min(a.most, b.most)
	switch {
	case a.never || b.never:
		return neverHolds()
	case a.known() && b.known() && (b.least > a.least || a.decides == nil):
		a = b
	case a.known() && b.known():
	case a.known() && a.least > 0, !a.known() && b.least == 0:
	default:
		a = b
	}
	if a.known() && a.least > most {
		return neverHolds()
	}
	a.most = most
	return a
}

// resting marks a bound as resting on what rows show.
func (b bound) resting(observed bool) bound {
	b.observed = observed
	return b
}

// either is the bound of a OR b: the younger of both may go. Nothing is
// younger than no age at all, so a known zero stands whatever the other is.
func either(a, b bound) bound {
	most := max(a.most, b.most)
	switch {
	case a.never:
		return b
	case b.never:
		return a
	case a.known() && a.least == 0:
	case b.known() && b.least == 0:
		a = b
	case !a.known():
	case !b.known(), b.least < a.least:
		a = b
	}
	a.most = most
	return a
}
