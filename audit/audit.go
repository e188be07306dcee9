// Package audit judges. It takes what a source saw (facts), what the user says
// (policy) and what counterparties may do (windows), and returns one result:
// how long each store keeps its records, what refuses a second insert, which
// replay windows are covered, and what to do where they are not. It reads no
// file, no database and no clock, so a saved set of facts is judged the same
// way at any time. What was not seen is unknown, and unknown is never covered.
package audit

import (
	"time"

	"idemaudit/audit/fact"
)

// SchemaVersion is the version of the JSON contract that Result follows.
const SchemaVersion = "1"

// Judge reaches a verdict on every target. Targets keep their order; those
// that could not be reached follow, incomplete and with their reason.
func Judge(run Run, targets []Target) Result {
	r := Result{
		SchemaVersion: SchemaVersion,
		Tool:          run.Tool,
		AsOf:          run.AsOf.UTC().Truncate(time.Second),
		MarginSeconds: run.Margin.WholeSeconds(),
		Targets:       []TargetResult{},
		Findings:      []Finding{},
		Gate:          gateOf(run),
	}
	for _, t := range targets {
		s := newScene(run.AsOf, t)
		found := s.findings()
		r.Findings = append(r.Findings, found...)
		r.Targets = append(r.Targets, s.result(found))
	}
	for _, f := range run.Failed {
		r.Targets = append(r.Targets, failedResult(f))
	}
	r.sortFindings()
	r.Summary = summarise(r)
	r.Verdict = r.verdict()
	return r
}

// scene is one target with everything that rules may look at.
type scene struct {
	asOf     time.Time
	snapshot fact.Snapshot
	policy   Policy
	stores   []judged
}

// judged is one store with what was concluded about it.
type judged struct {
	facts         fact.Store
	policy        StorePolicy
	hidden        []fact.Hidden // what could not be seen and concerns this store
	windows       []fact.Window
	retention     retention
	guard         guard
	floor         Floor
	coverage      []CoverageRow // one for each of windows, in their order
	floorCoverage *FloorCoverage
}

func newScene(asOf time.Time, t Target) scene {
	s := scene{asOf: asOf, snapshot: t.Snapshot, policy: t.Policy}
	for _, facts := range sortedStores(t.Snapshot.Stores) {
		s.stores = append(s.stores, judgeStore(facts, t.Snapshot, t.Policy))
	}
	return s
}

func judgeStore(facts fact.Store, seen fact.Snapshot, p Policy) judged {
	j := judged{facts: facts, policy: p.Stores[facts.Name], hidden: hiddenFrom(facts.Name, seen.Hidden)}
	j.windows = windowsOf(j.policy, p)
	j.retention = retentionOf(facts, j.policy, j.hidden, unreadOf(facts.Name, seen.Unread))
	j.guard = guardOf(facts, j.policy.ReplayStable, j.hidden)
	j.floor = ReplayFloor(j.windows, p.Margin)
	j.coverage = coverageOf(j.retention, j.windows)
	j.floorCoverage = floorCoverageOf(j.retention, j.floor)
	return j
}

// windowsOf returns the windows a store is held against: its own, or those of
// its target. A window that was chosen twice counts once.
func windowsOf(own StorePolicy, p Policy) []fact.Window {
	chosen := own.Windows
	if len(chosen) == 0 {
		chosen = p.Windows
	}
	seen := map[string]bool{}
	var windows []fact.Window
	for _, w := range chosen {
		if !seen[w.Name()] {
			seen[w.Name()] = true
			windows = append(windows, w)
		}
	}
	return windows
}

// hiddenFrom returns what could not be seen and concerns the store: what names
// it and what names none.
func hiddenFrom(store string, all []fact.Hidden) []fact.Hidden {
	var hidden []fact.Hidden
	for _, h := range all {
		if h.Store == "" || h.Store == store {
			hidden = append(hidden, h)
		}
	}
	return hidden
}

func unreadOf(store string, all []fact.Unread) []fact.Unread {
	var unread []fact.Unread
	for _, u := range all {
		for _, name := range u.Stores {
			if name == store {
				unread = append(unread, u)
				break
			}
		}
	}
	return unread
}
