package audit

func storeElsewhere() Rule {
	return Rule{
		ID: "store-elsewhere", Line: ProtectionLine, Severity: Error,
		Summary: "the store is a foreign table: its rows live in another server",
		Why: "The record and the effect it protects must be committed together. Across two servers one can be there without the other: an " +
			"effect without its record is applied again, a record without its effect loses it.",
		Remedy:  "Keep the records in the database of the effect and write both in one transaction.",
		Sources: []string{"https://www.postgresql.org/docs/current/postgres-fdw.html#POSTGRES-FDW-TRANSACTION-MANAGEMENT"},
		check:   perStore(checkStoreElsewhere),
	}
}

func checkStoreElsewhere(j judged) []draft {
	if !j.facts.Foreign {
		return nil
	}
	return []draft{{
		message: "is a foreign table: its records are not committed together with the effects they protect",
		fix:     []string{"keep the records in the database of the effects, and write both in one transaction"},
		place:   j.facts.Place,
	}}
}
