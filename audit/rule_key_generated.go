package audit

import (
	"fmt"
	"idemaudit/audit/ident"
)

func keyGenerated() Rule {
	return Rule{
		ID: "key-generated", Line: ProtectionLine, Severity: Warning,
		Summary: "the key column has a default that differs in each attempt",
		Why: "A caller that forgets the key gets a fresh one, and its replay another: neither is refused, and nothing shows that a key " +
			"was missing.",
		Remedy: "Drop the default, so that an insert without a key fails.",
		check:  perStore(checkKeyGenerated),
	}
}

func checkKeyGenerated(j judged) []draft {
	var names, statements []string
	for _, name := range j.facts.Key {
		c, known := columnNamed(j.facts, name)
		if !known || !c.Varies || c.Identity || c.Generated || tellsTime(c) {
			continue
		}
		names = append(names, fmt.Sprintf("%s (default %s)", name, c.Default))
		statements = append(statements, fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s DROP DEFAULT;", qualified(j.facts.Name), ident.Quote(name)))
	}
	if len(names) == 0 {
		return nil
	}
	return []draft{{
		message: "the database makes up " + inWords(names) + " for a caller that sends none, so that its replay is never refused",
		fix:     append([]string{"let an insert without a key fail"}, statements...),
		place:   j.facts.Place,
	}}
}
