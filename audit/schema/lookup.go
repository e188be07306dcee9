package schema

import (
	"slices"
	"strings"
)

// Table returns the table that a name means. Without a schema it is looked up
// along path, or along the database's own search path when path is nil.
func (d *Database) Table(name Name, path []string) *Table {
	return find(d.Tables, name, d.path(path), func(t *Table) Name { return t.Name })
}

// View returns the view that a name means, as Table does for tables.
func (d *Database) View(name Name, path []string) *View {
	return find(d.Views, name, d.path(path), func(v *View) Name { return v.Name })
}

// RoutinesNamed returns the overloads that a name may mean: those of the first
// schema on the path that has any.
func (d *Database) RoutinesNamed(name Name, path []string) []*Routine {
	in := func(schema string) []*Routine {
		var found []*Routine
		for _, r := range d.Routines {
			if r.Name == (Name{schema, name.Name}) {
				found = append(found, r)
			}
		}
		return found
	}
	if name.Schema != "" {
		return in(name.Schema)
	}
	for _, schema := range d.path(path) {
		if found := in(schema); len(found) > 0 {
			return found
		}
	}
	return nil
}

// Partitions returns every table below t, at any depth: its partitions and
// those that inherit from it.
func (d *Database) Partitions(t *Table) []*Table {
	var below []*Table
	seen := map[Name]bool{t.Name: true}
	for grew := true; grew; {
		grew = false
		for _, c := range d.Tables {
			if !seen[c.Name] && slices.ContainsFunc(c.Parents, func(p Name) bool { return seen[p] }) {
				seen[c.Name] = true
				below = append(below, c)
				grew = true
			}
		}
	}
	return below
}

// Roots returns the tables at the top of t's partition tree: t itself when it
// is no partition.
func (d *Database) Roots(t *Table) []*Table {
	seen := map[Name]bool{}
	var roots []*Table
	var climb func(*Table)
	climb = func(t *Table) {
		if t == nil || seen[t.Name] {
			return
		}
		seen[t.Name] = true
		if len(t.Parents) == 0 {
			roots = append(roots, t)
		}
		for _, p := range t.Parents {
			climb(d.Table(p, nil))
		}
	}
	climb(t)
	return roots
}

func (d *Database) path(own []string) []string {
	if own != nil {
		return own
	}
	if d.SearchPath != nil {
		return d.SearchPath
	}
	return []string{"public"}
}

func find[T any](all []*T, name Name, path []string, nameOf func(*T) Name) *T {
	if name.Schema != "" {
		path = []string{name.Schema}
	}
	for _, schema := range path {
		for _, one := range all {
			if nameOf(one) == (Name{schema, name.Name}) {
				return one
			}
		}
	}
	return nil
}

// SplitName reads "schema.table" as the command line and the configuration
// write it, with quotes where a part holds a dot.
func SplitName(text string) Name {
	var parts []string
	var part strings.Builder
	quoted := false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case r == '.' && !quoted && len(parts) == 0:
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteRune(r)
		}
	}
	parts = append(parts, part.String())
	if len(parts) == 1 {
		return Name{Name: parts[0]}
	}
	return Name{Schema: parts[0], Name: parts[1]}
}
