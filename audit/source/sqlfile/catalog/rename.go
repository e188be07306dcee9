package catalog

import (
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

func (r *reader) renameStatement(st *sqltree.RenameStmt) error {
	switch st.GetRenameType() {
	case sqltree.ObjectType_OBJECT_TABLE, sqltree.ObjectType_OBJECT_FOREIGN_TABLE,
		sqltree.ObjectType_OBJECT_VIEW, sqltree.ObjectType_OBJECT_MATVIEW, sqltree.ObjectType_OBJECT_INDEX:
		return r.renameRelation(st)
	case sqltree.ObjectType_OBJECT_COLUMN:
		return r.renameColumn(st)
	case sqltree.ObjectType_OBJECT_TABCONSTRAINT:
		return r.renameConstraint(st)
	case sqltree.ObjectType_OBJECT_TRIGGER, sqltree.ObjectType_OBJECT_RULE:
		return r.renameOnTable(st)
	case sqltree.ObjectType_OBJECT_FUNCTION, sqltree.ObjectType_OBJECT_PROCEDURE, sqltree.ObjectType_OBJECT_ROUTINE:
		return r.renameRoutine(st)
	case sqltree.ObjectType_OBJECT_SCHEMA:
		r.renameSchema(st.GetSubname(), st.GetNewname())
	case sqltree.ObjectType_OBJECT_TYPE, sqltree.ObjectType_OBJECT_DOMAIN:
		return r.renameType(st)
	}
	return nil
}

// renameRelation renames a table, an index or a view; ALTER TABLE is good for
// all three.
func (r *reader) renameRelation(st *sqltree.RenameStmt) error {
	old := nameOf(st.GetRelation())
	for _, full := range r.places(old) {
		to := schema.Name{Schema: full.Schema, Name: st.GetNewname()}
		if !r.taken(full) {
			continue
		}
		if r.taken(to) {
			return refused("%s exists already, so PostgreSQL refuses to give another its name", to)
		}
		r.move(full, to)
		return nil
	}
	if st.GetMissingOk() {
		return nil
	}
	return refused("no table, index or view %s is known here", old)
}

// move gives a relation another name, schema or both, and follows it in what
// refers to it by name.
func (c *Catalog) move(from, to schema.Name) {
	switch {
	case c.tables[from] != nil:
		t := c.tables[from]
		renamed(c.tables, from, to)
		t.name = to
		if from.Schema != to.Schema {
			for _, x := range t.indexes {
				c.moveIndex(x, schema.Name{Schema: to.Schema, Name: x.name.Name})
			}
		}
	case c.indexes[from] != nil:
		c.renameIndex(c.indexes[from], to.Name)
		return
	case c.views[from] != nil:
		v := c.views[from]
		renamed(c.views, from, to)
		v.name = to
	default:
		renamed(c.others, from, to)
		return
	}
	c.retarget(from, to)
}

func (c *Catalog) moveIndex(x *index, to schema.Name) {
	renamed(c.indexes, x.name, to)
	x.name = to
}

func (r *reader) renameConstraint(st *sqltree.RenameStmt) error {
	t, err := r.table(st.GetRelation())
	if err != nil {
		return err
	}
	k := t.constraint(st.GetSubname())
	if k == nil {
		return refused("%s has no constraint %s", t.name, st.GetSubname())
	}
	if k.index != nil {
		r.renameIndex(k.index, st.GetNewname())
	}
	k.name = st.GetNewname()
	return nil
}

// renameOnTable renames a trigger or a rule.
func (r *reader) renameOnTable(st *sqltree.RenameStmt) error {
	of := nameOf(st.GetRelation())
	if st.GetRenameType() == sqltree.ObjectType_OBJECT_RULE {
		if has := r.rulesOf(of); has != nil && has.find(st.GetSubname()) != nil {
			has.find(st.GetSubname()).Name = st.GetNewname()
			return nil
		}
		return refused("%s has no rule %s", of, st.GetSubname())
	}
	if t := lookup(r, r.tables, of); t != nil {
		for _, g := range t.triggers {
			if g.Name == st.GetSubname() {
				g.Name = st.GetNewname()
				return nil
			}
		}
	}
	return refused("%s has no trigger %s", of, st.GetSubname())
}

func (r *reader) renameRoutine(st *sqltree.RenameStmt) error {
	found, err := r.one(st.GetObject().GetObjectWithArgs())
	if err != nil {
		return err
	}
	return r.moveRoutine(found, schema.Name{Schema: found.Name.Schema, Name: st.GetNewname()})
}

// moveRoutine gives a routine another name or schema; triggers follow it.
func (c *Catalog) moveRoutine(found *routine, to schema.Name) error {
	for _, other := range c.routines[to] {
		if other.signature() == found.signature() {
			return refused("%s exists already, so PostgreSQL refuses to give another its name", to)
		}
	}
	from := found.Name
	c.forget(found)
	found.Name = to
	c.routines[to] = append(c.routines[to], found)
	if found.Returns != "trigger" {
		return nil
	}
	for _, t := range c.tables {
		for _, g := range t.triggers {
			if g.Function == from {
				g.Function = to
			}
		}
	}
	return nil
}

func (r *reader) renameType(st *sqltree.RenameStmt) error {
	own := lookup(r, r.types, listed(st.GetObject()))
	if own == nil {
		return idle("no type %s is known here", listed(st.GetObject()))
	}
	to := schema.Name{Schema: own.name.Schema, Name: st.GetNewname()}
	renamed(r.types, own.name, to)
	own.name = to
	return nil
}

// renameSchema moves everything that a schema holds.
func (c *Catalog) renameSchema(from, to string) {
	for _, name := range namesIn(c.tables, from) {
		c.move(name, schema.Name{Schema: to, Name: name.Name})
	}
	for _, name := range namesIn(c.views, from) {
		c.move(name, schema.Name{Schema: to, Name: name.Name})
	}
	for _, name := range namesIn(c.others, from) {
		renamed(c.others, name, schema.Name{Schema: to, Name: name.Name})
	}
	for _, name := range namesIn(c.types, from) {
		own := c.types[name]
		own.name.Schema = to
		renamed(c.types, name, own.name)
	}
	for _, name := range namesIn(c.routines, from) {
		for _, one := range append([]*routine(nil), c.routines[name]...) {
			_ = c.moveRoutine(one, schema.Name{Schema: to, Name: name.Name}) // the new schema is empty
		}
	}
}

// moveToSchema applies ALTER … SET SCHEMA.
func (r *reader) moveToSchema(st *sqltree.AlterObjectSchemaStmt) error {
	switch st.GetObjectType() {
	case sqltree.ObjectType_OBJECT_TABLE, sqltree.ObjectType_OBJECT_FOREIGN_TABLE, sqltree.ObjectType_OBJECT_VIEW,
		sqltree.ObjectType_OBJECT_MATVIEW, sqltree.ObjectType_OBJECT_SEQUENCE:
		return r.moveRelation(st)
	case sqltree.ObjectType_OBJECT_FUNCTION, sqltree.ObjectType_OBJECT_PROCEDURE, sqltree.ObjectType_OBJECT_ROUTINE:
		found, err := r.one(st.GetObject().GetObjectWithArgs())
		if err != nil {
			return err
		}
		return r.moveRoutine(found, schema.Name{Schema: st.GetNewschema(), Name: found.Name.Name})
	case sqltree.ObjectType_OBJECT_TYPE, sqltree.ObjectType_OBJECT_DOMAIN:
		own := lookup(r, r.types, listed(st.GetObject()))
		if own == nil {
			return idle("no type %s is known here", listed(st.GetObject()))
		}
		from := own.name
		own.name.Schema = st.GetNewschema()
		renamed(r.types, from, own.name)
	}
	return nil
}

func (r *reader) moveRelation(st *sqltree.AlterObjectSchemaStmt) error {
	old := nameOf(st.GetRelation())
	for _, full := range r.places(old) {
		if !r.taken(full) {
			continue
		}
		to := schema.Name{Schema: st.GetNewschema(), Name: full.Name}
		if name := r.inTheWay(full, to); name != "" {
			return refused("schema %s has %s already, so PostgreSQL refuses to move another there", to.Schema, name)
		}
		r.move(full, to)
		return nil
	}
	if st.GetMissingOk() {
		return nil
	}
	return refused("no table or view %s is known here", old)
}

// inTheWay returns the name of a relation that keeps another, or one of its
// indexes, from moving to another schema; empty when none does.
func (c *Catalog) inTheWay(from, to schema.Name) string {
	if from.Schema == to.Schema {
		return ""
	}
	if c.taken(to) {
		return to.Name
	}
	if t := c.tables[from]; t != nil {
		for _, x := range t.indexes {
			if c.taken(schema.Name{Schema: to.Schema, Name: x.name.Name}) {
				return x.name.Name
			}
		}
	}
	return ""
}
