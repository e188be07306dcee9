package cutoff

import (
	"time"

	"idemaudit/audit/sqltree"
)

// bound tells the ages of a record at which a condition can hold: never, from
// some least age on, or it can't be told from which, with the reason.
type bound struct {
	never  bool
	reason string        // why the least age can't be told; empty when it can
	least  time.Duration // no record younger than this meets the condition
	// decides is the comparison that sets the least age; nil when no clock
	// plays a part.
	decides *sqltree.Node
	// place is the scope that decides was read in.
	place *scope
}

// always is the bound of a condition that has no clock in it: it may hold at
// any age.
func always() bound { return bound{} }

func neverHolds() bound { return bound{never: true} }

func cannotTell(reason string) bound { return bound{reason: reason} }

func (b bound) known() bool { return !b.never && b.reason == "" }

// both is the bound of a AND b. A record must be old enough for each, so one
// known side is enough: whatever the other says only narrows what is removed.
func both(a, b bound) bound {
	switch {
	case a.never || b.never:
		return neverHolds()
	case a.known() && b.known():
		if b.least > a.least || a.decides == nil {
			return b
		}
		return a
	case a.known() && a.least > 0:
		return a
	case b.known() && b.least > 0:
		return b
	case !a.known():
		return a
	}
	return b
}

// either is the bound of a OR b: the younger of both may go. Nothing is
// younger than no age at all, so a known zero stands whatever the other is.
func either(a, b bound) bound {
	switch {
	case a.never:
		return b
	case b.never:
		return a
	case a.known() && a.least == 0:
		return a
	case b.known() && b.least == 0:
		return b
	case !a.known():
		return a
	case !b.known():
		return b
	case b.least < a.least:
		return b
	}
	return a
}
