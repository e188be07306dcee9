package store

import (
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/cutoff"
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// origin is one piece of code and what it does.
type origin struct {
	remover fact.Remover // all of it but the floor
	effects cutoff.Effects
}

// code is everything in a database that may end records.
type code struct {
	db      *schema.Database
	reader  *cutoff.Reader
	origins []origin
	// replaced tells, of each table, the columns that its triggers replace.
	replaced map[schema.Name][]string
}

// readCode reads the jobs, triggers, rules and views, and then the routines
// that none of them runs: an application may call those.
func readCode(db *schema.Database, reader *cutoff.Reader, found []candidate) *code {
	c := &code{db: db, reader: reader, replaced: map[schema.Name][]string{}}
	c.observeExpiries(found)
	c.learnExpiries(found)
	for _, j := range db.Jobs {
		c.add(fact.Remover{Kind: j.Scheduler, Name: j.Name, Schedule: j.Schedule, Active: j.Active, Called: true, Place: j.Place},
			reader.Command(j.Command, j.SearchPath, j.Zone))
	}
	for _, t := range db.Triggers {
		if t.Enabled {
			effects := reader.Trigger(t)
			c.replaced[t.Table] = append(c.replaced[t.Table], effects.Replaced...)
			c.add(fact.Remover{Kind: fact.Trigger, Name: t.Name + " on " + t.Table.String(), Active: true, Called: true, Place: t.Place}, effects)
		}
	}
	for _, r := range db.Rules {
		if r.Enabled {
			c.add(fact.Remover{Kind: fact.Rule, Name: r.Name + " on " + r.Table.String(), Active: true, Called: true, Place: r.Place}, reader.Command(r.Actions, nil, schema.Zone{}))
		}
	}
	for _, e := range db.Events {
		if e.Enabled {
			c.add(fact.Remover{Kind: fact.Trigger, Name: "event trigger " + e.Name, Active: true, Called: true, Place: e.Place}, reader.Event(e))
		}
	}
	c.addPolicies()
	for _, v := range db.Views {
		c.add(fact.Remover{Kind: fact.Lookup, Name: v.Name.String(), Active: true, Called: true, Place: v.Place}, reader.View(v))
	}
	c.addUncalled()
	return c
}

func (c *code) add(r fact.Remover, e cutoff.Effects) {
	c.origins = append(c.origins, origin{r, e})
}

// addUncalled reads the routines that nothing visible calls. One that another
// of them calls is read as part of that one.
func (c *code) addUncalled() {
	called := map[*schema.Routine]bool{}
	for _, o := range c.origins {
		for _, r := range o.effects.Calls {
			called[r] = true
		}
	}
	var left []*schema.Routine
	effects := map[*schema.Routine]cutoff.Effects{}
	byOthers := map[*schema.Routine]bool{}
	for _, r := range c.db.Routines {
		if called[r] || r.Extension != "" || r.Returns == "trigger" || r.Returns == "event_trigger" {
			continue
		}
		left = append(left, r)
		effects[r] = c.reader.Routine(r)
		for _, callee := range effects[r].Calls {
			byOthers[callee] = byOthers[callee] || callee != r
		}
	}
	read := map[*schema.Routine]bool{}
	take := func(r *schema.Routine) {
		c.add(fact.Remover{Kind: fact.Function, Name: r.Name.String() + "()", Active: true, Place: r.Place}, effects[r])
		for _, callee := range effects[r].Calls {
			read[callee] = true
		}
	}
	for _, r := range left {
		if !byOthers[r] {
			take(r)
		}
	}
	for _, r := range left { // routines that only call each other in a circle
		if !read[r] {
			take(r)
		}
	}
}

// observeExpiries takes what rows show of the expiries that the application
// sets.
func (c *code) observeExpiries(found []candidate) {
	for _, s := range found {
		seen, ok := s.table.Lifetime.Get()
		column, _ := s.table.Column(s.expires)
		if ok && column.Default == "" && seen.From == s.created && seen.To == s.expires {
			c.reader.ObserveExpiry(s.table, s.expires, span.Of(seen.Least))
		}
	}
}

// learnExpiries finds the expiries that a trigger sets on every insert, which
// bind as a default does.
func (c *code) learnExpiries(found []candidate) {
	for _, s := range found {
		column, ok := s.table.Column(s.expires)
		if !ok || column.Default != "" {
			continue
		}
		for _, t := range c.db.Triggers {
			if t.Table != s.table.Name || !t.Enabled || t.Timing != "before" || !t.Row || !slices.Contains(t.Events, "insert") || t.When != "" {
				continue
			}
			for _, r := range c.reader.Trigger(t).Removals {
				if floor, ok := r.Floor.Get(); ok && r.Table == s.table && r.Action == cutoff.Expire && !r.Conditional {
					c.reader.LearnExpiry(s.table, s.expires, floor)
				}
			}
		}
	}
}

// removers returns everything that can end a store's records.
func (c *code) removers(s candidate) []fact.Remover {
	var all []fact.Remover
	if s.expires != "" {
		all = append(all, c.expiry(s))
	}
	belongs := c.tablesOf(s.table)
	for _, o := range c.origins {
		for _, r := range o.effects.Removals {
			if belongs[r.Table] || r.Table == nil && mayBeNamed(r.Named, belongs) {
				all = append(all, made(o.remover, r))
			}
		}
	}
	all = append(all, c.cascades(s.table, map[schema.Name]bool{s.table.Name: true})...)
	all = append(all, c.rekeyed(s.table)...)
	all = append(all, c.partman(s.table, belongs)...)
	all = append(all, c.timescale(s)...)
	return distinct(all)
}

// mayBeNamed reports whether a name that begins so may be one of the tables, or
// a partition of one that is named after it.
func mayBeNamed(begin string, tables map[*schema.Table]bool) bool {
	if begin == "" {
		return true
	}
	for t := range tables {
		// The partitions that files or a later day bring are not known.
		name := strings.ToLower(t.Name.Name)
		if t.Kind == schema.Partitioned || strings.HasPrefix(name, begin) || strings.HasPrefix(begin, name) {
			return true
		}
	}
	return false
}

// tablesOf returns the tables whose statements reach a store's records: itself,
// its partitions, and what it inherits from.
func (c *code) tablesOf(t *schema.Table) map[*schema.Table]bool {
	all := map[*schema.Table]bool{t: true}
	for _, p := range c.db.Partitions(t) {
		all[p] = true
	}
	c.addAncestors(t, all)
	return all
}

func (c *code) addAncestors(t *schema.Table, all map[*schema.Table]bool) {
	for _, parent := range t.Parents {
		if p := c.db.Table(parent, nil); p != nil && !all[p] {
			all[p] = true
			c.addAncestors(p, all)
		}
	}
}

func (c *code) expiry(s candidate) fact.Remover {
	r := c.reader.Expiry(s.table, s.expires)
	column, _ := s.table.Column(s.expires)
	text := column.Name + " " + column.Type
	switch {
	case column.Generated:
		text += " generated always as (" + column.Default + ")"
	case column.Default != "":
		text += " default " + column.Default
	}
	return fact.Remover{Kind: fact.Expiry, Name: s.expires, Active: true, Called: true, Floor: seenOrNot(r.Floor, s.table.Lifetime), Place: s.table.Place, Text: text, Chain: expiryChain(r, s.table.Lifetime)}
}

// seenOrNot adds to an expiry that can't be told why rows did not tell it
// either.
func seenOrNot(floor fact.Value[span.Span], seen fact.Value[schema.Lifetime]) fact.Value[span.Span] {
	if floor.IsKnown() || seen.IsKnown() || !seen.HasReason() {
		return floor
	}
	return fact.Unknown[span.Span](floor.Reason() + "; " + seen.Reason())
}

func expiryChain(r cutoff.Removal, seen fact.Value[schema.Lifetime]) []string {
	chain := r.Chain()
	if l, ok := seen.Get(); ok && r.Floor.Evidence() == fact.Observed {
		chain = append(chain, fmt.Sprintf("the least of %s − %s over a sample of %d rows", l.To, l.From, l.Rows))
	}
	return chain
}

// NeedsRows tells of a store whose expiry only its rows can tell: the columns
// that say when a record was born and when it stops counting.
func NeedsRows(s fact.Store) (created, expires string, needed bool) {
	if s.Created == nil || s.Expires == nil {
		return "", "", false
	}
	for _, r := range s.Removers {
		if r.Kind == fact.Expiry && r.Name == s.Expires.Name && !r.Floor.IsKnown() && s.Expires.Default == "" {
			return s.Created.Name, s.Expires.Name, true
		}
	}
	return "", "", false
}

// made joins where code runs with what it removes.
func made(r fact.Remover, removal cutoff.Removal) fact.Remover {
	r.Floor, r.Everything, r.Text = removal.Floor, removal.Everything, removal.Text
	r.Chain = nil
	for _, step := range removal.Via {
		if step != r.Name {
			r.Chain = append(r.Chain, "through "+step)
		}
	}
	r.Chain = append(r.Chain, removal.Chain()...)
	switch removal.Action {
	case cutoff.Expire:
		r.Kind = fact.Expiry
	case cutoff.Hide:
		r.Kind = fact.Lookup
	}
	return r
}

// cascades returns the removers of the tables whose rows take the store's
// along, at any remove.
func (c *code) cascades(t *schema.Table, seen map[schema.Name]bool) []fact.Remover {
	var all []fact.Remover
	for _, fk := range c.db.Foreign {
		if fk.Table != t.Name || seen[fk.References] || fk.OnDelete != "cascade" && fk.OnDelete != "set null" && fk.OnDelete != "set default" {
			continue
		}
		parent := c.db.Table(fk.References, nil)
		if parent == nil || fk.OnDelete != "cascade" && !c.endsKey(t, fk) {
			continue
		}
		seen[fk.References] = true
		belongs := c.tablesOf(parent)
		for _, o := range c.origins {
			for _, r := range o.effects.Removals {
				if r.Table != nil && belongs[r.Table] && (r.Action == cutoff.Delete || r.Action == cutoff.Truncate) {
					all = append(all, cascaded(fk, "delete "+fk.OnDelete, made(o.remover, r)))
				}
			}
		}
		for _, r := range c.cascades(parent, seen) {
			all = append(all, cascaded(fk, "delete "+fk.OnDelete, r))
		}
	}
	return all
}

// rekeyed returns the removers of records whose key changes with the row that
// they refer to.
func (c *code) rekeyed(t *schema.Table) []fact.Remover {
	var all []fact.Remover
	for _, fk := range c.db.Foreign {
		parent := c.db.Table(fk.References, nil)
		if fk.Table != t.Name || parent == nil || parent == t || fk.OnUpdate != "cascade" && fk.OnUpdate != "set null" && fk.OnUpdate != "set default" || !c.endsKey(t, fk) {
			continue
		}
		for _, o := range c.origins {
			for _, r := range o.effects.Removals {
				if r.Table == parent && r.Action == cutoff.Unkey && slices.Contains(fk.RefColumns, r.Column) {
					all = append(all, cascaded(fk, "update "+fk.OnUpdate, made(o.remover, r)))
				}
			}
		}
	}
	return all
}

// endsKey reports whether a foreign key that sets its columns NULL ends a
// record by it.
func (c *code) endsKey(t *schema.Table, fk *schema.ForeignKey) bool {
	return slices.ContainsFunc(fk.Columns, func(name string) bool {
		return len(uniqueOver(c.db, t, []string{name})) > 0
	})
}

func cascaded(fk *schema.ForeignKey, on string, r fact.Remover) fact.Remover {
	r.Chain = append([]string{"a row of " + fk.References.String() + " takes its records along (" + fk.Name + " on " + on + ")"}, r.Chain...)
	if r.Kind != fact.Cascade {
		r.Name = fk.References.String() + " by " + r.Name
	}
	r.Kind = fact.Cascade
	return r
}

// partman returns the retention that pg_partman keeps for a store.
func (c *code) partman(t *schema.Table, belongs map[*schema.Table]bool) []fact.Remover {
	var all []fact.Remover
	for _, set := range c.db.Partman {
		parent := c.db.Table(set.Parent, nil)
		if parent == nil || !belongs[parent] || strings.TrimSpace(set.Retention) == "" {
			continue
		}
		removal := c.reader.PartitionsDropped(parent, set)
		all = append(all, fact.Remover{
			Kind: fact.Partman, Name: set.Parent.String(), Active: true, Called: true, Place: set.Place,
			Floor: removal.Floor, Everything: removal.Everything, Text: removal.Text, Chain: removal.Chain(),
		})
	}
	return all
}

// timescale returns the retention policies that TimescaleDB keeps for a store.
func (c *code) timescale(s candidate) []fact.Remover {
	var all []fact.Remover
	for _, p := range c.db.Timescale {
		if p.Table != s.table.Name {
			continue
		}
		column := p.Column
		if column == "" {
			column = s.created
		}
		removal := c.reader.ChunksDropped(s.table, column, p.DropAfter)
		all = append(all, fact.Remover{
			Kind: fact.Timescale, Name: p.Table.String(), Schedule: p.Schedule, Active: p.Active, Called: true, Place: p.Place,
			Floor: removal.Floor, Text: removal.Text, Chain: removal.Chain(),
		})
	}
	return all
}

// distinct drops removers that never end a record and those said twice, and
// puts the rest in a fixed order.
func distinct(all []fact.Remover) []fact.Remover {
	var kept []fact.Remover
	for _, r := range all {
		floor, known := r.Floor.Get()
		if known && floor.IsUnbounded() {
			continue
		}
		same := func(k fact.Remover) bool {
			other, otherKnown := k.Floor.Get()
			return k.Kind == r.Kind && k.Name == r.Name && k.Text == r.Text && known == otherKnown && other == floor && k.Floor.Reason() == r.Floor.Reason()
		}
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, r)
		}
	}
	slices.SortStableFunc(kept, func(a, b fact.Remover) int {
		if d := floorOrder(a.Floor).Compare(floorOrder(b.Floor)); d != 0 {
			return d
		}
		if d := strings.Compare(string(a.Kind), string(b.Kind)); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	return kept
}

// floorOrder puts what can't be told behind every known floor.
func floorOrder(v fact.Value[span.Span]) span.Span {
	if floor, ok := v.Get(); ok {
		return floor
	}
	return span.Unbounded()
}
