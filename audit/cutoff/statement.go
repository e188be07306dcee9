package cutoff

import (
	"maps"
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// relation is the row source a statement changes.
func (run *run) relation(s *scope, rv *sqltree.RangeVar, text string) (*scope, *item) {
	inner := s.child()
	name := schema.Name{Schema: rv.GetSchemaname(), Name: rv.GetRelname()}
	it := inner.tableItem(rv)
	switch {
	case it.rows != nil: // a view, or a name that a WITH shadows
		it = run.behindView(name, it)
	case it.table == nil && name.Schema == "":
		it = run.elsewhere(name, it, text)
	case name.Schema == "" && !s.session.told:
		run.namesakes(it.table, text)
	}
	inner.items = append(inner.items, it)
	if it.table != nil {
		it.target = true
	}
	return inner, it
}

// behindView turns a view that shows the rows of one table into that table,
// with the view's own condition still to be met.
func (run *run) behindView(name schema.Name, it *item) *item {
	table := run.reader.viewedTable(it.rows)
	if table == nil {
		return &item{alias: it.alias, unread: name.String() + " is a view of more than one table"}
	}
	marked := *it.rows
	marked.record = &record{alias: it.rows.inner().items[0].alias}
	return &item{alias: it.alias, table: table, view: &marked}
}

// viewed tells the ages at which the record shows in the view that a statement
// goes through.
func (it *item) viewed() bound {
	if it.view == nil {
		return always()
	}
	return it.view.holds()
}

// elsewhere finds the table that a name means which is in no schema of the
// search path known here: the code may run with another. Where several tables
// have the name, it may be any of them.
func (run *run) elsewhere(name schema.Name, it *item, text string) *item {
	var found []*schema.Table
	for _, t := range run.reader.db.Tables {
		if t.Name.Name == name.Name {
			found = append(found, t)
		}
	}
	if len(found) == 1 {
		return &item{alias: it.alias, table: found[0]}
	}
	for _, t := range found {
		run.ambiguous(t, text)
	}
	return it
}

// namesakes notes the other tables of a name that a statement may mean, where
// nobody told the search_path it runs with.
func (run *run) namesakes(meant *schema.Table, text string) {
	for _, t := range run.reader.db.Tables {
		if t != meant && t.Name.Name == meant.Name.Name {
			run.ambiguous(t, text)
		}
	}
}

func (run *run) ambiguous(t *schema.Table, text string) {
	run.unknown(t, text, "which of the tables named "+t.Name.Name+" it means depends on the search_path")
}

func (run *run) delete(s *scope, d *sqltree.DeleteStmt, text string) {
	run.with(s, d.GetWithClause(), text)
	inner, it := run.relation(s, d.GetRelation(), text)
	inner.addWith(d.GetWithClause())
	inner.addFrom(d.GetUsingClause())
	run.expression(inner, d.GetWhereClause(), text)
	if it.table == nil {
		return // no table that was read: none that a store is in
	}
	args := append(conditions(d.GetUsingClause()), flatten(d.GetWhereClause())...)
	where, released := run.chosen(inner, it, args)
	if released {
		return
	}
	run.add(run.removal(it.table, Delete, both(where, it.viewed()), text))
}

// chosen tells the ages at which a statement's conditions hold. released is set
// where it ends just the record that its caller names, whatever its age.
func (run *run) chosen(s *scope, it *item, args []*sqltree.Node) (where bound, released bool) {
	named, rest := s.namedBy(it, args)
	if !s.reader.identifies(it.table, slices.Collect(maps.Keys(named))) {
		return s.allHold(args, false), false
	}
	s.claimed = true
	where = s.allHold(rest, false)
	waits, asked := run.waits(it.table, named)
	switch {
	case asked && !where.known():
		return waits, false
	case asked:
		return both(where, waits), false
	}
	return where, where.decides == nil && !slices.ContainsFunc(rest, s.readsClock) || where.onlyYoung()
}

// namedBy returns the columns of a row source that conditions equal with what a
// routine's caller passes, each with the parameter's mark, and the conditions
// that say something else. A statement that names a record so ends it as the
// application could in its own words, which says nothing of how long records
// are kept.
func (s *scope) namedBy(it *item, args []*sqltree.Node) (named map[string]string, rest []*sqltree.Node) {
	named = map[string]string{}
	for _, a := range args {
		if column, value := s.namingOf(it, a); value != nil {
			named[column] = ""
			if isReference(value) {
				named[column] = s.eval(value).arg
			}
			continue
		}
		rest = append(rest, a)
	}
	return named, rest
}

// namingOf reads "column = what the caller passes"; value is nil for any other
// condition.
func (s *scope) namingOf(it *item, condition *sqltree.Node) (column string, value *sqltree.Node) {
	e := condition.GetAExpr()
	if e == nil || e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP || operatorName(e) != "=" {
		return "", nil
	}
	for _, side := range [][2]*sqltree.Node{{e.GetLexpr(), e.GetRexpr()}, {e.GetRexpr(), e.GetLexpr()}} {
		if source, column := s.source(side[0]); isReference(side[0]) && source == it && s.callerGives(side[1]) {
			return column, side[1]
		}
	}
	return "", nil
}

// callerGives reports whether an expression is made of nothing but what the
// routine's caller passes, such as lower(key).
func (s *scope) callerGives(n *sqltree.Node) bool {
	given, other := false, false
	sqltree.Walk(n, func(m *sqltree.Node) bool {
		switch {
		case m.GetColumnRef() != nil || m.GetParamRef() != nil:
			passed := s.eval(m).passed
			given, other = given || passed, other || !passed
		case m.GetSubLink() != nil:
			other = true
		}
		return !other
	})
	return given && !other
}

// isReference reports whether an expression is a variable or a parameter and
// nothing else.
func isReference(n *sqltree.Node) bool { return n.GetColumnRef() != nil || n.GetParamRef() != nil }

func (run *run) update(s *scope, u *sqltree.UpdateStmt, text string) {
	run.with(s, u.GetWithClause(), text)
	inner, it := run.relation(s, u.GetRelation(), text)
	inner.addWith(u.GetWithClause())
	inner.addFrom(u.GetFromClause())
	run.expression(inner, &sqltree.Node{Node: &sqltree.Node_UpdateStmt{UpdateStmt: u}}, text)
	if it.table == nil {
		return
	}
	args := append(conditions(u.GetFromClause()), flatten(u.GetWhereClause())...)
	where, released := run.chosen(inner, it, args)
	run.assigned(inner, it.table, u.GetTargetList(), both(where, it.viewed()), released, text)
}

// assigned reads the columns that an UPDATE sets: a key made NULL or replaced
// ends the record, and so does an expiry once it passes.
func (run *run) assigned(s *scope, t *schema.Table, targets []*sqltree.Node, where bound, released bool, text string) {
	for _, n := range targets {
		target := n.GetResTarget()
		column, ok := t.Column(target.GetName())
		if !ok {
			continue
		}
		switch role := run.reader.roles(t, column); {
		case role == Until:
			v := s.eval(target.GetVal())
			if released && v.kind != opaqueKind && v.low <= 0 {
				continue // the caller ends the one record it names
			}
			run.expiry(t, v, where, text)
		case role == Birth && !unchanged(target):
			if isPresent(s.eval(target.GetVal()), column) {
				// The record is made young again. Where that waits for an age,
				// an old record is taken over for a new request.
				if where.reason != "" || where.decides != nil && where.most == forever {
					run.add(run.removal(t, Hide, where, text))
				}
				continue
			}
			run.redated(t, column.Name, text)
		case !released && !unchanged(target) && (run.reader.inKey(t, column.Name) || run.reader.inPredicate(t, column.Name)):
			unkeyed := run.removal(t, Unkey, where, text)
			unkeyed.Column = column.Name
			run.add(unkeyed)
		}
	}
}

// redated notes code that sets the time by which a record's age is told.
func (run *run) redated(t *schema.Table, column, text string) {
	run.add(run.removal(t, Redate, cannotTell("it sets "+column+", by which the record's age is told, to a time that is not followed"), text))
}

// unchanged reports whether SET a = a.
func unchanged(t *sqltree.ResTarget) bool {
	list := names(t.GetVal().GetColumnRef().GetFields())
	return len(list) > 0 && list[len(list)-1] == t.GetName()
}

// inKey reports whether a column is part of the key, or of what a unique index
// over more than surrogates refuses twice.
func (r *reader) inKey(t *schema.Table, name string) bool {
	column, _ := t.Column(name)
	if column.Varies || column.Identity || r.roles(t, column) != NoClock {
		return false
	}
	for _, one := range append([]*schema.Table{t}, r.db.Roots(t)...) {
		if slices.Contains(r.keys(one), name) {
			return true
		}
		for _, index := range one.Indexes {
			if slices.ContainsFunc(index.Columns, func(c fact.IndexColumn) bool { return c.Column == name || slices.Contains(c.Uses, name) }) {
				return true
			}
		}
	}
	return false
}

// inPredicate reports whether a column decides which rows a partial unique
// index covers: a row that it moves out of the index is refused no longer.
func (r *reader) inPredicate(t *schema.Table, name string) bool {
	for _, one := range append([]*schema.Table{t}, r.db.Roots(t)...) {
		for _, index := range one.Indexes {
			if index.Predicate == "" {
				continue
			}
			tree, err := sqltree.ParseExpression(index.Predicate)
			if err != nil || mentions(tree, name) {
				return true
			}
		}
	}
	return false
}

func mentions(tree *sqltree.Node, column string) bool {
	found := false
	sqltree.Walk(tree, func(n *sqltree.Node) bool {
		if list := names(n.GetColumnRef().GetFields()); len(list) > 0 && list[len(list)-1] == column {
			found = true
		}
		return !found
	})
	return found
}
