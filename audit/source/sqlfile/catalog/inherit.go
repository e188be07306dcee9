package catalog

import (
	"slices"

	"idemaudit/audit/sqltree"
)

// inherit takes over the columns of the tables that a CREATE TABLE names
// behind INHERITS or PARTITION OF.
func (r *reader) inherit(t *table, st *sqltree.CreateStmt) error {
	for _, n := range st.GetInhRelations() {
		parent, err := r.table(n.GetRangeVar())
		if err != nil {
			return err
		}
		if st.GetPartbound() != nil && parent.key == nil {
			return refused("%s is not partitioned", parent.name)
		}
		if st.GetPartbound() == nil && (parent.key != nil || parent.bound != nil) {
			return refused("%s is partitioned or a partition, and can't be inherited from", parent.name)
		}
		t.parents = append(t.parents, parent)
		inheritColumns(t, parent)
	}
	if spec := st.GetPartbound(); spec != nil && len(t.parents) == 1 {
		t.bound = r.partitionBound(t.parents[0], spec)
	}
	return nil
}

func inheritColumns(t, parent *table) {
	for _, c := range parent.columns {
		own := t.column(c.name)
		if own == nil {
			copied := *c
			copied.local = false
			own = &copied
			own.identity = c.identity && t.bound != nil
			t.columns = append(t.columns, own)
		}
		own.inherited = true
		own.notNull = own.notNull || c.notNull
	}
}

// matches refuses a table below another whose columns it has not all, with
// their types and NOT NULL.
func (t *table) matches(parent *table) error {
	for _, c := range parent.columns {
		own := t.column(c.name)
		switch {
		case own == nil:
			return refused("%s lacks column %s of %s", t.name, c.name, parent.name)
		case own.fact().Type != c.fact().Type:
			return refused("column %s of %s has another type than that of %s", c.name, t.name, parent.name)
		case c.notNull && !own.notNull:
			return refused("column %s of %s must be NOT NULL as that of %s is", c.name, t.name, parent.name)
		}
	}
	return nil
}

// disinherit ends the tie between a table and one of its parents. What was
// inherited stays with the table as its own.
func (c *Catalog) disinherit(parent, child *table) {
	parent.children = without(parent.children, child)
	child.parents = without(child.parents, parent)
	child.bound = nil
	for _, own := range child.columns {
		if !slices.ContainsFunc(child.parents, func(p *table) bool { return p.column(own.name) != nil }) {
			own.inherited, own.local = false, true
		}
	}
	for _, x := range child.indexes {
		if x.parent != nil && x.parent.table == parent {
			x.parent.children = without(x.parent.children, x)
			x.parent = nil
		}
	}
}

// like takes over the columns of another table, and returns the indexes that
// are to be taken over too.
func (r *reader) like(t *table, clause *sqltree.TableLikeClause) ([]pending, error) {
	source, err := r.table(clause.GetRelation())
	if err != nil {
		return nil, err
	}
	options := clause.GetOptions()
	for _, c := range source.columns {
		if t.column(c.name) != nil {
			return nil, refused("column %s is written twice", c.name)
		}
		copied := *c
		copied.inherited, copied.local = false, true
		if c.generated && options&sqltree.LikeGenerated == 0 {
			copied.def, copied.generated = "", false
		}
		if !c.generated && options&sqltree.LikeDefaults == 0 {
			copied.def = ""
		}
		copied.identity = c.identity && options&sqltree.LikeIdentity != 0
		t.columns = append(t.columns, &copied)
	}
	if options&sqltree.LikeIndexes == 0 {
		return nil, nil
	}
	var indexes []pending
	for _, x := range source.indexes {
		indexes = append(indexes, pending{like: x})
	}
	return indexes, nil
}
