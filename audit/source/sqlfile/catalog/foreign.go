package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// foreignKey is what a foreign key refers to. The table may be one that no
// script makes, such as those of a platform; it is known by name only then.
type foreignKey struct {
	columns    []string
	references *table
	name       schema.Name // of the table, where references is nil
	refColumns []string
	onDelete   string
	onUpdate   string
	place      fact.Place
}

func (r *reader) addForeignKey(t *table, con *sqltree.Constraint, at *column) error {
	f := &foreignKey{
		columns: columnsOf(con.GetFkAttrs(), at), refColumns: texts(con.GetPkAttrs()),
		onDelete: action(con.GetFkDelAction()), onUpdate: action(con.GetFkUpdAction()),
		place: r.place(int(con.GetLocation())),
	}
	for _, name := range f.columns {
		if t.column(name) == nil {
			return refused("%s has no column %s", t.name, name)
		}
	}
	f.name = nameOf(con.GetPktable())
	f.references = lookup(r, r.tables, f.name)
	if f.references == nil {
		f.name = r.presumed(f.name)
	} else if err := f.resolve(); err != nil {
		return err
	}
	name := con.GetConname()
	if name == "" {
		name = t.constraintName(joinedColumns(f.columns), "fkey")
	}
	k := &constraint{name: name, foreign: f}
	if !con.GetIsEnforced() {
		k.foreign = nil // it acts on no row
	}
	t.constraints = append(t.constraints, k)
	return nil
}

// resolve finds the columns that a key refers to when only the table is named,
// and refuses columns that no unique index is over.
func (f *foreignKey) resolve() error {
	primary := f.references.primaryKey()
	if len(f.refColumns) == 0 {
		if primary == nil {
			return refused("%s has no primary key to refer to", f.references.name)
		}
		f.refColumns = primary.plainColumns()
	}
	same := func(x *index) bool {
		names := slices.Sorted(slices.Values(x.plainColumns()))
		return x.unique && !x.deferrable && x.predicate == "" && slices.Equal(names, slices.Sorted(slices.Values(f.refColumns)))
	}
	if len(f.columns) != len(f.refColumns) || !slices.ContainsFunc(f.references.indexes, same) {
		return refused("PostgreSQL refuses a foreign key to columns of %s that no unique index is over", f.references.name)
	}
	return nil
}

// presumed is the full name of a table that no script makes.
func (r *reader) presumed(name schema.Name) schema.Name {
	if full, err := r.creation(name); err == nil {
		return full
	}
	return name
}

func action(letter string) string {
	switch letter {
	case "r":
		return "restrict"
	case "c":
		return "cascade"
	case "n":
		return "set null"
	case "d":
		return "set default"
	}
	return "no action"
}

// releaseReferences makes way for dropping what foreign keys of other tables
// need: it drops those under CASCADE, and refuses otherwise.
func (r *reader) releaseReferences(t *table, behavior sqltree.DropBehavior, needs func(*foreignKey) bool) error {
	depends := func(k *constraint) bool { return k.foreign != nil && k.foreign.references == t && needs(k.foreign) }
	var first *table
	for _, other := range r.tables {
		if other != t && slices.ContainsFunc(other.constraints, depends) && (first == nil || compareNames(other.name, first.name) < 0) {
			first = other
		}
	}
	if first == nil {
		return nil
	}
	if behavior != sqltree.DropBehavior_DROP_CASCADE {
		return refused("a foreign key of %s refers to %s, and CASCADE is not said", first.name, t.name)
	}
	for _, other := range r.tables {
		other.constraints = slices.DeleteFunc(other.constraints, depends)
	}
	return nil
}
