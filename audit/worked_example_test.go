package audit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit"
)

// A store that keeps a day, the number Stripe prints about its own storage, in
// front of what Stripe may send. The figures are by hand: 24/72, 24/360,
// 24/720 and 24/840.
func TestWorkedExample(t *testing.T) {
	r := planFor(with(wellGuarded(), job("purge", hours(24)))).judge()
	s := only(t, r)

	type row struct {
		percent string
		gap     int64
		verdict audit.CoverageVerdict
	}
	want := map[string]row{
		"api-v1-idempotency-key":  {"100.0000", 0, "informative"},
		"api-v2-idempotency-key":  {"3.3333", 2505600, "informative"},
		"webhook-automatic-retry": {"33.3333", 172800, "short"},
		"dashboard-resend":        {"6.6667", 1209600, "short"},
		"cli-resend":              {"3.3333", 2505600, "short"},
		"events-api-lookback":     {"3.3333", 2505600, "short"},
	}
	got := map[string]row{}
	for _, c := range s.Coverage {
		got[c.Window] = row{asJSON(t, c.Percent), *c.GapSeconds, c.Verdict}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
	floor := row{asJSON(t, s.FloorCoverage.Percent), *s.FloorCoverage.GapSeconds, s.FloorCoverage.Verdict}
	if want := (row{"2.8571", 2937600, "short"}); floor != want {
		t.Errorf("floor coverage is %v, want %v", floor, want)
	}
	if *s.ReplayFloor.Seconds != 3024000 || s.ReplayFloor.Window != "stripe/cli-resend" {
		t.Errorf("replay floor is %d from %s, want 3024000 from stripe/cli-resend", *s.ReplayFloor.Seconds, s.ReplayFloor.Window)
	}
	if *s.Retention.FloorSeconds != 86400 || s.Retention.Status != "known" || s.Retention.Evidence != "defined" {
		t.Errorf("retention is %+v, want a defined floor of 86400", s.Retention)
	}
	if diff := cmp.Diff(map[string]int{"window-short": 4, "outbound-number-inbound": 1}, rules(r)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if s.Verdict != audit.Fail || r.Verdict != audit.Fail || r.Outcome() != audit.Failed {
		t.Errorf("verdicts are %s and %s, outcome %d; want fail, fail and failed", s.Verdict, r.Verdict, r.Outcome())
	}
	if g := r.Summary.WorstGap; g == nil || *g.Seconds != 2505600 || g.Window != "stripe/cli-resend" || g.Store != storeName {
		t.Errorf("worst gap is %+v, want 2505600 for stripe/cli-resend in %s", g, storeName)
	}
}

func TestWorkedExampleMended(t *testing.T) {
	r := planFor(with(wellGuarded(), job("purge", days(35)))).judge()
	s := only(t, r)
	if len(r.Findings) > 0 || s.Verdict != audit.Pass || r.Outcome() != audit.Passed || r.Summary.WorstGap != nil {
		t.Errorf("35 days give %s with %+v and worst gap %+v, want a pass without findings", s.Verdict, r.Findings, r.Summary.WorstGap)
	}
	if got := asJSON(t, s.FloorCoverage.Percent); got != "100.0000" || s.FloorCoverage.Verdict != audit.Covered {
		t.Errorf("floor coverage is %s %s, want 100.0000 covered", got, s.FloorCoverage.Verdict)
	}
}

func TestMessageOfShortWindowTellsFigures(t *testing.T) {
	r := planFor(with(wellGuarded(), job("purge", hours(24)))).windows(inbound("cli-resend", days(30))).judge()
	f := r.Findings[0]
	wantMessage := "keeps records 24h, but stripe may send the same again for 30d (cli-resend): 3.33 % covered, 696h (29d) unguarded"
	if f.Message != wantMessage {
		t.Errorf("message is\n%s\nwant\n%s", f.Message, wantMessage)
	}
	wantFix := "keep records for 35d (30d of stripe/cli-resend and a margin of 5d): let pg_cron job purge " +
		"remove only what is older, WHERE created_at < now() - interval '840 hours'"
	if string(f.Fix) != wantFix {
		t.Errorf("fix is\n%s\nwant\n%s", f.Fix, wantFix)
	}
	if *f.Where.Line != 9 || f.Where.File != "schema.sql" {
		t.Errorf("the finding is at %+v, want schema.sql:9, where the cut-off stands", f.Where)
	}
}
