package catalog

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// view is a view or a materialized view.
type view struct {
	name         schema.Name
	place        fact.Place
	query        string
	materialized bool
	rules
}

func (r *reader) createView(st *sqltree.ViewStmt) error {
	name := nameOf(st.GetView())
	if st.GetView().GetRelpersistence() == "t" {
		name.Schema = temporarySchema
	}
	return r.addView(name, st.GetQuery(), st.GetReplace(), false)
}

func (r *reader) addView(name schema.Name, query *sqltree.Node, replace, materialized bool) error {
	full, err := r.creation(name)
	if err != nil {
		return err
	}
	if r.taken(full) && !(replace && r.views[full] != nil) {
		return idle("%s exists already, so PostgreSQL refuses to create it again", full)
	}
	made := &view{name: full, place: r.place(0), query: r.statementText(query), materialized: materialized}
	if old := r.views[full]; old != nil {
		made.rules = old.rules
	}
	r.views[full] = made
	return nil
}

// statementText writes a statement that is kept with an object, with every
// table it names in full: PostgreSQL binds names when the object is made.
func (r *reader) statementText(n *sqltree.Node) string {
	r.qualify(n)
	text, err := sqltree.Deparse(n)
	if err != nil {
		return ""
	}
	return text
}

// createAs is CREATE TABLE AS, CREATE MATERIALIZED VIEW and SELECT INTO.
func (r *reader) createAs(into *sqltree.IntoClause, query *sqltree.Node, kind sqltree.ObjectType, ifNotExists bool) error {
	if kind == sqltree.ObjectType_OBJECT_MATVIEW {
		full, err := r.creation(nameOf(into.GetRel()))
		if err == nil && r.taken(full) && ifNotExists {
			return nil
		}
		return r.addView(nameOf(into.GetRel()), query, false, true)
	}
	t, err := r.newTable(into.GetRel(), schema.Plain, ifNotExists)
	if t == nil {
		return err
	}
	t.columns = r.queryColumns(query.GetSelectStmt())
	for i, n := range into.GetColNames() {
		if i < len(t.columns) {
			t.columns[i].name = n.GetString_().GetSval()
		}
	}
	for i, c := range t.columns {
		if t.column(c.name) != t.columns[i] {
			return refused("the query gives two columns called %s", c.name)
		}
	}
	r.tables[t.name] = t
	return nil
}
