package audit_test

import (
	"testing"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

func TestOutcome(t *testing.T) {
	short := func() *plan { return planFor(with(wellGuarded(), job("purge", hours(24)))) }
	well := func() *plan { return planFor(wellGuarded()) }
	denied := fact.Hidden{What: "schema cron", Why: "permission denied", Incomplete: true}
	rowSecurity := fact.Hidden{What: "the pg_cron jobs", Why: "row security"}
	unreachable := []audit.FailedTarget{{Name: "other", Kind: fact.Postgres, Reason: "connection refused"}}
	set := func(p *plan, change func(*audit.Run)) *plan {
		change(&p.run)
		return p
	}
	for _, c := range []struct {
		name    string
		plan    *plan
		verdict audit.Verdict
		outcome audit.Outcome
	}{
		{"all is well", well(), audit.Pass, audit.Passed},
		{"a short window", short(), audit.Fail, audit.Failed},
		{"a gate that nothing closes", set(short(), func(r *audit.Run) { r.FailOn = audit.Never }), audit.Fail, audit.Passed},
		{"a warning does not close the gate", planFor(guardedBy(uniqueOver("u", "tenant_id", "key"))), audit.Pass, audit.Passed},
		{"unless it shall", set(planFor(guardedBy(uniqueOver("u", "tenant_id", "key"))), func(r *audit.Run) { r.FailOn = audit.Warning }), audit.Fail, audit.Failed},
		{"an error reaches a gate set at note", set(short(), func(r *audit.Run) { r.FailOn = audit.Note }), audit.Fail, audit.Failed},
		{"no store", planFor(), audit.NothingSeen, audit.Empty},
		{"no store, allowed", set(planFor(), func(r *audit.Run) { r.AllowEmpty = true }), audit.NothingSeen, audit.Passed},
		{"no store, and something was denied", planFor().hide(denied), audit.NothingSeen, audit.Empty},
		{"no store and another target out of reach", set(planFor(), func(r *audit.Run) { r.Failed = unreachable }), audit.Unfinished, audit.Incomplete},
		{"denied", well().hide(denied), audit.Unfinished, audit.Incomplete},
		{"denied beside a short window", short().hide(denied), audit.Unfinished, audit.Incomplete},
		{"denied, allowed, but the store is blind", set(well().hide(denied), func(r *audit.Run) { r.AllowIncomplete = true }), audit.Unfinished, audit.Failed},
		{"row security alone", well().hide(rowSecurity), audit.Unfinished, audit.Incomplete},
		{"a target out of reach", set(well(), func(r *audit.Run) { r.Failed = unreachable }), audit.Unfinished, audit.Incomplete},
		{"a target out of reach, allowed", set(well(), func(r *audit.Run) { r.Failed, r.AllowIncomplete = unreachable, true }), audit.Unfinished, audit.Passed},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.plan.judge()
			if r.Verdict != c.verdict || r.Outcome() != c.outcome {
				t.Errorf("verdict is %s, outcome %d; want %s, %d", r.Verdict, r.Outcome(), c.verdict, c.outcome)
			}
		})
	}
}

func TestStoreVerdict(t *testing.T) {
	rowSecurity := fact.Hidden{What: "the pg_cron jobs", Why: "row security"}
	quiet := planFor(wellGuarded()).hide(rowSecurity)
	quiet.policy.Severities = map[string]audit.Severity{"blind": audit.Off}
	for _, c := range []struct {
		name string
		plan *plan
		want audit.Verdict
	}{
		{"well", planFor(wellGuarded()), audit.Pass},
		{"short", planFor(with(wellGuarded(), job("purge", hours(24)))), audit.Fail},
		{"opaque", planFor(with(wellGuarded(), opaqueJob("odd", "x"))), audit.Fail},
		{"blind alone", planFor(wellGuarded()).hide(rowSecurity), audit.Unfinished},
		{"blind and without a guard", planFor(guardedBy()).hide(rowSecurity), audit.Fail},
		{"blind although nobody wants to hear of it", quiet, audit.Unfinished},
		{"a cleanup that nobody calls", planFor(with(wellGuarded(), function("p()", false, fact.Known(days(40), fact.Defined)))), audit.Pass},
	} {
		if got := only(t, c.plan.judge()).Verdict; got != c.want {
			t.Errorf("%s: the verdict is %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTroubleOfOneStoreIsNotAnothers(t *testing.T) {
	other := wellGuarded()
	other.Name = "public.a_second"
	r := planFor(with(wellGuarded(), job("purge", hours(24))), other).judge()
	stores := r.Targets[0].Stores
	if stores[0].Name != "public.a_second" || stores[0].Verdict != audit.Pass || stores[1].Verdict != audit.Fail {
		t.Errorf("stores are %s %s and %s %s, want the second by name first, and passed", stores[0].Name, stores[0].Verdict, stores[1].Name, stores[1].Verdict)
	}
}

func TestTargetIsIncompleteWhereTheAuditFailed(t *testing.T) {
	p := planFor(wellGuarded()).hide(fact.Hidden{What: "x", Why: "row security"})
	if r := p.judge(); !r.Targets[0].Complete {
		t.Error("what is hidden by design makes the target incomplete")
	}
	if r := p.hide(fact.Hidden{What: "y", Why: "timed out", Incomplete: true}).judge(); r.Targets[0].Complete {
		t.Error("a time-out leaves the target complete")
	}
}

func TestWorstGap(t *testing.T) {
	silent := inbound("silent", days(1))
	silent.Span = nil
	week := with(wellGuarded(), job("purge", days(7)))
	for _, c := range []struct {
		name    string
		plan    *plan
		window  audit.Text
		seconds string
	}{
		{"the longest", planFor(week).windows(inbound("a", days(8)), inbound("b", days(15))), "stripe/b", "691200"},
		{"without end", planFor(week).windows(inbound("a", days(8)), inbound("b", hours(24*36500))), "stripe/b", "3152995200"},
		{"outbound does not count", planFor(week).windows(outbound("a", days(90), fact.Exact), inbound("b", days(8))), "stripe/b", "86400"},
		{"a length before what can't be told", planFor(week).windows(silent, inbound("b", days(8))), "stripe/b", "86400"},
		{"what can't be told", planFor(week).windows(silent), "stripe/silent", "null"},
		{"what is long for certain before what can't be told at all", planFor(with(wellGuarded(), job("purge", days(7)), opaqueJob("odd", "x"))).windows(inbound("a", days(3)), inbound("b", days(30)), inbound("c", days(15))), "stripe/b", "null"},
		{"the margin alone", planFor(week).windows(inbound("a", days(7))), "", "432000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := c.plan.judge().Summary.WorstGap
			if g == nil || g.Window != c.window || asJSON(t, g.Seconds) != c.seconds {
				t.Errorf("worst gap is %s, want %s of %q", asJSON(t, g), c.seconds, c.window)
			}
		})
	}
}
