package store

import (
	"slices"

	"idemaudit/audit/cutoff"
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// addPolicies reads the row security policies that hide older records: whoever
// looks a key up finds none. A permissive one hides nothing where another lets
// everyone see what it holds back.
func (c *code) addPolicies() {
	effects := map[*schema.Policy]cutoff.Effects{}
	open := map[schema.Name]bool{}
	for _, p := range c.db.Policies {
		effects[p] = c.reader.Policy(p)
		if p.Permissive && p.Everyone && len(effects[p].Removals) == 0 {
			open[p.Table] = true
		}
	}
	for _, p := range c.db.Policies {
		if !p.Permissive || !open[p.Table] {
			c.add(fact.Remover{Kind: fact.Lookup, Name: "policy " + p.Name + " on " + p.Table.String(), Active: true, Called: true, Place: p.Place}, effects[p])
		}
	}
}

// diverted lists what may keep an insert from being stored: a rule that does
// something else instead, a trigger that gives back no row.
func (c *code) diverted(t *schema.Table) []fact.Diversion {
	var all []fact.Diversion
	for _, r := range c.db.Rules {
		if r.Table == t.Name && r.Enabled && r.Instead && r.Event == "insert" {
			all = append(all, fact.Diversion{Name: "rule " + r.Name, Always: r.When == "", Place: r.Place})
		}
	}
	for _, g := range c.db.Triggers {
		if g.Table != t.Name || !g.Enabled || g.Timing != "before" || !g.Row || !slices.Contains(g.Events, "insert") {
			continue
		}
		if null, row := c.reader.Returns(g); null {
			all = append(all, fact.Diversion{Name: "trigger " + g.Name, Always: !row && g.When == "", Place: g.Place})
		}
	}
	return all
}
