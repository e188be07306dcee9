package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// table is a table as it stands now.
type table struct {
	name        schema.Name
	place       fact.Place
	kind        schema.TableKind
	persistence fact.Persistence
	comment     string
	columns     []*column
	constraints []*constraint
	indexes     []*index // all, not only the unique ones
	triggers    []*trigger
	parents     []*table
	children    []*table
	bound       *fact.Partition  // set for a partition
	key         *fact.Partitions // set for a partitioned table
	rules
	policies
}

func (t *table) column(name string) *column {
	for _, c := range t.columns {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (t *table) constraint(name string) *constraint {
	for _, c := range t.constraints {
		if c.name == name {
			return c
		}
	}
	return nil
}

// family returns t and, unless the statement says ONLY, every table below it.
func (t *table) family(rv *sqltree.RangeVar) []*table {
	all := []*table{t}
	if rv != nil && !rv.GetInh() {
		return all
	}
	for i := 0; i < len(all); i++ {
		for _, child := range all[i].children {
			if !slices.Contains(all, child) {
				all = append(all, child)
			}
		}
	}
	return all
}

// createTable makes a table, or none at all: PostgreSQL refuses the whole
// statement for any part of it.
func (r *reader) createTable(st *sqltree.CreateStmt, kind schema.TableKind) error {
	t, err := r.newTable(st.GetRelation(), kind, st.GetIfNotExists())
	if t == nil {
		return err
	}
	waiting, err := r.define(t, st)
	if err != nil {
		return err
	}
	r.tables[t.name] = t
	for _, parent := range t.parents {
		parent.children = append(parent.children, t)
	}
	if t.bound != nil {
		r.cloneIndexes(t.parents[0], t, r.place(0))
	}
	if err := r.addConstraints(t, waiting, st.GetRelation()); err != nil {
		r.drop(t)
		return err
	}
	return nil
}

// define reads the columns of a table and how it is cut, and returns the
// constraints that wait until it is there.
func (r *reader) define(t *table, st *sqltree.CreateStmt) ([]pending, error) {
	if err := r.inherit(t, st); err != nil {
		return nil, err
	}
	if of := st.GetOfTypename(); of != nil {
		r.takeColumns(t, of)
	}
	waiting, err := r.elements(t, st.GetTableElts())
	if err != nil {
		return nil, err
	}
	if err := r.checkGenerated(t); err != nil {
		return nil, err
	}
	if spec := st.GetPartspec(); spec != nil {
		t.kind, t.key = schema.Partitioned, partitionKey(spec)
		if err := t.checkKey(); err != nil {
			return nil, err
		}
	}
	if t.bound != nil {
		return waiting, t.parents[0].admits(t, st.GetPartbound())
	}
	return waiting, nil
}

// takeColumns gives a table the columns of a composite type. What is written
// of them adds to them.
func (r *reader) takeColumns(t *table, of *sqltree.TypeName) {
	_, own := r.typeText(of)
	if own == nil {
		return
	}
	t.columns = copyColumns(own.columns)
	for _, c := range t.columns {
		c.local = false
	}
}

// newTable begins a table; it returns nil without an error when there is one
// and the statement allows for that.
func (r *reader) newTable(rv *sqltree.RangeVar, kind schema.TableKind, ifNotExists bool) (*table, error) {
	t := &table{kind: kind, persistence: persistence(rv), place: r.place(0)}
	name := nameOf(rv)
	if t.persistence == fact.Temporary {
		name.Schema = temporarySchema
	}
	full, err := r.creation(name)
	if err != nil {
		return nil, err
	}
	if r.taken(full) {
		if ifNotExists {
			return nil, nil
		}
		return nil, idle("%s exists already, so PostgreSQL refuses to create it again", full)
	}
	t.name = full
	return t, nil
}

func persistence(rv *sqltree.RangeVar) fact.Persistence {
	switch rv.GetRelpersistence() {
	case "u":
		return fact.Unlogged
	case "t":
		return fact.Temporary
	}
	return fact.Permanent
}

// pending is a constraint that waits until all columns are there.
type pending struct {
	constraint *sqltree.Constraint
	column     *column // the column it was written at, nil for one of the table
	like       *index  // an index that LIKE takes over
	known      int     // how many indexes the table had before the statement
}

// elements reads the columns of a CREATE TABLE and collects its constraints.
func (r *reader) elements(t *table, elements []*sqltree.Node) ([]pending, error) {
	var waiting []pending
	for _, n := range elements {
		switch e := n.GetNode().(type) {
		case *sqltree.Node_ColumnDef:
			constraints, err := r.addColumn(t, e.ColumnDef)
			if err != nil {
				return nil, err
			}
			waiting = append(waiting, constraints...)
		case *sqltree.Node_TableLikeClause:
			indexes, err := r.like(t, e.TableLikeClause)
			if err != nil {
				return nil, err
			}
			waiting = append(waiting, indexes...)
		case *sqltree.Node_Constraint:
			waiting = append(waiting, pending{constraint: e.Constraint})
		}
	}
	return waiting, nil
}

// drop takes a table away with everything that hangs on it.
func (c *Catalog) drop(t *table) {
	for len(t.children) > 0 {
		if child := t.children[0]; child.bound != nil {
			c.drop(child)
		} else {
			c.disinherit(t, child)
		}
	}
	for _, parent := range slices.Clone(t.parents) {
		c.disinherit(parent, t)
	}
	for len(t.indexes) > 0 {
		c.dropIndex(t.indexes[0])
	}
	for _, other := range c.tables {
		other.constraints = slices.DeleteFunc(other.constraints, func(k *constraint) bool {
			return k.foreign != nil && k.foreign.references == t
		})
	}
	delete(c.tables, t.name)
}
