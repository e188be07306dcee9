package audit

import (
	"fmt"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// RetentionStatus tells whether the age that records are certain to reach is
// known.
type RetentionStatus string

// The states of a retention.
const (
	RetentionKnown     RetentionStatus = "known"
	RetentionUnbounded RetentionStatus = "unbounded" // nothing ends records
	RetentionUnknown   RetentionStatus = "unknown"
)

// retention is the age that every record of a store is certain to reach.
type retention struct {
	status   RetentionStatus
	floor    span.Span // unbounded unless the status is known
	ceiling  *span.Span
	evidence fact.Evidence
	basis    string
	// governing are the removers that end records first; none when the user's
	// declaration governs, or when nothing does.
	governing []fact.Remover
	// causes is why no floor can be told; empty unless the status is unknown.
	causes []cause
}

// retentionOf takes the minimum over everything that can end a record. A
// single thing that can't be told makes the minimum unknown, with two
// exceptions: nothing is shorter than no time at all, and a declared retention
// stands for whatever could not be seen.
func retentionOf(s fact.Store, p StorePolicy, hidden []fact.Hidden, unread []fact.Unread) retention {
	counted := countedRemovers(s.Removers, p)
	r := shortest(counted)
	r.ceiling = ceilingOf(counted)
	ignored := ignoredNote(s.Removers, p)
	if r.floor.IsZero() {
		r.basis += ignored
		return r
	}
	causes := causesOf(s, counted, r, hidden, unread)
	switch {
	case p.Retention != nil:
		r.declare(*p.Retention, len(causes) > 0)
	case len(causes) > 0:
		r.doubt(causes)
	}
	r.basis += ignored
	return r
}

// shortest returns the retention that the known removers leave, as if there
// were no others.
func shortest(counted []fact.Remover) retention {
	r := retention{
		status:   RetentionUnbounded,
		floor:    span.Unbounded(),
		evidence: fact.Defined,
		basis:    "nothing that removes or expires records was found",
	}
	for _, remover := range counted {
		floor, known := remover.Floor.Get()
		if !known || floor.IsUnbounded() || r.floor.Less(floor) {
			continue
		}
		if floor.Less(r.floor) {
			r.governing, r.evidence = nil, fact.Defined
		}
		r.status, r.floor = RetentionKnown, floor
		r.governing = append(r.governing, remover)
		r.evidence = weaker(r.evidence, remover.Floor.Evidence())
	}
	if r.status == RetentionKnown {
		r.basis = governs(r.governing, r.floor)
	}
	return r
}

// declare lets the user's word stand for what could not be seen. It never
// lengthens what known removers leave.
func (r *retention) declare(declared span.Span, fills bool) {
	if fills {
		r.evidence = fact.Declared
	}
	if declared.Compare(r.floor) >= 0 {
		if fills {
			r.basis += fmt.Sprintf("; the declared retention of %s stands for what could not be told", Length(declared))
		}
		return
	}
	r.status, r.floor, r.evidence, r.governing = RetentionKnown, declared, fact.Declared, nil
	r.basis = fmt.Sprintf("the configuration declares a retention of %s", Length(declared))
}

// doubt turns the retention unknown, for the reasons given.
func (r *retention) doubt(causes []cause) {
	texts := make([]string, 0, len(causes)+1)
	for _, c := range causes {
		texts = append(texts, c.text)
	}
	if r.status == RetentionKnown {
		texts = append(texts, "at most "+Length(r.floor)+", since "+r.basis)
	}
	r.status, r.floor, r.evidence, r.governing = RetentionUnknown, span.Unbounded(), fact.None, nil
	r.causes = causes
	r.basis = strings.Join(texts, "; ")
}

// weaker returns the evidence that less can be built on.
func weaker(a, b fact.Evidence) fact.Evidence {
	if strength(b) < strength(a) {
		return b
	}
	return a
}

func strength(e fact.Evidence) int {
	switch e {
	case fact.Defined:
		return 3
	case fact.Observed:
		return 2
	case fact.Declared:
		return 1
	}
	return 0
}

func (r retention) result() Retention {
	out := Retention{Status: r.status, Evidence: r.evidence, Basis: Visible(r.basis)}
	if r.status == RetentionKnown {
		out.FloorSeconds = seconds(r.floor)
	}
	if r.ceiling != nil {
		out.CeilingSeconds = seconds(*r.ceiling)
	}
	return out
}
