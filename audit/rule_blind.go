package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func blind() Rule {
	return Rule{
		ID: ruleBlind, Line: ProtectionLine, Severity: Error,
		Summary: "something that could remove records was hidden from the audit",
		Why: "Row security on cron.job shows a role no jobs but its own, a missing privilege hides a schema, a scheduler may live in another " +
			"database. Seeing no remover there is no evidence that there is none.",
		Remedy:  "Give the role what the finding names, or audit as a role that has it.",
		Sources: []string{"https://github.com/citusdata/pg_cron/issues/353"},
		check:   checkBlind,
	}
}

// checkBlind reports once for each store that something concerns, and once for
// what concerns them all.
func checkBlind(s scene) []draft {
	var drafts []draft
	at := map[string]int{}
	for _, h := range s.snapshot.Hidden {
		i, found := at[h.Store]
		if !found {
			i = len(drafts)
			at[h.Store] = i
			drafts = append(drafts, draft{store: h.Store, place: placeOf(s, h.Store)})
		}
		drafts[i].add(h)
	}
	for _, j := range s.stores {
		i, found := at[j.facts.Name]
		if !found {
			i, found = at[""]
		}
		if limit := limitText(j); found && limit != "" && j.retention.blind() {
			drafts[i].message += fmt.Sprintf("; in %s %s", j.facts.Name, limit)
		}
	}
	return drafts
}

func (d *draft) add(h fact.Hidden) {
	text := hiddenText(h)
	if d.message != "" {
		text = d.message + "; " + text
	}
	d.message = text
	if h.Fix != "" {
		d.fix = append(d.fix, h.Fix)
	}
}

func placeOf(s scene, store string) fact.Place {
	for _, j := range s.stores {
		if j.facts.Name == store {
			return j.facts.Place
		}
	}
	return fact.Place{}
}
