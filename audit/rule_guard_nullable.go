package audit

import "fmt"

func guardNullable() Rule {
	return Rule{
		ID: ruleGuardNullable, Line: ProtectionLine, Severity: Error,
		Summary: "a column of the unique index may be NULL, and NULLs are distinct (a warning while no NULLs are known to be there)",
		Why: "Two rows that are alike but for a NULL are not equal to a unique index. A request without a tenant, from an installation that " +
			"has only one, is never refused.",
		Remedy: "Make the column NOT NULL, or say NULLS NOT DISTINCT (PostgreSQL 15), or add a second unique index WHERE the column IS NULL.",
		Sources: []string{
			"https://www.postgresql.org/docs/current/indexes-unique.html", "https://github.com/formbricks/hub/issues/39",
		},
		check: perStore(checkGuardNullable),
	}
}

func checkGuardNullable(j judged) []draft {
	drafts := guardFinding(j, ruleGuardNullable, refuseNulls)
	for i := range drafts {
		if f, _ := j.guard.flaw(ruleGuardNullable); f.status != GuardBroken {
			drafts[i].severity = Warning
		}
	}
	return drafts
}

func refuseNulls(j judged) []string {
	prose := "make the columns NOT NULL; or, from PostgreSQL 15 on, let NULLs be alike"
	if len(columnsOf(*j.guard.index)) != len(j.guard.index.Columns) || j.facts.Partitions != nil {
		return []string{prose + " (NULLS NOT DISTINCT)"}
	}
	return []string{
		prose + " (remove duplicates first, build outside a transaction, then drop the old index)",
		fmt.Sprintf("CREATE UNIQUE INDEX CONCURRENTLY ON %s (%s) NULLS NOT DISTINCT;", qualified(j.facts.Name), identifiers(columnsOf(*j.guard.index))),
	}
}
