package audit

import "idemaudit/audit/fact"

// guardFinding reports what one rule has to say of the index that comes
// closest to a guard. Other indexes beside a better one are nobody's trouble.
func guardFinding(j judged, rule string, fix func(judged) []string) []draft {
	f, found := j.guard.flaw(rule)
	if !found {
		return nil
	}
	d := draft{message: j.guard.indexName() + " " + f.text, fix: fix(j), place: guardPlace(j)}
	return []draft{d}
}

func guardPlace(j judged) fact.Place {
	if j.guard.index != nil && j.guard.index.Place != (fact.Place{}) {
		return j.guard.index.Place
	}
	return j.facts.Place
}
