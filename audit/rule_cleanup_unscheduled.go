package audit

import (
	"fmt"
	"slices"

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

// checkCleanupUnscheduled says nothing where a schedule may be among what was
// hidden: seeing none is no evidence then that there is none.
func checkCleanupUnscheduled(j judged) []draft {
	if hidesSchedule(j.hidden) {
		return nil
	}
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

// hidesSchedule reports whether a scheduler may be hidden. What concerns a
// single store, such as a lock on its table, holds no schedule.
func hidesSchedule(hidden []fact.Hidden) bool {
	return slices.ContainsFunc(hidden, func(h fact.Hidden) bool { return h.Store == "" })
}
