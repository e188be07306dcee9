package audit

import (
	"cmp"
	"slices"

	"idemaudit/audit/fact"
)

func retentionUnknown() Rule {
	return Rule{
		ID: "retention-unknown", Line: ProtectionLine, Severity: Error,
		Summary: "how long records are kept can't be told",
		Why: "Something can end records and does not say when: SQL put together at run time, an expiry that the application sets, a clock " +
			"that the sender sets. Until it is known, every window may be open.",
		Remedy: "Make the cut-off readable (a constant interval against a column that the database fills), or declare `retention:` for what " +
			"runs in an application. A remover that never runs can be declared so: `removers: {name: never}`.",
		check: perStore(checkRetentionUnknown),
	}
}

// checkRetentionUnknown leaves alone what is unknown only because something was
// hidden: the rule blind reports that, with what makes it visible.
func checkRetentionUnknown(j judged) []draft {
	if j.retention.status != RetentionUnknown || j.retention.blind() {
		return nil
	}
	var texts, fixes []string
	var place fact.Place
	for _, c := range j.retention.causes {
		if c.blind {
			continue
		}
		texts = append(texts, c.text)
		if !slices.Contains(fixes, c.fix) {
			fixes = append(fixes, c.fix)
		}
		place = cmp.Or(place, c.place)
	}
	if limit := limitText(j); limit != "" {
		texts = append(texts, limit)
	}
	return []draft{{
		message: "how long records are kept can't be told: " + sentenceOf(texts),
		fix:     []string{sentenceOf(fixes)},
		place:   cmp.Or(place, j.facts.Place),
	}}
}
