package audit

import "fmt"

func guardPerPartition() Rule {
	return Rule{
		ID: ruleGuardPerPartition, Line: ProtectionLine, Severity: Error,
		Summary: "uniqueness ends at the partition, or includes a column that differs in each attempt",
		Why: "PostgreSQL allows a unique index on a partitioned table only if it holds the partition key. Partitioned by arrival time, the " +
			"replay brings another time, and ON CONFLICT DO NOTHING finds no conflict. An index on each partition refuses only what falls " +
			"into the same one.",
		Remedy:  "Partition by a time that the replay repeats, or by hash of the key, or keep the keys in an unpartitioned table of their own.",
		Sources: []string{"https://www.postgresql.org/docs/current/ddl-partitioning.html", "https://github.com/superset-sh/superset/pull/6749"},
		check: perStore(func(j judged) []draft {
			return guardFinding(j, ruleGuardPerPartition, guardWithoutArrival)
		}),
	}
}

func guardWithoutArrival(j judged) []string {
	if j.facts.Partitions != nil {
		return []string{partitionRemedy}
	}
	return []string{
		"guard by the key alone: remove duplicates, then build the index without blocking writes (outside a transaction)",
		fmt.Sprintf("CREATE UNIQUE INDEX CONCURRENTLY ON %s (%s);", qualified(j.facts.Name), identifiers(j.facts.Key)),
	}
}
