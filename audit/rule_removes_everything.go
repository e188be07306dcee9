package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func removesEverything() Rule {
	return Rule{
		ID: "removes-everything", Line: ProtectionLine, Severity: Error,
		Summary: "a remover takes records of any age",
		Why: "A TRUNCATE, a DELETE without a cut-off, a cut-off in the wrong unit or at midnight takes a record that was written a moment " +
			"ago. pg_partman reads a bare number as seconds: a retention of '7' keeps seven of them.",
		Remedy: "Remove by age, against the column that tells when the record was stored, with an interval that names its unit.",
		Sources: []string{
			"https://github.com/pgpartman/pg_partman/issues/811", "https://github.com/pgpartman/pg_partman/issues/455",
		},
		check: perStore(checkRemovesEverything),
	}
}

func checkRemovesEverything(j judged) []draft {
	var texts []string
	var place fact.Place
	for _, r := range countedRemovers(j.facts.Removers, j.policy) {
		floor, known := r.Floor.Get()
		if r.Everything == "" && !(known && floor.IsZero()) {
			continue
		}
		text := removerAt(r) + " may end a record of any age"
		if r.Everything != "" {
			text += ": " + r.Everything
		}
		if len(texts) == 0 {
			place = r.Place
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	return []draft{{message: sentenceOf(texts), fix: removeByAge(j), place: place}}
}

func removeByAge(j judged) []string {
	needed, _, ok := j.floor.Sum()
	if !ok || needed.IsUnbounded() {
		return []string{"remove records by their age alone, or not at all"}
	}
	return []string{fmt.Sprintf("remove only records older than %s (%s)%s", Length(needed), floorInWords(j), condition(j.facts, needed))}
}
