package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func storeUnlogged() Rule {
	return Rule{
		ID: "store-unlogged", Line: ProtectionLine, Severity: Error,
		Summary: "the store, or a partition of it, is unlogged or temporary",
		Why: "Crash recovery empties an unlogged table, and a standby has nothing in it. A crash is when senders retry: every record is gone " +
			"just as the replays arrive.",
		Remedy:  "Make the table logged. That rewrites it under an exclusive lock, so do it while it is small.",
		Sources: []string{"https://www.postgresql.org/docs/current/sql-createtable.html"},
		check:   perStore(checkStoreUnlogged),
	}
}

func checkStoreUnlogged(j judged) []draft {
	s := j.facts
	switch {
	case s.Persistence == fact.Temporary:
		return []draft{{
			message: "is a temporary table: its records are gone with the session",
			fix:     []string{"create it as a permanent table"}, place: s.Place,
		}}
	case s.Persistence == fact.Unlogged:
		return []draft{{
			message: "is unlogged: a crash or a failover leaves it empty, which is when senders retry",
			fix:     makeLogged([]string{s.Name}), place: s.Place,
		}}
	case len(s.Unlogged) > 0:
		return []draft{{
			message: fmt.Sprintf("has unlogged partitions (%s): a crash or a failover leaves them empty, which is when senders retry", inWords(s.Unlogged)),
			fix:     makeLogged(s.Unlogged), place: s.Place,
		}}
	}
	return nil
}

func makeLogged(tables []string) []string {
	fix := []string{"make it logged; this rewrites the table and blocks it meanwhile"}
	for _, t := range tables {
		fix = append(fix, fmt.Sprintf("ALTER TABLE %s SET LOGGED;", qualified(t)))
	}
	return fix
}
