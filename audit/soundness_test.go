package audit_test

import (
	"math/rand/v2"
	"testing"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// No window is ever covered unless everything that can end a record is known
// to wait for at least as long, nothing was hidden, and nothing unread.
func TestCoveredOnlyWhenEveryRemoverWaits(t *testing.T) {
	random := rand.New(rand.NewPCG(2026, 12))
	covered, short, unknown := 0, 0, 0
	for range 4000 {
		p := randomPlan(random)
		s := only(t, p.judge())
		for i, row := range s.Coverage {
			switch row.Verdict {
			case audit.Covered:
				covered++
				mustWait(t, p, p.policy.Windows[i])
			case audit.Short:
				short++
			case audit.UnknownCover:
				unknown++
			}
		}
		if s.FloorCoverage.Verdict == audit.Covered {
			for _, w := range p.policy.Windows {
				mustWait(t, p, w)
			}
		}
	}
	if covered < 500 || short < 500 || unknown < 500 {
		t.Errorf("%d covered, %d short and %d unknown rows: too few of one kind to prove anything", covered, short, unknown)
	}
}

// mustWait checks, without the judgement's own arithmetic, that nothing in the
// plan may end a record before the window is over.
func mustWait(t *testing.T, p *plan, w fact.Window) {
	t.Helper()
	say := p.policy.Stores[storeName]
	declared := say.Retention != nil
	for _, r := range p.snapshot.Stores[0].Removers {
		off := r.Kind == fact.PgCron && !r.Active || r.Kind == fact.Expiry && say.ExpiryIgnored || len(say.Never) > 0 && say.Never[0] == r.Name
		floor, known := r.Floor.Get()
		switch {
		case off:
		case !known && !declared:
			t.Fatalf("%s is covered although %s is opaque", w.Name(), r.Name)
		case known && !floor.IsUnbounded() && (w.Span == nil || floor.Less(w.Span.Longest)):
			t.Fatalf("%s is covered although %s ends records from %s", w.Name(), r.Name, floor)
		}
	}
	if declared && (w.Span == nil || say.Retention.Less(w.Span.Longest)) {
		t.Fatalf("%s is covered although only %s is declared", w.Name(), say.Retention)
	}
	if !declared && len(p.snapshot.Hidden)+len(p.snapshot.Unread) > 0 {
		t.Fatalf("%s is covered although something was hidden or unread", w.Name())
	}
}

func randomPlan(random *rand.Rand) *plan {
	lengths := []span.Span{{}, span.Seconds(1), hours(1), hours(24), hours(72), days(15), days(30), days(35), days(90), span.Unbounded()}
	length := func() span.Span { return lengths[random.IntN(len(lengths))] }
	var removers []fact.Remover
	for i := range random.IntN(4) {
		r := job([]string{"a", "b", "c"}[i], length())
		r.Kind = []fact.RemoverKind{fact.PgCron, fact.Expiry, fact.Function, fact.Cascade}[random.IntN(4)]
		r.Active = random.IntN(4) > 0
		r.Called = random.IntN(2) > 0
		if random.IntN(6) == 0 {
			r.Floor = fact.Unknown[span.Span]("dynamic SQL")
		}
		removers = append(removers, r)
	}
	p := planFor(with(wellGuarded(), removers...))
	say := audit.StorePolicy{ExpiryIgnored: random.IntN(4) == 0}
	if random.IntN(4) == 0 {
		say.Never = []string{"a"}
	}
	if random.IntN(5) == 0 {
		declared := lengths[1+random.IntN(len(lengths)-2)]
		say.Retention = &declared
	}
	p.store(say)
	if random.IntN(8) == 0 {
		p.hide(fact.Hidden{What: "the jobs", Why: "row security"})
	}
	if random.IntN(8) == 0 {
		p.snapshot.Unread = []fact.Unread{{Reason: "not SQL", Stores: []string{storeName}}}
	}
	windows := []fact.Window{inbound("a", lengths[3+random.IntN(len(lengths)-3)]), inbound("b", lengths[3+random.IntN(len(lengths)-3)])}
	if random.IntN(5) == 0 {
		windows[1].Span = nil
	}
	return p.windows(windows...)
}
