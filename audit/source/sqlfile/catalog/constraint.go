package catalog

import (
	"slices"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// constraint is a constraint of a table, under the name it can be dropped by.
type constraint struct {
	name    string
	columns []string    // of a NOT NULL or a CHECK
	notNull bool        // it is a NOT NULL
	index   *index      // of a primary key, unique or exclusion constraint
	foreign *foreignKey // of a foreign key
}

// addConstraints adds those that were written with a table or a column, in
// the order in which PostgreSQL does: the primary key's index before the
// others, foreign keys and what LIKE takes over last.
func (r *reader) addConstraints(t *table, waiting []pending, rv *sqltree.RangeVar) error {
	known := len(t.indexes)
	for _, stage := range []func(pending) bool{
		isType(sqltree.ConstrType_CONSTR_NOTNULL, sqltree.ConstrType_CONSTR_CHECK),
		isType(sqltree.ConstrType_CONSTR_PRIMARY),
		isType(sqltree.ConstrType_CONSTR_UNIQUE, sqltree.ConstrType_CONSTR_EXCLUSION),
		isType(sqltree.ConstrType_CONSTR_FOREIGN),
		func(p pending) bool { return p.like != nil },
	} {
		for _, p := range waiting {
			if !stage(p) {
				continue
			}
			p.known = known
			if err := r.addConstraint(t, p, rv); err != nil {
				return err
			}
		}
	}
	return nil
}

func isType(types ...sqltree.ConstrType) func(pending) bool {
	return func(p pending) bool { return p.constraint != nil && slices.Contains(types, p.constraint.GetContype()) }
}

func (r *reader) addConstraint(t *table, p pending, rv *sqltree.RangeVar) error {
	if p.like != nil {
		r.cloneIndex(p.like, t, r.place(0))
		return nil
	}
	con, at := p.constraint, p.column
	if name := con.GetConname(); name != "" && t.constraint(name) != nil {
		return idle("%s has a constraint %s already", t.name, name)
	}
	switch con.GetContype() {
	case sqltree.ConstrType_CONSTR_NOTNULL:
		return r.addNotNull(t, con, at, rv)
	case sqltree.ConstrType_CONSTR_CHECK:
		r.addCheck(t, con, at)
	case sqltree.ConstrType_CONSTR_PRIMARY, sqltree.ConstrType_CONSTR_UNIQUE:
		return r.addUnique(t, p, rv)
	case sqltree.ConstrType_CONSTR_EXCLUSION:
		r.addExclusion(t, con)
	case sqltree.ConstrType_CONSTR_FOREIGN:
		return r.addForeignKey(t, con, at)
	}
	return nil
}

// columnsOf returns the names a constraint lists, or the column it was
// written at.
func columnsOf(keys []*sqltree.Node, at *column) []string {
	if len(keys) == 0 && at != nil {
		return []string{at.name}
	}
	return texts(keys)
}

func (r *reader) addNotNull(t *table, con *sqltree.Constraint, at *column, rv *sqltree.RangeVar) error {
	for _, name := range columnsOf(con.GetKeys(), at) {
		c := t.column(name)
		if c == nil {
			return refused("%s has no column %s", t.name, name)
		}
		if t.notNullConstraint(name) == nil {
			chosen := con.GetConname()
			if chosen == "" {
				chosen = t.constraintName(name, "not_null")
			}
			t.constraints = append(t.constraints, &constraint{name: chosen, columns: []string{name}, notNull: true})
		}
		setNotNull(t, name, rv)
	}
	return nil
}

func (t *table) notNullConstraint(column string) *constraint {
	for _, k := range t.constraints {
		if k.notNull && k.columns[0] == column {
			return k
		}
	}
	return nil
}

// setNotNull marks a column of a table and, unless ONLY is said, of those
// below it.
func setNotNull(t *table, name string, rv *sqltree.RangeVar) {
	for _, one := range t.family(rv) {
		if c := one.column(name); c != nil {
			c.notNull = true
		}
	}
}

// addCheck keeps a CHECK by name only: it refuses rows, but no second one.
func (r *reader) addCheck(t *table, con *sqltree.Constraint, at *column) {
	name := con.GetConname()
	if name == "" {
		read := columnsRead(con.GetRawExpr())
		second := ""
		if len(read) == 1 {
			second = read[0]
		}
		name = t.constraintName(second, "check")
	}
	t.constraints = append(t.constraints, &constraint{name: name})
}

// addExclusion keeps an exclusion constraint by name only: its index is no
// unique one.
func (r *reader) addExclusion(t *table, con *sqltree.Constraint) {
	var names []string
	for _, n := range con.GetExclusions() {
		names = append(names, elementName(n.GetList().GetItems()[0].GetIndexElem()))
	}
	name := con.GetConname()
	if name == "" {
		name = r.relationName(t.name, joinedColumns(distinctNames(names)), "excl", t).Name
	}
	t.constraints = append(t.constraints, &constraint{name: name})
}

// columnsRead returns the columns that an expression names, each once.
func columnsRead(n *sqltree.Node) []string {
	var names []string
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if ref := n.GetColumnRef(); ref != nil {
			if name, strength := lastField(ref.GetFields()); strength > 0 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// addUnique adds a primary key or a unique constraint with its index, or takes
// an index that is there.
func (r *reader) addUnique(t *table, p pending, rv *sqltree.RangeVar) error {
	con := p.constraint
	primary := con.GetContype() == sqltree.ConstrType_CONSTR_PRIMARY
	if primary && t.primaryKey() != nil {
		return refused("%s has a primary key already", t.name)
	}
	if con.GetIndexname() != "" {
		return r.constraintUsingIndex(t, con, rv)
	}
	x := &index{
		place: r.place(int(con.GetLocation())), unique: true, primary: primary, constrains: true,
		deferrable: con.GetDeferrable() || con.GetInitdeferred(), nullsNotDistinct: con.GetNullsNotDistinct(),
	}
	for _, name := range columnsOf(con.GetKeys(), p.column) {
		if t.column(name) == nil {
			return refused("%s has no column %s", t.name, name)
		}
		x.addColumn(name)
	}
	for _, name := range texts(con.GetIncluding()) {
		x.include(name)
	}
	if same := sameIndex(t.indexes[p.known:], x); same != nil {
		// PostgreSQL makes one of two alike that a statement writes.
		if same.chosen && con.GetConname() != "" {
			r.renameIndex(same, con.GetConname())
		}
		return nil
	}
	x.name = schema.Name{Schema: t.name.Schema, Name: con.GetConname()}
	return r.createIndex(t, x, rv)
}

func (t *table) primaryKey() *index {
	for _, x := range t.indexes {
		if x.primary {
			return x
		}
	}
	return nil
}

func (r *reader) constraintUsingIndex(t *table, con *sqltree.Constraint, rv *sqltree.RangeVar) error {
	x := r.indexes[schema.Name{Schema: t.name.Schema, Name: con.GetIndexname()}]
	switch {
	case x == nil || x.table != t:
		return refused("no index %s of %s is known here", con.GetIndexname(), t.name)
	case x.constrains:
		return refused("index %s belongs to a constraint already", x.name)
	case !x.unique || x.predicate != "" || slices.ContainsFunc(x.columns, isExpression):
		return refused("index %s can't make a constraint: it is not unique over columns of every row", x.name)
	}
	if name := con.GetConname(); name != "" {
		r.renameIndex(x, name)
	}
	x.constrains, x.deferrable = true, con.GetDeferrable() || con.GetInitdeferred()
	x.primary = con.GetContype() == sqltree.ConstrType_CONSTR_PRIMARY
	if x.primary {
		for _, c := range x.columns {
			setNotNull(t, c.Column, rv)
		}
	}
	t.constraints = append(t.constraints, &constraint{name: x.name.Name, index: x})
	return nil
}
