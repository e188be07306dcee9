package audit

import "fmt"

func guardInvalid() Rule {
	return Rule{
		ID: ruleGuardInvalid, Line: ProtectionLine, Severity: Error,
		Summary: "the unique index is not valid or not ready",
		Why: "A CREATE UNIQUE INDEX CONCURRENTLY that failed leaves its index behind. Not ready, it enforces nothing; ready and not valid, it " +
			"refuses new duplicates while older ones may be there and ON CONFLICT raises an error. A second run with IF NOT EXISTS finds the " +
			"name taken and reports success.",
		Remedy: "Remove the duplicates and rebuild the index. On a partitioned table give every partition a matching index and attach it.",
		Sources: []string{
			"https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY",
			"https://github.com/jryannel/sqlb/issues/242",
		},
		check: perStore(func(j judged) []draft {
			return guardFinding(j, ruleGuardInvalid, rebuildGuard)
		}),
	}
}

func rebuildGuard(j judged) []string {
	if j.facts.Partitions != nil {
		return []string{"create a matching unique index on every partition that lacks one, and attach it to the parent's (ALTER INDEX … ATTACH PARTITION)"}
	}
	return []string{
		"remove duplicates, then rebuild it without blocking writes (outside a transaction)",
		fmt.Sprintf("REINDEX INDEX CONCURRENTLY %s;", besideTable(j.facts.Name, j.guard.index.Name)),
	}
}
