package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func windowShort() Rule {
	return Rule{
		ID: "window-short", Line: ProtectionLine, Severity: Error,
		Summary: "records are gone before a counterparty stops sending the same request again",
		Why: "A replay that arrives after its record is gone looks like a new request and is applied a second time. " +
			"Nothing raises an error: the insert of an expired key succeeds.",
		Remedy: "Keep records for the replay floor: the longest window that can reach the store and a margin for an outage of your own. " +
			"Where a window can't reach the store, leave it out of the vendors' windows.",
		Sources: []string{"https://docs.stripe.com/webhooks", "https://docs.stripe.com/cli/events/resend"},
		check:   perStore(checkWindowShort),
	}
}

func checkWindowShort(j judged) []draft {
	var drafts []draft
	for i, row := range j.coverage {
		if row.Direction != fact.Inbound || row.Verdict != Short {
			continue
		}
		drafts = append(drafts, draft{
			window:  j.windows[i].Name(),
			message: shortMessage(j, i),
			fix:     lengthenToFloor(j),
			place:   decidingPlace(j),
		})
	}
	return drafts
}

func shortMessage(j judged, at int) string {
	w, row := j.windows[at], j.coverage[at]
	if w.Span.Longest.IsUnbounded() {
		return fmt.Sprintf("%s, but %s may send the same again without end (%s)", keeps(j), w.Vendor, w.ID)
	}
	return fmt.Sprintf("%s, but %s may send the same again for %s (%s): %s covered, %s unguarded",
		keeps(j), w.Vendor, Length(w.Span.Longest), w.ID, row.Percent, GapInFull(w.Span.Longest.Sub(j.retention.floor)))
}

func lengthenToFloor(j judged) []string {
	sum, governing, ok := j.floor.Sum()
	if !ok {
		return nil
	}
	fix := lengthen(j, sum, floorInWords(j))
	if governing.Bound == fact.Configurable {
		fix = append(fix, fmt.Sprintf("or, if %s has been set, say to what: --vendor %s:%s=14d", governing.Setting, governing.Vendor, governing.ID))
	}
	return fix
}
