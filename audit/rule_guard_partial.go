package audit

func guardPartial() Rule {
	return Rule{
		ID: ruleGuardPartial, Line: ProtectionLine, Severity: Warning,
		Summary: "a predicate leaves rows out of the unique index",
		Why: "A row that does not meet the predicate is not in the index and is never refused. ON CONFLICT has to repeat the predicate to " +
			"use the index at all.",
		Remedy:  "Guard every row, or only leave out rows that carry no key (WHERE key IS NOT NULL).",
		Sources: []string{"https://www.postgresql.org/docs/current/indexes-partial.html"},
		check: perStore(func(j judged) []draft {
			return guardFinding(j, ruleGuardPartial, guardEveryRow)
		}),
	}
}

func guardEveryRow(j judged) []string {
	return []string{"make sure that no request with a key writes a row outside the predicate, or guard every row with an index without one"}
}
