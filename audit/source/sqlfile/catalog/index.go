package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/definition"
	"idemaudit/audit/sqltree"
)

// index is an index of a table, unique or not: others must be known for their
// names.
type index struct {
	name             schema.Name
	chosen           bool // the name was not written but chosen
	place            fact.Place
	table            *table
	columns          []fact.IndexColumn
	columnNames      []string // what a name for it is made of, included columns last
	included         []string
	predicate        string
	unique           bool
	primary          bool
	constrains       bool // it belongs to a constraint
	deferrable       bool
	nullsNotDistinct bool
	// invalid is set while it holds for a part of its table only: made for a
	// partitioned table alone, it becomes valid when the last partition
	// attaches an index of its own.
	invalid  bool
	parent   *index
	children []*index
}

func (x *index) addColumn(name string) {
	x.columns = append(x.columns, fact.IndexColumn{Column: name})
	x.columnNames = append(x.columnNames, name)
}

func (x *index) include(name string) {
	x.included = append(x.included, name)
	x.columnNames = append(x.columnNames, name)
}

// validate makes an index valid that every partition has attached a valid one
// to, and then those it is attached to itself.
func (x *index) validate() {
	for _, child := range x.table.children {
		if !slices.ContainsFunc(x.children, func(own *index) bool { return own.table == child && !own.invalid }) {
			return
		}
	}
	x.invalid = false
	if x.parent != nil && x.parent.invalid {
		x.parent.validate()
	}
}

// plainColumns returns the columns of an index over no expressions.
func (x *index) plainColumns() []string {
	var names []string
	for _, c := range x.columns {
		names = append(names, c.Column)
	}
	return names
}

// uses reports whether the index reads a column, be it only to decide which
// rows it holds.
func (x *index) uses(name string) bool {
	return slices.Contains(x.included, name) || slices.Contains(definition.Columns(x.predicate), name) ||
		slices.ContainsFunc(x.columns, func(c fact.IndexColumn) bool {
			return c.Column == name || slices.Contains(c.Uses, name)
		})
}

func isExpression(c fact.IndexColumn) bool { return c.Column == "" }

func (r *reader) createIndexStatement(st *sqltree.IndexStmt) error {
	t, err := r.table(st.GetRelation())
	if err != nil {
		if lookup(r, r.views, nameOf(st.GetRelation())) != nil {
			return nil // an index of a materialized view
		}
		return err
	}
	name := schema.Name{Schema: t.name.Schema, Name: st.GetIdxname()}
	if name.Name != "" && r.taken(name) {
		if st.GetIfNotExists() {
			return nil
		}
		return idle("%s exists already, so PostgreSQL refuses to create it again", name)
	}
	if err := r.checkIndexed(t, st.GetWhereClause()); err != nil {
		return err
	}
	x := &index{
		name: name, place: r.place(0), unique: st.GetUnique(), nullsNotDistinct: st.GetNullsNotDistinct(),
		predicate: expressionText(st.GetWhereClause()),
	}
	for _, n := range st.GetIndexParams() {
		if err := r.addElement(t, x, n.GetIndexElem()); err != nil {
			return err
		}
	}
	for _, n := range st.GetIndexIncludingParams() {
		x.include(n.GetIndexElem().GetName())
	}
	return r.createIndex(t, x, st.GetRelation())
}

func (r *reader) addElement(t *table, x *index, e *sqltree.IndexElem) error {
	if e.GetExpr() == nil {
		if t.column(e.GetName()) == nil {
			return refused("%s has no column %s", t.name, e.GetName())
		}
		x.addColumn(e.GetName())
		return nil
	}
	if err := r.checkIndexed(t, e.GetExpr()); err != nil {
		return err
	}
	x.columns = append(x.columns, definition.IndexExpression(expressionText(e.GetExpr())))
	x.columnNames = append(x.columnNames, elementName(e))
	return nil
}

// checkIndexed refuses an expression or a condition that PostgreSQL takes for
// no index.
func (r *reader) checkIndexed(t *table, n *sqltree.Node) error {
	for _, name := range columnsRead(n) {
		if t.column(name) == nil && name != t.name.Name {
			return refused("%s has no column %s", t.name, name)
		}
	}
	if what := r.changing(t, n); what != "" {
		return refused("PostgreSQL refuses an index that uses %s, which does not always give the same result", what)
	}
	return nil
}

// elementName is what an element of an index contributes to a chosen name.
func elementName(e *sqltree.IndexElem) string {
	if e.GetExpr() == nil {
		return e.GetName()
	}
	if name := columnName(e.GetExpr()); name != "" {
		return name
	}
	return "expr"
}

// createIndex adds an index to a table and, unless the statement says ONLY,
// its like to every partition.
func (r *reader) createIndex(t *table, x *index, rv *sqltree.RangeVar) error {
	x.columnNames = distinctNames(x.columnNames)
	if x.name.Name == "" {
		x.name, x.chosen = r.indexName(t, x), true
	}
	if r.taken(x.name) {
		return idle("%s exists already, so PostgreSQL refuses to create it again", x.name)
	}
	if err := t.checkUnique(x); err != nil {
		return err
	}
	r.addIndex(t, x)
	if x.primary {
		for _, c := range x.columns {
			setNotNull(t, c.Column, rv)
		}
	}
	if t.key == nil {
		return nil
	}
	if rv != nil && !rv.GetInh() {
		x.invalid = len(t.children) > 0
		return nil
	}
	r.spread(x, t, x.place)
	return nil
}

func (r *reader) addIndex(t *table, x *index) {
	x.table = t
	t.indexes = append(t.indexes, x)
	r.indexes[x.name] = x
	if x.constrains {
		t.constraints = append(t.constraints, &constraint{name: x.name.Name, index: x})
	}
}

// indexName chooses a name as PostgreSQL does.
func (r *reader) indexName(t *table, x *index) schema.Name {
	switch {
	case x.primary:
		return r.relationName(t.name, "", "pkey", t)
	case x.constrains:
		return r.relationName(t.name, joinedColumns(x.columnNames), "key", t)
	}
	return r.relationName(t.name, joinedColumns(x.columnNames), "idx", nil)
}

// sameIndex returns the index among some that another would double.
func sameIndex(some []*index, x *index) *index {
	for _, other := range some {
		if other.unique == x.unique && other.deferrable == x.deferrable && other.nullsNotDistinct == x.nullsNotDistinct &&
			other.predicate == x.predicate && slices.Equal(other.included, x.included) &&
			slices.EqualFunc(other.columns, x.columns, sameColumn) {
			return other
		}
	}
	return nil
}

func sameColumn(a, b fact.IndexColumn) bool {
	return a.Column == b.Column && a.Expression == b.Expression
}

func (c *Catalog) renameIndex(x *index, to string) {
	name := schema.Name{Schema: x.name.Schema, Name: to}
	renamed(c.indexes, x.name, name)
	for _, k := range x.table.constraints {
		if k.index == x {
			k.name = to
		}
	}
	x.name, x.chosen = name, false
}

// dropIndex takes an index away with its constraint and those of partitions
// that belong to it.
func (c *Catalog) dropIndex(x *index) {
	for len(x.children) > 0 {
		c.dropIndex(x.children[0])
	}
	if x.parent != nil {
		x.parent.children = without(x.parent.children, x)
	}
	x.table.indexes = without(x.table.indexes, x)
	x.table.constraints = slices.DeleteFunc(x.table.constraints, func(k *constraint) bool { return k.index == x })
	delete(c.indexes, x.name)
}
