package audit

import (
	"cmp"
	"slices"

	"idemaudit/audit/fact"
)

// Outcome is what the gate says of an audit. It follows from the result alone,
// so that every format and every later rendering of it agree.
type Outcome int

// The outcomes, from the one that lets pass to the one without anything to say.
const (
	Passed     Outcome = iota
	Failed             // findings at or above the severity that closes the gate
	Incomplete         // a target was out of reach, or something in it hidden
	Empty              // no store was found
)

// Gate is what the user lets close the gate.
type Gate struct {
	FailOn          Severity `json:"fail_on"`
	AllowIncomplete bool     `json:"allow_incomplete"`
	AllowEmpty      bool     `json:"allow_empty"`
}

func gateOf(run Run) Gate {
	return Gate{FailOn: cmp.Or(run.FailOn, Error), AllowIncomplete: run.AllowIncomplete, AllowEmpty: run.AllowEmpty}
}

// Outcome applies the gate. An audit of nothing comes before an incomplete
// one, and that before findings: neither is an audit whose findings would be
// all there is.
func (r Result) Outcome() Outcome {
	switch {
	case r.empty() && !r.Gate.AllowEmpty:
		return Empty
	case r.incomplete() && !r.Gate.AllowIncomplete:
		return Incomplete
	case r.findsAtLeast(r.Gate.FailOn):
		return Failed
	}
	return Passed
}

// verdict says what the audit found, whatever the gate lets pass: a gate that
// nothing closes does not make a short window long.
func (r Result) verdict() Verdict {
	switch {
	case r.empty():
		return NothingSeen
	case r.incomplete():
		return Unfinished
	case r.findsAtLeast(Error) || r.findsAtLeast(r.Gate.FailOn):
		return Fail
	}
	return Pass
}

// empty reports that every target was looked at and none has a store. A target
// that could not be reached may have some.
func (r Result) empty() bool {
	return !slices.ContainsFunc(r.Targets, func(t TargetResult) bool { return t.Failure != nil || len(t.Stores) > 0 })
}

func (r Result) incomplete() bool {
	return slices.ContainsFunc(r.Targets, func(t TargetResult) bool {
		return !t.Complete || slices.ContainsFunc(t.Stores, func(s StoreResult) bool { return s.Verdict == Unfinished })
	})
}

func (r Result) findsAtLeast(s Severity) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity.reaches(s) })
}

// verdict is incomplete when the only trouble is that something was hidden
// from the audit: then the store may be well, and whoever audits lacks a
// privilege.
func (j judged) verdict(found []Finding) Verdict {
	hidden := j.retention.blind() || j.guard.status == GuardUnknown && hidesDefinition(j.facts.Name, j.hidden)
	for _, f := range found {
		if f.Severity != Error || f.Store != Text(j.facts.Name) && (f.Rule != ruleBlind || f.Store != "") {
			continue
		}
		if f.Rule != ruleBlind {
			return Fail
		}
		hidden = true
	}
	if hidden {
		return Unfinished
	}
	return Pass
}

func summarise(r Result) Summary {
	var s Summary
	for _, f := range r.Findings {
		switch f.Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Note:
			s.Notes++
		}
	}
	s.WorstGap = worstGap(r.Targets)
	return s
}

// worstGap looks for the largest gap over all inbound windows. A replay floor
// that is not reached counts only where every window is covered: it is longer
// than any window, and would hide which of them is short.
func worstGap(targets []TargetResult) *WorstGap {
	var worst *WorstGap
	consider := func(g WorstGap) {
		if worst == nil || g.exceeds(*worst) {
			worst = &g
		}
	}
	for _, t := range targets {
		for _, s := range t.Stores {
			for _, row := range s.Coverage {
				if row.Direction == fact.Inbound && row.Verdict != Covered {
					consider(WorstGap{t.Name, s.Name, Text(row.Vendor + "/" + row.Window), row.GapSeconds, row.Verdict, row.GapAtLeastSeconds})
				}
			}
		}
	}
	if worst != nil {
		return worst
	}
	for _, t := range targets {
		for _, s := range t.Stores {
			if s.FloorCoverage != nil && s.FloorCoverage.Verdict != Covered {
				consider(WorstGap{t.Name, s.Name, "", s.FloorCoverage.GapSeconds, s.FloorCoverage.Verdict, s.FloorCoverage.GapAtLeastSeconds})
			}
		}
	}
	return worst
}

// exceeds ranks a gap without end above any length, and a length above one
// that can't be told, of which one that is long for certain comes first.
func (g WorstGap) exceeds(other WorstGap) bool {
	switch {
	case g.Verdict != other.Verdict:
		return g.Verdict == Short
	case g.Verdict != Short:
		return longer(g.AtLeastSeconds, other.AtLeastSeconds)
	case other.Seconds == nil:
		return false
	}
	return g.Seconds == nil || *g.Seconds > *other.Seconds
}

// longer compares lengths of which a missing one is the shortest.
func longer(a, b *int64) bool {
	return a != nil && (b == nil || *a > *b)
}
