package audit_test

import (
	"strings"
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func expiry(floor fact.Value[span.Span]) fact.Remover {
	return fact.Remover{Kind: fact.Expiry, Name: "expires_at", Called: true, Floor: floor}
}

func switchedOff(r fact.Remover) fact.Remover {
	r.Active = false
	return r
}

func function(name string, called bool, floor fact.Value[span.Span]) fact.Remover {
	return fact.Remover{Kind: fact.Function, Name: name, Called: called, Floor: floor}
}

func declares(s span.Span) audit.StorePolicy { return audit.StorePolicy{Retention: &s} }

func TestRetention(t *testing.T) {
	defined := func(s span.Span) fact.Value[span.Span] { return fact.Known(s, fact.Defined) }
	seenDeleting := func(n int64) fact.Store {
		s := wellGuarded()
		s.Deleted, s.Since = fact.Known(n, fact.Observed), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		return s
	}
	blindSpot := fact.Hidden{What: "the pg_cron jobs", Why: "row security", Fix: "GRANT;"}
	for _, c := range []struct {
		name     string
		plan     *plan
		status   audit.RetentionStatus
		floor    span.Span // unless unbounded or unknown
		evidence fact.Evidence
		basis    string // a part of it
	}{
		{"nothing removes", planFor(wellGuarded()), "unbounded", span.Span{}, "defined", "nothing that removes"},
		{"the shortest of two decides", planFor(with(wellGuarded(), job("slow", days(90)), job("fast", hours(6)))), "known", hours(6), "defined", "pg_cron job fast"},
		{"a remover that ends nothing limits nothing", planFor(with(wellGuarded(), job("idle", span.Unbounded()))), "unbounded", span.Span{}, "defined", ""},
		{"an opaque remover hides the minimum", planFor(with(wellGuarded(), job("purge", days(90)), opaqueJob("odd", "dynamic SQL"))), "unknown", span.Span{}, "unknown", "pg_cron job odd [0 3 * * *] at schema.sql:9: dynamic SQL"},
		{"what is known caps an unknown", planFor(with(wellGuarded(), job("purge", days(90)), opaqueJob("odd", "dynamic SQL"))), "unknown", span.Span{}, "unknown", "at most 90d"},
		{"nothing is shorter than zero", planFor(with(wellGuarded(), job("wipe", span.Span{}), opaqueJob("odd", "dynamic SQL"))), "known", span.Span{}, "defined", "of any age"},
		{"zero stands although something is hidden", planFor(with(wellGuarded(), job("wipe", span.Span{}))).hide(blindSpot), "known", span.Span{}, "defined", "of any age"},
		{"a hidden scheduler may hold a remover", planFor(wellGuarded()).hide(blindSpot), "unknown", span.Span{}, "unknown", "could not see the pg_cron jobs: row security"},
		{"a hidden scheduler may hold a faster remover", planFor(with(wellGuarded(), job("purge", days(90)))).hide(blindSpot), "unknown", span.Span{}, "unknown", "could not see"},
		{"what is hidden of another store is no trouble", planFor(wellGuarded()).hide(fact.Hidden{What: "x", Store: "public.other"}), "unbounded", span.Span{}, "defined", ""},
		{"a switched-off job removes nothing, and is named", planFor(with(wellGuarded(), switchedOff(job("purge", hours(1))))), "unbounded", span.Span{}, "defined", "pg_cron job purge does not count: it is switched off"},
		{"a switched-off opaque job is no trouble", planFor(with(wellGuarded(), switchedOff(opaqueJob("odd", "dynamic SQL")))), "unbounded", span.Span{}, "defined", "does not count"},
		{"a function has no switch", planFor(with(wellGuarded(), function("public.purge()", false, defined(days(7))))), "known", days(7), "defined", "function public.purge()"},
		{"an observed expiry that governs", planFor(with(wellGuarded(), job("purge", days(90)), expiry(fact.Known(days(7), fact.Observed)))), "known", days(7), "observed", "expiry expires_at"},
		{"an observed expiry that does not govern", planFor(with(wellGuarded(), job("purge", hours(24)), expiry(fact.Known(days(7), fact.Observed)))), "known", hours(24), "defined", "pg_cron job purge"},
		{"three alike", planFor(with(wellGuarded(), job("a", days(7)), job("b", days(7)), job("c", days(7)))), "known", days(7), "defined", "and so do 2 more"},
		{"of two alike the weaker evidence counts", planFor(with(wellGuarded(), job("purge", days(7)), expiry(fact.Known(days(7), fact.Observed)))), "known", days(7), "observed", "and so does 1 more"},
		{"in either order", planFor(with(wellGuarded(), expiry(fact.Known(days(7), fact.Observed)), job("purge", days(7)))), "known", days(7), "observed", "and so does 1 more"},
		{"an expiry that lookups ignore", planFor(with(wellGuarded(), expiry(defined(hours(24))), job("purge", days(40)))).store(audit.StorePolicy{ExpiryIgnored: true}), "known", days(40), "defined", "lookups ignore the expiry"},
		{"a remover declared never to run", planFor(with(wellGuarded(), function("public.old_purge()", false, defined(hours(1))))).store(audit.StorePolicy{Never: []string{"public.old_purge()"}}), "unbounded", span.Span{}, "defined", "says that it never runs"},
		{"a declaration fills an unknown", planFor(with(wellGuarded(), expiry(fact.Unknown[span.Span]("no default")))).store(declares(days(35))), "known", days(35), "declared", "declares a retention of 35d"},
		{"a declaration fills what is hidden", planFor(wellGuarded()).hide(blindSpot).store(declares(days(35))), "known", days(35), "declared", ""},
		{"a known remover below the declaration decides", planFor(with(wellGuarded(), job("purge", hours(24)), opaqueJob("odd", "dynamic SQL"))).store(declares(days(35))), "known", hours(24), "declared", "pg_cron job purge"},
		{"a declaration speaks of what is out of sight", planFor(wellGuarded()).store(declares(days(10))), "known", days(10), "declared", "declares"},
		{"what governs is told apart from what is declared", planFor(with(wellGuarded(), job("purge", days(14)), opaqueJob("odd", "dynamic SQL"))).store(declares(days(35))), "known", days(14), "declared", "pg_cron job purge [0 3 * * *] at schema.sql:9 ends records from an age of 14d (defined); the configuration declares 35d, which stands for what can't be told: pg_cron job odd [0 3 * * *] at schema.sql:9: dynamic SQL"},
		{"a declaration that something shorter overrides is mentioned", planFor(with(wellGuarded(), job("purge", days(14)))).store(declares(days(35))), "known", days(14), "defined", "ends records from an age of 14d; the configuration declares 35d, which does not count, since records end sooner"},
		{"also where nothing is kept", planFor(with(wellGuarded(), job("wipe", span.Span{}), opaqueJob("odd", "dynamic SQL"))).store(declares(days(35))), "known", span.Span{}, "defined", "the configuration declares 35d, which does not count"},
		{"and where both say the same", planFor(with(wellGuarded(), job("purge", days(35)))).store(declares(days(35))), "known", days(35), "defined", "the configuration declares as much"},
		{"a declaration that governs tells what it stands for", planFor(with(wellGuarded(), job("purge", days(40)), opaqueJob("odd", "dynamic SQL"))).store(declares(days(35))), "known", days(35), "declared", "declares a retention of 35d, which stands for what can't be told: pg_cron job odd"},
		{"a declaration never lengthens", planFor(with(wellGuarded(), job("purge", hours(24)))).store(declares(days(35))), "known", hours(24), "defined", "pg_cron job purge"},
		{"the statistics contradict", planFor(seenDeleting(12)), "unknown", span.Span{}, "unknown", "12 rows were deleted since 2026-11-01T00:00:00Z by something that was not seen"},
		{"the statistics agree", planFor(seenDeleting(0)), "unbounded", span.Span{}, "defined", ""},
		{"a job explains the deletions", planFor(with(seenDeleting(12), job("purge", days(40)))), "known", days(40), "defined", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := only(t, c.plan.judge()).Retention
			if got.Status != c.status || got.Evidence != c.evidence {
				t.Errorf("retention is %s by %s, want %s by %s (%s)", got.Status, got.Evidence, c.status, c.evidence, got.Basis)
			}
			switch {
			case c.status == audit.RetentionKnown && (got.FloorSeconds == nil || *got.FloorSeconds != c.floor.WholeSeconds()):
				t.Errorf("floor is %s, want %d", asJSON(t, got.FloorSeconds), c.floor.WholeSeconds())
			case c.status != audit.RetentionKnown && got.FloorSeconds != nil:
				t.Errorf("a floor of %d is claimed, want none", *got.FloorSeconds)
			}
			if !strings.Contains(got.Basis, c.basis) {
				t.Errorf("basis is %q, want %q in it", got.Basis, c.basis)
			}
		})
	}
}

func TestUnreadStatementMayRemove(t *testing.T) {
	p := planFor(wellGuarded())
	p.snapshot.Unread = []fact.Unread{{Place: fact.Place{File: "m.sql", Line: 4}, Reason: "not SQL", Stores: []string{storeName}}}
	if got := only(t, p.judge()).Retention; got.Status != audit.RetentionUnknown || !strings.Contains(got.Basis, "m.sql:4") {
		t.Errorf("retention is %s (%s), want unknown because of m.sql:4", got.Status, got.Basis)
	}
	p.snapshot.Unread[0].Stores = nil
	if got := only(t, p.judge()).Retention; got.Status != audit.RetentionUnbounded {
		t.Errorf("retention is %s (%s), want unbounded: the statement touches no store", got.Status, got.Basis)
	}
}

func TestNeverMatchesNames(t *testing.T) {
	for _, c := range []struct {
		said, found string
		same        bool
	}{
		{"public.old_purge()", "public.old_purge()", true},
		{"public.old_purge()", "public.old_purge", false}, // a job that only has the name of a routine
		{"old_purge", "public.old_purge(integer)", true},
		{"old_purge()", "public.old_purge()", true},
		{"public.old_purge", "old_purge", true},
		{"public.purge(integer, text)", "public.purge(integer,text)", true},
		{"nightly purge", "nightly purge", true},
		{"public.old_purge()", "public.old_purge(integer)", false}, // another overload
		{"audit.old_purge", "public.old_purge", false},
		{"purge", "public.old_purge", false},
		{"public", "public.old_purge", false},
	} {
		p := planFor(with(wellGuarded(), function(c.found, true, fact.Known(hours(1), fact.Defined))))
		p.store(audit.StorePolicy{Never: []string{c.said}})
		if got := only(t, p.judge()).Retention.Status == audit.RetentionUnbounded; got != c.same {
			t.Errorf("%q names the remover %q: %v, want %v", c.said, c.found, got, c.same)
		}
	}
}

func TestCeilingNeedsSomethingThatRuns(t *testing.T) {
	limit := days(41)
	swept := job("purge", days(40))
	swept.Ceiling = &limit
	if got := only(t, planFor(with(wellGuarded(), swept)).judge()).Retention.CeilingSeconds; got == nil || *got != 41*86400 {
		t.Errorf("ceiling is %s, want 41 days", asJSON(t, got))
	}
	idle := function("public.purge()", false, fact.Known(days(40), fact.Defined))
	idle.Ceiling = &limit
	if got := only(t, planFor(with(wellGuarded(), idle)).judge()).Retention.CeilingSeconds; got != nil {
		t.Errorf("ceiling is %d although nothing calls the cleanup, want none", *got)
	}
}

// A message never calls a figure declared that a remover defines, whatever else
// the retention rests on.
func TestMessagesTellTheEvidenceOfTheFigure(t *testing.T) {
	opaque := opaqueJob("odd", "dynamic SQL")
	seven := span.Of(7 * span.Day)
	for _, c := range []struct {
		name string
		plan *plan
		want string
	}{
		{"defined, beside a declaration", planFor(with(wellGuarded(), job("purge", days(14)), opaque)).store(declares(days(35))), "keeps records 14d, but"},
		{"observed, beside a declaration", planFor(with(wellGuarded(), expiry(fact.Known(days(14), fact.Observed)), opaque)).store(declares(days(35))), "keeps records 14d (observed), but"},
		{"declared", planFor(with(wellGuarded(), job("purge", days(14)), opaque)).store(audit.StorePolicy{Retention: &seven}), "keeps records 7d (declared), but"},
	} {
		if got := c.plan.windows(inbound("cli", days(30))).judge().Findings[0].Message; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: the message is %q, want it to begin with %q", c.name, got, c.want)
		}
	}
}
