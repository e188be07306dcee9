package cutoff

import "time"

// grid tells that a time or a number is always a whole number of steps, and a
// phase, on the session's wall clock: a date, a truncated time, a whole epoch.
// Where both sides of a comparison lie on one, being less means being a step
// less, or what the phases leave of it. A step of 0 is no grid.
type grid struct {
	step  time.Duration
	phase time.Duration // at least 0 and less than step
}

func wholeSteps(step time.Duration) grid { return grid{step: step} }

// moved is the grid of a value to which a constant was added.
func (g grid) moved(by time.Duration) grid {
	if g.step == 0 {
		return g
	}
	g.phase = ((g.phase+by)%g.step + g.step) % g.step
	return g
}

func (g grid) negated() grid {
	return grid{step: g.step}.moved(-g.phase)
}

// plus is the grid of a sum, as coarse as both allow.
func (g grid) plus(h grid) grid {
	return grid{step: commonStep(g.step, h.step)}.moved(g.phase).moved(h.phase)
}

// meet is the grid of a value that may be either of two.
func (g grid) meet(h grid) grid {
	step := commonStep(g.step, h.step)
	if step == 0 || g.phase%step != h.phase%step {
		return grid{}
	}
	return grid{step: step, phase: g.phase % step}
}

// commonStep returns a step that both are multiples of, 0 when they need not
// share one.
func commonStep(a, b time.Duration) time.Duration {
	switch {
	case a == 0 || b == 0:
		return 0
	case a%b == 0:
		return b
	case b%a == 0:
		return a
	}
	return 0
}

// gridOf is the grid of a value beside another: a constant lies on any.
func gridOf(v value, beside grid) grid {
	if v.grid.step == 0 && !v.hasClock() && v.low == v.high && beside.step != 0 {
		return wholeSteps(beside.step).moved(v.low)
	}
	return v.grid
}

// onGrid tightens the difference of two values that must be less than 0, or at
// most 0, by what the grid of the difference leaves out.
func onGrid(d value, g grid, strict bool) value {
	if g.step == 0 {
		return d
	}
	gap := (g.step - g.phase) % g.step
	if strict && gap == 0 {
		gap = g.step
	}
	d.low, d.high = addEnd(d.low, gap), addEnd(d.high, gap)
	return d
}
