package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/source/definition"
	"idemaudit/audit/sqltree"
)

// relations calls visit for every table that a statement names, other than
// the names its own WITH gives.
func relations(n *sqltree.Node, visit func(*sqltree.RangeVar)) {
	own := map[string]bool{}
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if with := n.GetCommonTableExpr(); with != nil {
			own[with.GetCtename()] = true
		}
		return true
	})
	each := func(rv *sqltree.RangeVar) {
		if rv != nil && (rv.GetSchemaname() != "" || !own[rv.GetRelname()]) {
			visit(rv)
		}
	}
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		switch e := n.GetNode().(type) {
		case *sqltree.Node_RangeVar:
			each(e.RangeVar)
		case *sqltree.Node_InsertStmt:
			each(e.InsertStmt.GetRelation())
		case *sqltree.Node_UpdateStmt:
			each(e.UpdateStmt.GetRelation())
		case *sqltree.Node_DeleteStmt:
			each(e.DeleteStmt.GetRelation())
		case *sqltree.Node_MergeStmt:
			each(e.MergeStmt.GetRelation())
		}
		return true
	})
}

// qualify writes every table that a statement names in full, where it is
// known.
func (r *reader) qualify(n *sqltree.Node) {
	relations(n, func(rv *sqltree.RangeVar) {
		if rv.GetSchemaname() != "" {
			return
		}
		for _, full := range r.places(nameOf(rv)) {
			if r.tables[full] != nil || r.views[full] != nil {
				rv.Schemaname = full.Schema
				return
			}
		}
	})
}

// retarget follows a renamed table or view in the statements that objects
// keep; PostgreSQL binds those to the table itself. The bodies of routines
// that are text go by name and stay as they are.
func (c *Catalog) retarget(from, to schema.Name) {
	for _, v := range c.views {
		v.query = retargeted(v.query, from, to)
		v.rules.retarget(from, to)
	}
	for _, t := range c.tables {
		t.rules.retarget(from, to)
	}
	for _, overloads := range c.routines {
		for _, one := range overloads {
			one.SQLBody = retargetedBody(one.SQLBody, from, to)
		}
	}
}

func (u *rules) retarget(from, to schema.Name) {
	for _, one := range u.all {
		one.Actions = retargeted(one.Actions, from, to)
	}
}

// retargeted rewrites a name in statements separated by semicolons.
func retargeted(text string, from, to schema.Name) string {
	if !strings.Contains(text, from.Name) {
		return text
	}
	statements, err := sqltree.Parse(text)
	if err != nil {
		return text
	}
	var rewritten []string
	for _, s := range statements {
		relations(s.Tree, func(rv *sqltree.RangeVar) {
			if nameOf(rv) == from {
				rv.Schemaname, rv.Relname = to.Schema, to.Name
			}
		})
		one, err := sqltree.Deparse(s.Tree)
		if err != nil {
			return text
		}
		rewritten = append(rewritten, one)
	}
	return strings.Join(rewritten, "; ")
}

// retargetedBody does the same inside BEGIN ATOMIC … END.
func retargetedBody(body string, from, to schema.Name) string {
	if !strings.Contains(body, from.Name) {
		return body
	}
	before, after := "BEGIN ATOMIC\n", "END"
	if inside, ok := strings.CutPrefix(body, before); ok {
		return before + " " + retargeted(strings.TrimSuffix(inside, after), from, to) + ";\n" + after
	}
	expression, ok := strings.CutPrefix(body, "RETURN ")
	if !ok {
		return body
	}
	return "RETURN " + strings.TrimPrefix(retargeted("SELECT "+expression, from, to), "SELECT ")
}

// renameColumn renames a column wherever PostgreSQL follows it: in the tables
// below, indexes, keys, and the expressions that are kept with the table.
func (r *reader) renameColumn(st *sqltree.RenameStmt) error {
	t := lookup(r, r.tables, nameOf(st.GetRelation()))
	if t == nil {
		if st.GetMissingOk() || lookup(r, r.views, nameOf(st.GetRelation())) != nil {
			return nil
		}
		return refused("no table %s is known here", nameOf(st.GetRelation()))
	}
	from, to := st.GetSubname(), st.GetNewname()
	switch {
	case t.column(from) == nil:
		return refused("%s has no column %s", t.name, from)
	case t.column(to) != nil:
		return refused("%s has a column %s already", t.name, to)
	case t.column(from).inherited:
		return refused("column %s of %s is inherited and can't be renamed there", from, t.name)
	case len(t.children) > 0 && !st.GetRelation().GetInh():
		return refused("column %s can't be renamed in %s alone, without the tables below it", from, t.name)
	}
	for _, one := range t.family(nil) {
		if c := one.column(from); c != nil {
			c.name = to
			one.followColumn(from, to)
		}
	}
	for _, other := range r.tables {
		for _, k := range other.constraints {
			if k.foreign != nil && k.foreign.references == t {
				replaceText(k.foreign.refColumns, from, to)
			}
		}
	}
	return nil
}

func (t *table) followColumn(from, to string) {
	for _, c := range t.columns {
		c.def = renamedIn(c.def, from, to)
	}
	for _, x := range t.indexes {
		replaceText(x.included, from, to)
		replaceText(x.columnNames, from, to)
		x.predicate = renamedIn(x.predicate, from, to)
		for i, c := range x.columns {
			switch {
			case c.Column == from:
				x.columns[i].Column = to
			case slices.Contains(c.Uses, from):
				x.columns[i] = definition.IndexExpression(renamedIn(c.Expression, from, to))
			}
		}
	}
	for _, k := range t.constraints {
		replaceText(k.columns, from, to)
		if k.foreign != nil {
			replaceText(k.foreign.columns, from, to)
		}
	}
	if t.key != nil {
		for i, text := range t.key.Columns {
			if text == from {
				t.key.Columns[i] = to
			} else {
				t.key.Columns[i] = renamedIn(text, from, to)
			}
		}
		replaceText(t.key.Uses, from, to)
	}
	for _, g := range t.triggers {
		g.When = renamedIn(g.When, from, to)
	}
}

// renamedIn renames a column in an expression.
func renamedIn(text, from, to string) string {
	if !strings.Contains(text, from) {
		return text
	}
	tree, err := sqltree.ParseExpression(text)
	if err != nil {
		return text
	}
	sqltree.Walk(tree, func(n *sqltree.Node) bool {
		if fields := n.GetColumnRef().GetFields(); len(fields) > 0 {
			if last := fields[len(fields)-1].GetString_(); last.GetSval() == from {
				last.Sval = to
			}
		}
		return true
	})
	return expressionText(tree)
}
