package catalog

import (
	"slices"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// dropStatement drops objects, all or, where one is not there, none.
func (r *reader) dropStatement(st *sqltree.DropStmt) error {
	if len(st.GetObjects()) > 1 && !st.GetMissingOk() {
		for _, n := range st.GetObjects() {
			if !r.exists(st.GetRemoveType(), n) {
				return refused("one of these is not known here, so PostgreSQL drops none of them")
			}
		}
	}
	for _, n := range st.GetObjects() {
		if err := r.dropObject(st, n); err != nil {
			return err
		}
	}
	return nil
}

// exists reports whether what a DROP names is there; kinds that are not kept
// here count as there.
func (r *reader) exists(kind sqltree.ObjectType, n *sqltree.Node) bool {
	switch kind {
	case sqltree.ObjectType_OBJECT_TABLE, sqltree.ObjectType_OBJECT_FOREIGN_TABLE:
		return lookup(r, r.tables, listed(n)) != nil
	case sqltree.ObjectType_OBJECT_INDEX:
		return lookup(r, r.indexes, listed(n)) != nil
	case sqltree.ObjectType_OBJECT_VIEW, sqltree.ObjectType_OBJECT_MATVIEW:
		return lookup(r, r.views, listed(n)) != nil
	case sqltree.ObjectType_OBJECT_FUNCTION, sqltree.ObjectType_OBJECT_PROCEDURE, sqltree.ObjectType_OBJECT_ROUTINE:
		return len(r.overloads(n.GetObjectWithArgs())) > 0
	}
	return true
}

func (r *reader) dropObject(st *sqltree.DropStmt, n *sqltree.Node) error {
	switch st.GetRemoveType() {
	case sqltree.ObjectType_OBJECT_TABLE, sqltree.ObjectType_OBJECT_FOREIGN_TABLE:
		return r.dropTable(st, listed(n))
	case sqltree.ObjectType_OBJECT_INDEX:
		return r.dropIndexStatement(st, listed(n))
	case sqltree.ObjectType_OBJECT_VIEW, sqltree.ObjectType_OBJECT_MATVIEW:
		return r.dropView(st, listed(n))
	case sqltree.ObjectType_OBJECT_FUNCTION, sqltree.ObjectType_OBJECT_PROCEDURE, sqltree.ObjectType_OBJECT_ROUTINE:
		return r.dropRoutine(st, n.GetObjectWithArgs())
	case sqltree.ObjectType_OBJECT_EVENT_TRIGGER:
		return r.dropEventTrigger(st, n.GetString_().GetSval())
	case sqltree.ObjectType_OBJECT_TRIGGER, sqltree.ObjectType_OBJECT_RULE, sqltree.ObjectType_OBJECT_POLICY:
		return r.dropFromTable(st, n)
	case sqltree.ObjectType_OBJECT_SCHEMA:
		return r.dropSchema(st, n.GetString_().GetSval())
	case sqltree.ObjectType_OBJECT_TYPE, sqltree.ObjectType_OBJECT_DOMAIN:
		return r.dropType(st, listed(n))
	case sqltree.ObjectType_OBJECT_EXTENSION:
		r.dropExtension(n.GetString_().GetSval())
	case sqltree.ObjectType_OBJECT_SEQUENCE:
		for _, full := range r.places(listed(n)) {
			delete(r.others, full)
		}
	}
	return nil
}

// missing is the answer to a name that is not there.
func missing(st *sqltree.DropStmt, what string, name schema.Name) error {
	if st.GetMissingOk() {
		return nil
	}
	return idle("no %s %s is known here, so there is nothing to drop", what, name)
}

func (r *reader) dropTable(st *sqltree.DropStmt, name schema.Name) error {
	t := lookup(r, r.tables, name)
	if t == nil && len(st.GetObjects()) > 1 {
		return nil // it went with another of these
	}
	if t == nil {
		return missing(st, "table", name)
	}
	inDrop := func(other *table) bool {
		return slices.ContainsFunc(st.GetObjects(), func(n *sqltree.Node) bool { return lookup(r, r.tables, listed(n)) == other })
	}
	if st.GetBehavior() != sqltree.DropBehavior_DROP_CASCADE {
		for _, child := range t.children {
			if child.bound == nil && !inDrop(child) {
				return refused("%s inherits from %s, and CASCADE is not said", child.name, t.name)
			}
		}
	}
	behavior := st.GetBehavior()
	if len(st.GetObjects()) > 1 {
		// Tables that refer to each other may go together.
		behavior = sqltree.DropBehavior_DROP_CASCADE
	}
	if err := r.releaseReferences(t, behavior, func(*foreignKey) bool { return true }); err != nil {
		return err
	}
	if st.GetBehavior() == sqltree.DropBehavior_DROP_CASCADE {
		for _, child := range slices.Clone(t.children) {
			r.drop(child)
		}
	}
	r.drop(t)
	return nil
}

func (r *reader) dropIndexStatement(st *sqltree.DropStmt, name schema.Name) error {
	x := lookup(r, r.indexes, name)
	switch {
	case x == nil:
		return missing(st, "index", name)
	case x.constrains:
		return refused("index %s belongs to a constraint of %s and can't be dropped without it", x.name, x.table.name)
	case x.parent != nil:
		return refused("index %s belongs to index %s and can't be dropped without it", x.name, x.parent.name)
	}
	r.dropIndex(x)
	return nil
}

func (r *reader) dropView(st *sqltree.DropStmt, name schema.Name) error {
	v := lookup(r, r.views, name)
	if v == nil {
		return missing(st, "view", name)
	}
	delete(r.views, v.name)
	return nil
}

// dropFromTable drops a trigger, a rule or a policy.
func (r *reader) dropFromTable(st *sqltree.DropStmt, n *sqltree.Node) error {
	parts := n.GetList().GetItems()
	of, name := qualified(parts[:max(len(parts)-1, 0)]), texts(parts)[len(parts)-1]
	t := lookup(r, r.tables, of)
	if t == nil {
		if v := lookup(r, r.views, of); v != nil {
			v.dropRule(name)
			return nil
		}
		return missing(st, "table", of)
	}
	gone := false
	switch st.GetRemoveType() {
	case sqltree.ObjectType_OBJECT_RULE:
		gone = t.dropRule(name)
	case sqltree.ObjectType_OBJECT_POLICY:
		gone = t.dropPolicy(name)
	default:
		gone = t.dropTrigger(name)
	}
	if !gone && !st.GetMissingOk() {
		return refused("%s has no %s, so there is nothing to drop", t.name, name)
	}
	return nil
}

func (r *reader) dropSchema(st *sqltree.DropStmt, name string) error {
	if st.GetBehavior() != sqltree.DropBehavior_DROP_CASCADE {
		if r.holdsAnything(name) {
			return refused("schema %s is not empty, and CASCADE is not said", name)
		}
		return nil
	}
	for full, t := range r.tables {
		if full.Schema == name {
			r.drop(t)
		}
	}
	deleteIn(r.views, name)
	deleteIn(r.routines, name)
	deleteIn(r.types, name)
	deleteIn(r.others, name)
	return nil
}

func (c *Catalog) holdsAnything(name string) bool {
	return hasIn(c.tables, name) || hasIn(c.views, name) || hasIn(c.routines, name) || hasIn(c.types, name)
}

func hasIn[T any](all map[schema.Name]T, in string) bool {
	for name := range all {
		if name.Schema == in {
			return true
		}
	}
	return false
}

func deleteIn[T any](all map[schema.Name]T, in string) {
	for name := range all {
		if name.Schema == in {
			delete(all, name)
		}
	}
}

// dropType drops a type, and under CASCADE the columns of it.
func (r *reader) dropType(st *sqltree.DropStmt, name schema.Name) error {
	own := lookup(r, r.types, name)
	if own == nil {
		return missing(st, "type", name)
	}
	for _, t := range r.tables {
		for _, c := range slices.Clone(t.columns) {
			if c.of != own {
				continue
			}
			if st.GetBehavior() != sqltree.DropBehavior_DROP_CASCADE {
				return refused("a column is of type %s, and CASCADE is not said", own.name)
			}
			r.removeColumn(t, c)
		}
	}
	delete(r.types, own.name)
	return nil
}

// dropExtension forgets what schedulers kept in tables of their own.
func (r *reader) dropExtension(name string) {
	switch name {
	case "pg_cron":
		r.jobs = nil
	case "pg_partman":
		r.partman = nil
	}
}
