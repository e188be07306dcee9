package audit

import (
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
)

// GuardStatus tells whether a second insert of the same key is refused.
type GuardStatus string

// The states of a guard.
const (
	GuardHolds   GuardStatus = "holds"
	GuardAtRisk  GuardStatus = "at_risk" // holds under an assumption that can't be checked
	GuardUnknown GuardStatus = "unknown"
	GuardBroken  GuardStatus = "broken"
)

// rank orders guards, the best last.
func (s GuardStatus) rank() int {
	switch s {
	case GuardHolds:
		return 3
	case GuardAtRisk:
		return 2
	case GuardUnknown:
		return 1
	}
	return 0
}

// guard is what refuses the second insert, or the index that comes closest to
// it with what is wrong with it.
type guard struct {
	status GuardStatus
	index  *fact.Index // nil when no index has anything to do with the key
	flaws  []flaw
	reason string
}

// flaw is one reason why an index does not guard.
type flaw struct {
	rule   string // the rule that reports it; empty when the status says enough
	status GuardStatus
	text   string
}

// guardOf picks the index that guards best. Indexes are judged by their
// columns: neither a name nor being the primary key makes a guard.
func guardOf(s fact.Store, stable []string, hidden []fact.Hidden) guard {
	g := bestIndex(s, stable)
	switch {
	case g.status == GuardHolds || g.status == GuardAtRisk:
	case len(s.Guards) > 0:
		g = guard{status: GuardAtRisk, reason: "no unique index guards, but trigger " + s.Guards[0].Name +
			" may refuse a second insert; what it does can't be proved from here"}
	case hidesDefinition(s.Name, hidden):
		g = guard{status: GuardUnknown, reason: "the table's definition could not be read whole, so an index may be there that was not seen"}
	case s.Foreign:
		g = guard{status: GuardUnknown, reason: "the rows live in another server, whose indexes can't be seen from here"}
	}
	return g
}

func bestIndex(s fact.Store, stable []string) guard {
	if len(s.Key) == 0 {
		return guard{status: GuardUnknown, reason: "which columns name a request is not known",
			flaws: []flaw{{ruleGuardMissing, GuardUnknown, "which columns name a request is not known"}}}
	}
	best := guard{status: GuardBroken, reason: "no unique index has a column of the key (" + strings.Join(s.Key, ", ") + ")"}
	for _, ix := range s.Indexes {
		if !touchesKey(ix, s.Key) {
			continue
		}
		if g := judgeIndex(ix, s, stable); best.index == nil || better(g, best) {
			best = g
		}
	}
	return best
}

// better prefers the index that guards more, then the one with fewer columns,
// which is the stricter, then the first by name.
func better(a, b guard) bool {
	if a.status != b.status {
		return a.status.rank() > b.status.rank()
	}
	if m, n := len(a.index.Columns), len(b.index.Columns); m != n {
		return m < n
	}
	return a.index.Name < b.index.Name
}

func judgeIndex(ix fact.Index, s fact.Store, stable []string) guard {
	g := guard{status: GuardHolds, index: &ix}
	g.flaws = slices.Concat(divertedFlaws(s), rowFlaws(ix, s), columnFlaws(ix, s, stable), nullFlaws(ix, s))
	var texts []string
	for _, f := range g.flaws {
		if f.status.rank() < g.status.rank() {
			g.status = f.status
		}
		texts = append(texts, f.text)
	}
	g.reason = strings.Join(texts, "; ")
	if len(g.flaws) == 0 {
		g.reason = "unique over columns that every replay repeats"
	}
	return g
}

// rowFlaws tells which rows the index leaves out, or for whom it does not
// enforce.
func rowFlaws(ix fact.Index, s fact.Store) []flaw {
	var flaws []flaw
	switch {
	case ix.Partition != "":
		flaws = append(flaws, flaw{ruleGuardPerPartition, GuardBroken, "guards within partition " + ix.Partition + " alone"})
	case !ix.Ready:
		flaws = append(flaws, flaw{ruleGuardInvalid, GuardBroken, "is not ready: it refuses nothing"})
	case !ix.Valid && s.Partitions != nil:
		flaws = append(flaws, flaw{ruleGuardInvalid, GuardBroken, "is not valid: partitions without a matching index refuse nothing"})
	case !ix.Valid:
		flaws = append(flaws, flaw{ruleGuardInvalid, GuardAtRisk,
			"is not valid: it refuses new duplicates, but older ones may be there and ON CONFLICT can't use it"})
	}
	if ix.Partition != "" && (!ix.Ready || !ix.Valid) {
		flaws = append(flaws, flaw{ruleGuardInvalid, GuardBroken, "is not valid"})
	}
	if ix.Partition == "" && len(s.Heirs) > 0 {
		flaws = append(flaws, flaw{ruleGuardPerPartition, GuardBroken, "does not reach the rows of " + inWords(s.Heirs) + ", which inherit from the table"})
	}
	if ix.Predicate != "" && !ix.OnlyNotNull {
		flaws = append(flaws, flaw{ruleGuardPartial, GuardAtRisk, "leaves out the rows that do not meet " + ix.Predicate})
	}
	if ix.Deferrable {
		flaws = append(flaws, flaw{"", GuardAtRisk, "is deferrable: duplicates may be refused no earlier than at commit, and ON CONFLICT can't use it"})
	}
	return flaws
}

// divertedFlaws tells what may keep a record from being stored: one that is not
// there refuses nothing.
func divertedFlaws(s fact.Store) []flaw {
	var flaws []flaw
	for _, d := range s.Diverted {
		if d.Always {
			flaws = append(flaws, flaw{ruleGuardMissing, GuardBroken, "refuses nothing, since " + d.Name + " keeps every insert from being stored"})
			continue
		}
		flaws = append(flaws, flaw{"", GuardAtRisk, "refuses only what is stored, and " + d.Name + " may keep an insert from being stored"})
	}
	return flaws
}

// touchesKey reports whether an index has anything to do with the key. One
// that does not, such as that of a surrogate primary key, guards nothing.
func touchesKey(ix fact.Index, key []string) bool {
	return slices.ContainsFunc(columnsOf(ix), func(c string) bool { return slices.Contains(key, c) })
}

// columnsOf returns the columns of the table that an index reads.
func columnsOf(ix fact.Index) []string {
	var names []string
	for _, c := range ix.Columns {
		if c.Column != "" {
			names = append(names, c.Column)
		} else {
			names = append(names, c.Uses...)
		}
	}
	return names
}

// hidesDefinition reports whether the audit failed on this very table.
func hidesDefinition(store string, hidden []fact.Hidden) bool {
	return slices.ContainsFunc(hidden, func(h fact.Hidden) bool { return h.Incomplete && h.Store == store })
}

// flaw returns what the rule has to report of the guard.
func (g guard) flaw(rule string) (flaw, bool) {
	for _, f := range g.flaws {
		if f.rule == rule {
			return f, true
		}
	}
	return flaw{}, false
}

func (g guard) result() Guard {
	out := Guard{Status: g.status, Columns: []string{}, Reason: Visible(g.reason)}
	if g.index == nil {
		return out
	}
	out.Index = Text(g.index.Name)
	for _, c := range g.index.Columns {
		out.Columns = append(out.Columns, columnText(c))
	}
	return out
}

func columnText(c fact.IndexColumn) string {
	if c.Column != "" {
		return c.Column
	}
	return c.Expression
}

// indexName names the index of a guard in a sentence.
func (g guard) indexName() string {
	var columns []string
	for _, c := range g.index.Columns {
		columns = append(columns, columnText(c))
	}
	return fmt.Sprintf("unique index %s (%s)", g.index.Name, strings.Join(columns, ", "))
}
