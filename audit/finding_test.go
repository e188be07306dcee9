package audit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

func TestFindingsAreOrderedWorstFirst(t *testing.T) {
	second := with(wellGuarded(), job("purge", hours(24)))
	second.Name = "public.a_second"
	p := planFor(with(wellGuarded(), job("purge", hours(24)), function("p()", false, fact.Known(days(40), fact.Defined))), second)
	p.windows(stripe()[0], inbound("b", days(2)), inbound("a", days(2)))
	var got []string
	for _, f := range p.judge().Findings {
		got = append(got, strings.Join([]string{string(f.Severity), string(f.Store), f.Rule, string(f.Window)}, " "))
	}
	want := []string{
		"error public.a_second window-short stripe/a",
		"error public.a_second window-short stripe/b",
		"error public.payment_idempotency window-short stripe/a",
		"error public.payment_idempotency window-short stripe/b",
		"warning public.payment_idempotency cleanup-unscheduled ",
		"note public.a_second outbound-number-inbound stripe/api-v1-idempotency-key",
		"note public.payment_idempotency outbound-number-inbound stripe/api-v1-idempotency-key",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestFingerprintOutlivesWordingAndPlace(t *testing.T) {
	id := func(p *plan) string { return p.windows(inbound("cli", days(30))).judge().Findings[0].ID }
	first := id(planFor(with(wellGuarded(), job("purge", hours(24)))))
	moved := job("renamed", hours(12))
	moved.Place.Line = 99
	if again := id(planFor(with(wellGuarded(), moved))); again != first {
		t.Errorf("fingerprint changed from %s to %s with wording and line", first, again)
	}
	elsewhere := planFor(with(wellGuarded(), job("purge", hours(24))))
	elsewhere.snapshot.Name = "another"
	if other := id(elsewhere); other == first {
		t.Errorf("two targets share the fingerprint %s", other)
	}
	if len(first) != 16 || strings.Trim(first, "0123456789abcdef") != "" {
		t.Errorf("fingerprint is %q, want 16 hexadecimal digits", first)
	}
}

func TestFingerprintsDiffer(t *testing.T) {
	p := planFor(with(guardedBy(uniqueOver("u", "key", "created_at")), job("wipe", days(0)), job("wipe again", days(0)),
		function("p()", false, fact.Known(days(40), fact.Defined)), function("q()", false, fact.Known(days(40), fact.Defined))))
	p.hide(fact.Hidden{What: "a", Why: "x"}).hide(fact.Hidden{What: "b", Why: "y"})
	seen := map[string]string{}
	for _, f := range p.judge().Findings {
		if other, taken := seen[f.ID]; taken {
			t.Errorf("%s and %s share the fingerprint %s", f.Rule, other, f.ID)
		}
		seen[f.ID] = f.Rule
	}
	if len(seen) < 7 {
		t.Errorf("%d findings, want at least 7 to compare", len(seen))
	}
}

func TestSeverityByPolicy(t *testing.T) {
	p := planFor(with(wellGuarded(), job("purge", hours(24))))
	p.policy.Severities = map[string]audit.Severity{"window-short": audit.Warning, "outbound-number-inbound": audit.Off}
	r := p.judge()
	want := audit.Summary{Warnings: 4, WorstGap: r.Summary.WorstGap}
	if diff := cmp.Diff(want, r.Summary); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	if r.Outcome() != audit.Passed || only(t, r).Verdict != audit.Pass {
		t.Errorf("outcome is %d, store %s; warnings close no gate set at error", r.Outcome(), only(t, r).Verdict)
	}
}

// Names come from a database; a message must not be able to drive the terminal
// that shows it, nor to put a statement of its own into the SQL it advises.
func TestHostileNames(t *testing.T) {
	s := with(wellGuarded(), job("\x1b]0;pwned\x07\n::error::x", hours(24)))
	s.Name = "public.\"; DROP TABLE x; --\u202e"
	s.Indexes = nil
	r := planFor(s).judge()
	for _, f := range r.Findings {
		if i := strings.IndexFunc(f.Message, func(r rune) bool { return r < ' ' || r == '\u202e' }); i >= 0 {
			t.Errorf("message holds a character that drives a terminal: %q", f.Message)
		}
	}
	i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "guard-missing" })
	want := `CREATE UNIQUE INDEX CONCURRENTLY ON public.U&"""; DROP TABLE x; --\+00202e" (key);`
	if _, got, _ := strings.Cut(string(r.Findings[i].Fix), "\n"); got != want {
		t.Errorf("SQL is\n%s\nwant\n%s", got, want)
	}
}

func TestSQLQuotesReservedWords(t *testing.T) {
	s := keyed(guardedBy(), "order", "MixedCase", `q"q`)
	fix := string(planFor(s).judge().Findings[0].Fix)
	if want := `("order", "MixedCase", "q""q");`; !strings.HasSuffix(fix, want) {
		t.Errorf("fix is %q, want it to end in %s", fix, want)
	}
}
