package audit

import (
	"idemaudit/audit/fact"
)

// The ids of the rules that judgement itself refers to.
const (
	ruleBlind             = "blind"
	ruleGuardMissing      = "guard-missing"
	ruleGuardPerPartition = "guard-per-partition"
	ruleGuardInvalid      = "guard-invalid"
	ruleGuardNullable     = "guard-nullable"
	ruleGuardPartial      = "guard-partial"
)

// Rule is one thing that an audit looks for. Its documentation stands beside
// its check and is what users are shown.
type Rule struct {
	ID       string
	Line     Line
	Severity Severity // unless the policy says otherwise
	Summary  string   // when it reports, in one line
	Why      string   // what goes wrong in production
	Remedy   string   // what to do about it
	Sources  []string // where the facts behind it can be read; none for plain reasoning
	check    func(scene) []draft
}

// draft is what a check reports; what the rule and the target already say is
// filled in afterwards.
type draft struct {
	store    string   // empty for the target as a whole
	window   string   // empty where no single window is meant
	severity Severity // empty for the rule's own
	message  string
	fix      []string // a sentence, then SQL, a statement a line
	place    fact.Place
}

// Rules returns every rule, in the order users are shown.
func Rules() []Rule {
	return []Rule{
		windowShort(),
		marginShort(),
		retentionUnknown(),
		removesEverything(),
		guardMissing(),
		guardPerPartition(),
		guardInvalid(),
		guardNullable(),
		guardPartial(),
		keyGenerated(),
		storeUnlogged(),
		storeElsewhere(),
		cascadeToEffects(),
		outboundNumberInbound(),
		outboundRetryLong(),
		blind(),
		cleanupUnscheduled(),
		evidenceWeak(),
		evidenceStale(),
		windowUnpublished(),
	}
}

// KnownRule reports whether a rule of that id exists.
func KnownRule(id string) bool {
	for _, r := range Rules() {
		if r.ID == id {
			return true
		}
	}
	return false
}

// perStore makes a check of one that looks at a single store. It reports at
// most once a store and window, since that is what a finding is known by.
func perStore(check func(judged) []draft) func(scene) []draft {
	return func(s scene) []draft {
		var all []draft
		for _, j := range s.stores {
			for _, d := range check(j) {
				d.store = j.facts.Name
				all = append(all, d)
			}
		}
		return all
	}
}
