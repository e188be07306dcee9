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
	// floorEvidence is what the floor's own figure rests on. The retention as a
	// whole may rest on less: on a declaration for what could not be seen.
	floorEvidence fact.Evidence
	basis         string
	// declared is the user's word; nil when nothing is declared.
	declared *span.Span
	// governing are the removers that end records first; none when the user's
	// declaration governs, or when nothing does.
	governing []fact.Remover
	// causes is why no floor can be told; empty unless the status is unknown.
	causes []cause
	// atMost is what known removers leave of an unknown floor; nil when the
	// floor is known, and when nothing limits it.
	atMost *span.Span
}

// retentionOf takes the minimum over everything that can end a record. A
// single thing that can't be told makes the minimum unknown, with two
// exceptions: nothing is shorter than no time at all, and a declared retention
// stands for whatever could not be seen.
func retentionOf(s fact.Store, p StorePolicy, hidden []fact.Hidden, unread []fact.Unread) retention {
	counted := countedRemovers(s.Removers, p)
	r := shortest(counted)
	r.ceiling = ceilingOf(counted)
	var causes []cause
	if !r.floor.IsZero() {
		causes = causesOf(s, counted, r, hidden, unread)
	}
	switch {
	case p.Retention != nil:
		r.declare(*p.Retention, causes)
	case len(causes) > 0:
		r.doubt(causes)
	}
	r.basis += ignoredNote(s.Removers, p)
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
	r.floorEvidence = r.evidence
	return r
}

// declare lets the user's word stand for what could not be seen. It never
// lengthens what known removers leave, and is mentioned whatever comes of it.
func (r *retention) declare(declared span.Span, causes []cause) {
	r.declared = &declared
	filled := ""
	if len(causes) > 0 {
		r.evidence = fact.Declared
		filled = ", which stands for what can't be told: " + strings.Join(textsOf(causes), "; ")
	}
	switch {
	case declared.Less(r.floor):
		r.status, r.floor, r.governing = RetentionKnown, declared, nil
		r.evidence, r.floorEvidence = fact.Declared, fact.Declared
		r.basis = "the configuration declares a retention of " + Length(declared) + filled
	case filled != "":
		r.basis = fmt.Sprintf("%s (%s); the configuration declares %s%s", r.basis, r.floorEvidence, Length(declared), filled)
	case declared == r.floor:
		r.basis += "; the configuration declares as much"
	default:
		r.basis += fmt.Sprintf("; the configuration declares %s, which does not count, since records end sooner", Length(declared))
	}
}

// doubt turns the retention unknown, for the reasons given.
func (r *retention) doubt(causes []cause) {
	texts := textsOf(causes)
	if r.status == RetentionKnown {
		texts = append(texts, "at most "+Length(r.floor)+", since "+r.basis)
		limit := r.floor
		r.atMost = &limit
	}
	r.status, r.floor, r.governing = RetentionUnknown, span.Unbounded(), nil
	r.evidence, r.floorEvidence = fact.None, fact.None
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
	if r.declared != nil {
		out.DeclaredSeconds = seconds(*r.declared)
	}
	if r.atMost != nil {
		out.AtMostSeconds = seconds(*r.atMost)
	}
	return out
}
