package audit

import (
	"fmt"
	"slices"
)

func cascadeToEffects() Rule {
	return Rule{
		ID: "cascade-to-effects", Line: ProtectionLine, Severity: Error,
		Summary: "deleting a record deletes the effect it protects",
		Why: "A foreign key ON DELETE CASCADE from the effect to the record turns the cleanup of keys into a loss of payments, and an effect " +
			"that is gone may be applied again.",
		Remedy: "Let the foreign key restrict or set null, so that the effect outlives its record.",
		check:  perStore(checkCascadeToEffects),
	}
}

func checkCascadeToEffects(j judged) []draft {
	var lost []string
	for _, effect := range j.policy.Effects {
		if slices.Contains(j.facts.Cascades, effect) {
			lost = append(lost, effect)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	slices.Sort(lost)
	names := inWords(slices.Compact(lost))
	return []draft{{
		message: fmt.Sprintf("deleting a record deletes the rows it protects in %s (ON DELETE CASCADE)", names),
		fix:     []string{fmt.Sprintf("let the foreign key of %s end in ON DELETE SET NULL or RESTRICT", names)},
		place:   j.facts.Place,
	}}
}
