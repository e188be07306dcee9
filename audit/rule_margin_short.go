package audit

import (
	"fmt"
	"slices"

	"idemaudit/audit/fact"
)

func marginShort() Rule {
	return Rule{
		ID: "margin-short", Line: ProtectionLine, Severity: Error,
		Summary: "every inbound window with a published length is covered, but nothing is left for an outage of your own",
		Why: "A window runs from when the counterparty first sent; a record's age runs from when you first stored it. " +
			"What you could not take for days, being down, arrives late, and its replays arrive later still.",
		Remedy: "Keep records for the longest window and the longest outage you plan for, or lower the margin to the outage you really plan for.",
		check:  perStore(checkMarginShort),
	}
}

func checkMarginShort(j judged) []draft {
	short := slices.ContainsFunc(j.coverage, func(r CoverageRow) bool { return r.Direction == fact.Inbound && r.Verdict == Short })
	if short || j.floorCoverage == nil || j.floorCoverage.Verdict != Short {
		return nil
	}
	covers := "covers every inbound window"
	if len(j.floor.WithoutEnd()) > 0 {
		covers += " with a published length"
	}
	sum, _, _ := j.floor.Sum()
	return []draft{{
		message: fmt.Sprintf("%s, which %s but not an outage of %s on top: the replay floor is %s, %s further",
			keeps(j), covers, Margin(j.floor.Margin), Length(sum), GapInFull(sum.Sub(j.retention.floor))),
		fix:   lengthenToFloor(j),
		place: decidingPlace(j),
	}}
}
