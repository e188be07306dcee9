package audit_test

import (
	"strings"
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// TestADefaultIsWeakEvidence holds that a verdict says so when it rests on what
// a setting is by default, unless a maximum is published: that counts then.
func TestADefaultIsWeakEvidence(t *testing.T) {
	configurable := func(shortest, longest span.Span) fact.Window {
		w := inbound("dead-set", longest)
		w.Span.Shortest, w.Bound, w.Setting = shortest, fact.Configurable, "dead_timeout"
		return w
	}
	told := inbound("dead-set", days(14))
	told.Evidence = fact.Configured
	for shows, test := range map[string]struct {
		window fact.Window
		weak   bool
	}{
		"a default alone":    {configurable(days(14), days(14)), true},
		"a maximum":          {configurable(days(4), days(14)), false},
		"what has been set":  {told, false},
		"no end by default":  {configurable(span.Unbounded(), span.Unbounded()), false},
		"an end that can go": {configurable(days(1), span.Unbounded()), false},
	} {
		purged := with(wellGuarded(), job("purge", days(40)))
		var found []audit.Finding
		for _, f := range planFor(purged).windows(test.window).judge().Findings {
			if f.Rule == "evidence-weak" {
				found = append(found, f)
			}
		}
		if (len(found) == 1) != test.weak {
			t.Errorf("%s: findings %+v, want one: %v", shows, found, test.weak)
		}
		if len(found) == 1 && (!strings.Contains(found[0].Message, "which is the default of dead_timeout") || !strings.Contains(string(found[0].Fix), "--vendor stripe:dead-set=14d")) {
			t.Errorf("%s: message %q, fix %q", shows, found[0].Message, found[0].Fix)
		}
	}
}

// What nobody publishes because everybody sets it is not to be asked of a vendor.
func TestAnUnpublishedSettingIsToBeSaid(t *testing.T) {
	rule := inbound("automatic-retry", days(1))
	rule.Span, rule.Bound, rule.Setting = nil, fact.Configurable, "the retry rule"
	for _, f := range planFor(with(wellGuarded(), job("purge", days(40)))).windows(rule, inbound("cli", days(30))).judge().Findings {
		if f.Rule == "window-unpublished" {
			if want := "say how long it is by the retry rule: --vendor stripe:automatic-retry=7d"; string(f.Fix) != want {
				t.Errorf("fix %q, want %q", f.Fix, want)
			}
			return
		}
	}
	t.Error("the window is not reported")
}

func TestStale(t *testing.T) {
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, test := range []struct {
		read time.Time
		want bool
	}{{day("2026-06-03"), true}, {day("2026-06-04"), false}, {day("2026-12-24"), false}, {time.Time{}, false}} {
		late := time.Date(2026, 12, 1, 23, 59, 0, 0, time.UTC)
		if got := audit.Stale(test.read, late); got != test.want {
			t.Errorf("read on %s and looked at on %s: stale is %v", test.read, late, got)
		}
	}
}

// A library's cleanup can't be rewritten in SQL: the advice has to be another.
func TestAnApplicationsCleanupIsToBeDeclared(t *testing.T) {
	library := fact.Remover{Kind: fact.Application, Name: "MassTransit", Active: true, Called: true, Floor: fact.Unknown[span.Span]("it can't be seen here")}
	for _, f := range planFor(with(wellGuarded(), library)).judge().Findings {
		if f.Rule == "retention-unknown" {
			if !strings.Contains(f.Message, "application MassTransit") || !strings.Contains(string(f.Fix), "find out what the application is set to") {
				t.Errorf("message %q, fix %q", f.Message, f.Fix)
			}
			return
		}
	}
	t.Error("the retention is not unknown")
}
