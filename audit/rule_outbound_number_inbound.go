package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func outboundNumberInbound() Rule {
	return Rule{
		ID: "outbound-number-inbound", Line: ProtectionLine, Severity: Note,
		Summary: "the retention is how long the vendor remembers our keys, not how long it may send to us",
		Why: "The 24 hours that Stripe prints are about keys that we send to Stripe. How long Stripe may send a webhook to us is another " +
			"number, thirty times as long.",
		Remedy:  "Take the retention from the inbound windows.",
		Sources: []string{"https://docs.stripe.com/api/idempotent_requests", "https://docs.stripe.com/webhooks"},
		check:   perStore(checkOutboundNumberInbound),
	}
}

func checkOutboundNumberInbound(j judged) []draft {
	if j.retention.status != RetentionKnown {
		return nil
	}
	var drafts []draft
	for _, w := range j.windows {
		if w.Direction != fact.Outbound || w.Span == nil || !shortOf(j, w.Vendor) {
			continue
		}
		if j.retention.floor != w.Span.Shortest && j.retention.floor != w.Span.Longest {
			continue
		}
		drafts = append(drafts, draft{
			window: w.Name(),
			message: fmt.Sprintf("%s is how long %s remembers keys that we send (%s); what it may send to us again goes on for longer",
				Length(j.retention.floor), w.Vendor, w.ID),
			fix:   []string{"take the retention from the inbound windows"},
			place: decidingPlace(j),
		})
	}
	return drafts
}

// shortOf reports whether an inbound window of the vendor is short.
func shortOf(j judged, vendor string) bool {
	for _, row := range j.coverage {
		if row.Vendor == vendor && row.Direction == fact.Inbound && row.Verdict == Short {
			return true
		}
	}
	return false
}
