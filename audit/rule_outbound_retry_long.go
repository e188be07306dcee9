package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func outboundRetryLong() Rule {
	return Rule{
		ID: "outbound-retry-long", Line: ProtectionLine, Severity: Error,
		Summary: "we go on retrying after the provider may have forgotten the key",
		Why: "A provider that has forgotten the key takes a late retry for a new request: a second charge. What counts is the shortest time " +
			"that it promises to remember.",
		Remedy:  "Stop retrying before the shortest end of the provider's window; after it, look up what became of the request first.",
		Sources: []string{"https://docs.stripe.com/api/idempotent_requests", "https://github.com/sidekiq/sidekiq/issues/3813"},
		check:   checkOutboundRetryLong,
	}
}

func checkOutboundRetryLong(s scene) []draft {
	var drafts []draft
	seen := map[string]bool{}
	for _, use := range s.policy.Outbound {
		why := forgottenBefore(use)
		if why == "" || seen[use.Window.Name()] {
			continue
		}
		seen[use.Window.Name()] = true
		drafts = append(drafts, draft{
			window:  use.Window.Name(),
			message: fmt.Sprintf("we retry for %s, but %s %s", Length(use.RetryFor), use.Window.Vendor, why),
			fix:     []string{"stop retrying earlier, or look up what became of the request before sending it again"},
		})
	}
	return drafts
}

// forgottenBefore says how the provider may have forgotten a key while we
// still retry; empty when it can't have.
func forgottenBefore(use OutboundUse) string {
	w := use.Window
	switch {
	case w.Span == nil:
		return fmt.Sprintf("does not say how long it remembers a key (%s)", w.ID)
	case w.Bound == fact.AtMost && !w.Span.Longest.IsUnbounded():
		return fmt.Sprintf("remembers a key for %s at most and promises no time (%s)", Length(w.Span.Longest), w.ID)
	case w.Span.Shortest.Less(use.RetryFor):
		return fmt.Sprintf("may have forgotten the key after %s (%s)", Length(w.Span.Shortest), w.ID)
	}
	return ""
}
