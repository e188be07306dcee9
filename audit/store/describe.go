package store

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// describe puts down what a store is, apart from its removers.
func describe(db *schema.Database, c candidate, replaced []string) fact.Store {
	t := c.table
	s := fact.Store{
		Name: t.Name.String(), Place: t.Place, Why: c.why, Key: c.key,
		Created: columnNamed(t, c.created), Expires: columnNamed(t, c.expires),
		Columns: told(t.Columns, replaced), Indexes: allIndexes(db, t), Persistence: t.Persistence,
		Foreign: t.Kind == schema.ForeignKind, Deleted: t.Deleted, Since: t.Since,
	}
	below := db.Partitions(t)
	for _, p := range below {
		if p.Bound == nil {
			s.Heirs = append(s.Heirs, p.Name.String())
		}
		if p.Persistence == fact.Unlogged && t.Persistence != fact.Unlogged {
			s.Unlogged = append(s.Unlogged, p.Name.String())
		}
		s.Deleted = addCounts(s.Deleted, p.Deleted)
		s.Foreign = s.Foreign || p.Kind == schema.ForeignKind
	}
	s.Partitions = partitionsOf(t, below)
	s.NullKeys = nullKeys(t, s.Indexes, c.key)
	s.Guards = triggerGuards(db, t)
	for _, fk := range db.Foreign {
		if fk.References == t.Name && fk.OnDelete == "cascade" && !slices.Contains(s.Cascades, fk.Table.String()) {
			s.Cascades = append(s.Cascades, fk.Table.String())
		}
	}
	slices.Sort(s.Cascades)
	return s
}

// told tells of the columns which ones a key is unique within, by their names,
// and which ones a trigger replaces.
func told(columns []fact.Column, replaced []string) []fact.Column {
	all := slices.Clone(columns)
	for i, c := range all {
		all[i].Scope = scopeName(c.Name)
		all[i].Replaced = slices.Contains(replaced, c.Name)
	}
	return all
}

func columnNamed(t *schema.Table, name string) *fact.Column {
	if c, ok := t.Column(name); ok {
		return &c
	}
	return nil
}

// addCounts adds the rows that statistics saw deleted from a partition.
func addCounts(a, b fact.Value[int64]) fact.Value[int64] {
	whole, knownA := a.Get()
	part, knownB := b.Get()
	switch {
	case knownA && knownB:
		return fact.Known(whole+part, fact.Observed)
	case knownA && whole > 0:
		return a
	case knownB && part > 0:
		return b
	case !knownA:
		return a
	}
	return b
}

func partitionsOf(t *schema.Table, below []*schema.Table) *fact.Partitions {
	if t.Key == nil {
		return nil
	}
	p := *t.Key
	p.Children = nil
	for _, child := range below {
		one := fact.Partition{Name: child.Name.String()}
		if child.Bound != nil {
			one = *child.Bound
			one.Name = child.Name.String()
		}
		p.Children = append(p.Children, one)
	}
	slices.SortFunc(p.Children, func(a, b fact.Partition) int {
		switch {
		case a.Name < b.Name:
			return -1
		case a.Name > b.Name:
			return 1
		}
		return 0
	})
	return &p
}

// nullKeys tells whether rows exist that hold a NULL in a column by which a
// unique index over the key tells rows apart.
func nullKeys(t *schema.Table, indexes []fact.Index, key []string) fact.Value[bool] {
	withNulls, known := t.NullColumns.Get()
	if !known {
		return fact.Unknown[bool](t.NullColumns.Reason())
	}
	for _, index := range indexes {
		if !slices.ContainsFunc(index.Columns, func(ic fact.IndexColumn) bool { return slices.Contains(key, ic.Column) }) {
			continue
		}
		for _, ic := range index.Columns {
			if slices.Contains(withNulls, ic.Column) {
				return fact.Known(true, fact.Observed)
			}
		}
	}
	return fact.Known(false, fact.Observed)
}

// triggerGuards lists the constraint triggers that look at each insert.
func triggerGuards(db *schema.Database, t *schema.Table) []fact.TriggerGuard {
	var all []fact.TriggerGuard
	for _, tr := range db.Triggers {
		if tr.Table == t.Name && tr.Constraint && tr.Enabled && slices.Contains(tr.Events, "insert") {
			all = append(all, fact.TriggerGuard{Name: tr.Name, Place: tr.Place})
		}
	}
	return all
}
