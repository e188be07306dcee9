package audit

import (
	"fmt"
	"slices"
)

func guardMissing() Rule {
	return Rule{
		ID: ruleGuardMissing, Line: ProtectionLine, Severity: Error,
		Summary: "no unique index is known to refuse the second insert of the same key",
		Why: "Two copies of a request that arrive together both find no record, both insert one and both take effect. Only a unique index " +
			"decides between them; a lookup before the insert does not. A surrogate primary key is unique for every attempt and refuses none.",
		Remedy: "Create a unique index over the columns that name the request, and insert with ON CONFLICT DO NOTHING. Where a column is " +
			"the same in every replay although it does not look so, say `replay_stable: [column]`.",
		Sources: []string{"https://www.postgresql.org/docs/current/indexes-unique.html"},
		check:   perStore(checkGuardMissing),
	}
}

// checkGuardMissing speaks only where no other rule says what is wrong with
// the index that there is.
func checkGuardMissing(j judged) []draft {
	g := j.guard
	switch {
	case g.status == GuardHolds || g.status == GuardAtRisk:
		return nil
	case g.index == nil && g.status == GuardUnknown && len(g.flaws) == 0:
		return nil // hidden, or in another server: reported as that
	case slices.ContainsFunc(g.flaws, func(f flaw) bool { return f.status == GuardBroken && f.rule != ruleGuardMissing }):
		return nil
	}
	message := g.reason
	if g.index != nil {
		message = g.indexName() + " " + g.reason
	}
	return []draft{{message: message, fix: createGuard(j), place: guardPlace(j)}}
}

// createGuard says how to come by an index that refuses a replay.
func createGuard(j judged) []string {
	switch {
	case len(j.facts.Key) == 0:
		return []string{"name the columns that a replay repeats in the configuration (key: [column])"}
	case j.guard.status == GuardBroken && j.guard.index != nil:
		return []string{"guard by a value that the caller sends and repeats in every replay"}
	case j.guard.status == GuardUnknown:
		return []string{"if every replay repeats these columns, say so in the configuration (replay_stable: [column]); else guard by the key alone"}
	case j.facts.Partitions != nil:
		return []string{partitionRemedy}
	}
	return []string{
		"remove duplicates, then build the index without blocking writes (outside a transaction; a failed build leaves an invalid index to drop)",
		fmt.Sprintf("CREATE UNIQUE INDEX CONCURRENTLY ON %s (%s);", qualified(j.facts.Name), identifiers(j.facts.Key)),
	}
}

// partitionRemedy stands where no index can help: a unique index of a
// partitioned table must hold the partition key.
const partitionRemedy = "partition by a time that the replay repeats (the event's own), or by hash of the key, " +
	"or keep the keys in a table of their own that is not partitioned"
