package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func cleanupUnscheduled() Rule {
	return Rule{
		ID: "cleanup-unscheduled", Line: CleanupLine, Severity: Warning,
		Summary: "a cleanup that nobody calls",
		Why: "The function is there and the schedule is not: it stands in a comment, or in a migration that did nothing because the extension " +
			"was missing. Records are kept longer than meant, which costs disk and never a duplicate.",
		Remedy:  "Schedule it if records are meant to go, or drop it.",
		Sources: []string{"https://github.com/citusdata/pg_cron"},
		check:   perStore(checkCleanupUnscheduled),
	}
}

func checkCleanupUnscheduled(j judged) []draft {
	var names []string
	var place fact.Place
	for _, r := range countedRemovers(j.facts.Removers, j.policy) {
		if runsByItself(r) {
			continue
		}
		if len(names) == 0 {
			place = r.Place
		}
		names = append(names, r.Name)
	}
	if len(names) == 0 {
		return nil
	}
	return []draft{{
		message: fmt.Sprintf("nothing that was seen calls %s: unless an application does, records stay", inWords(names)),
		fix:     []string{"schedule it if records are meant to go, or drop it"},
		place:   place,
	}}
}
