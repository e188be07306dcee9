package cutoff

import (
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
	return &item{alias: it.alias, table: table}
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
		run.unknown(t, text, "which of the tables named "+name.Name+" it means depends on the search_path")
	}
	return it
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
	if inner.releases(it, args) {
		return
	}
	run.add(run.removal(it.table, Delete, inner.allHold(args, false), text))
}

// releases reports whether a statement ends just the record that its caller
// names: a claim given back, as the application could do in its own words. It
// says nothing of how long records are kept.
func (s *scope) releases(it *item, args []*sqltree.Node) bool {
	var named []string
	for _, a := range args {
		e := a.GetAExpr()
		if e == nil || e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP && e.GetKind() != sqltree.A_Expr_Kind_AEXPR_OP_ANY || operatorName(e) != "=" {
			continue
		}
		for _, side := range [][2]*sqltree.Node{{e.GetLexpr(), e.GetRexpr()}, {e.GetRexpr(), e.GetLexpr()}} {
			if source, column := s.source(side[0]); source == it && s.eval(side[1]).passed {
				named = append(named, column)
			}
		}
	}
	return s.reader.identifies(it.table, named)
}

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
	released := inner.releases(it, args)
	run.assigned(inner, it.table, u.GetTargetList(), inner.allHold(args, false), released, text)
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
			if v := s.eval(target.GetVal()); v.isTime() && v.now == 1 && v.low >= 0 {
				continue // the record is only made younger than it is
			}
			run.add(run.removal(t, Expire, cannotTell("it moves "+column.Name+", by which the record's age is told"), text))
		case !released && !unchanged(target) && (run.reader.inKey(t, column.Name) || run.reader.inPredicate(t, column.Name)):
			run.add(run.removal(t, Unkey, where, text))
		}
	}
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

func (run *run) insert(s *scope, i *sqltree.InsertStmt, text string) {
	run.with(s, i.GetWithClause(), text)
	inner, it := run.relation(s, i.GetRelation(), text)
	inner.addWith(i.GetWithClause())
	run.expression(inner, &sqltree.Node{Node: &sqltree.Node_InsertStmt{InsertStmt: i}}, text)
	if it.table == nil {
		return
	}
	it.target = false // the row is not there yet
	run.inserted(inner, it.table, i, text)
	it.target = true
	if up := i.GetOnConflictClause(); up.GetAction() == sqltree.OnConflictAction_ONCONFLICT_UPDATE {
		inner.items = append(inner.items, &item{alias: "excluded", unread: "it is the row that was to be inserted"})
		where := inner.allHold(flatten(up.GetWhereClause()), false)
		run.assigned(inner, it.table, up.GetTargetList(), where, true, text)
		// A record taken over when it is old refuses nothing from then on.
		if where.decides != nil {
			run.add(run.removal(it.table, Hide, where, text))
		}
	}
}

// inserted reads the expiry that an INSERT gives a new record.
func (run *run) inserted(s *scope, t *schema.Table, i *sqltree.InsertStmt, text string) {
	columns := i.GetCols()
	query := i.GetSelectStmt().GetSelectStmt()
	for at := range max(len(columns), len(t.Columns)) {
		name := ""
		switch {
		case at < len(columns):
			name = columns[at].GetResTarget().GetName()
		case len(columns) == 0 && at < len(t.Columns):
			name = t.Columns[at].Name
		}
		column, ok := t.Column(name)
		if !ok || run.reader.roles(t, column) != Until {
			continue
		}
		for _, v := range insertedValues(s, query, at) {
			run.expiry(t, v, always(), text)
		}
	}
}

// insertedValues returns what an INSERT puts in its column number at, for each
// row of VALUES or for the query.
func insertedValues(s *scope, query *sqltree.SelectStmt, at int) []value {
	var all []value
	for _, row := range query.GetValuesLists() {
		if items := row.GetList().GetItems(); at < len(items) && items[at].GetSetToDefault() == nil {
			all = append(all, s.eval(items[at]))
		}
	}
	if len(query.GetValuesLists()) == 0 && at < len(query.GetTargetList()) {
		all = append(all, (&selection{query: query, scope: s}).columnAt(at))
	}
	return all
}

func (run *run) merge(s *scope, m *sqltree.MergeStmt, text string) {
	run.with(s, m.GetWithClause(), text)
	inner, it := run.relation(s, m.GetRelation(), text)
	inner.addWith(m.GetWithClause())
	inner.addItem(m.GetSourceRelation())
	if it.table == nil {
		return
	}
	for _, n := range m.GetMergeWhenClauses() {
		when := n.GetMergeWhenClause()
		args := flatten(when.GetCondition())
		if when.GetMatchKind() == sqltree.MergeMatchKind_MERGE_WHEN_MATCHED {
			args = append(flatten(m.GetJoinCondition()), args...)
		}
		switch when.GetCommandType() {
		case sqltree.CmdType_CMD_DELETE:
			run.add(run.removal(it.table, Delete, inner.allHold(args, false), text))
		case sqltree.CmdType_CMD_UPDATE:
			run.assigned(inner, it.table, when.GetTargetList(), inner.allHold(args, false), false, text)
		}
	}
}

func (run *run) truncate(s *scope, t *sqltree.TruncateStmt, text string) {
	for _, n := range t.GetRelations() {
		if _, it := run.relation(s, n.GetRangeVar(), text); it.table != nil {
			run.add(run.emptied(it.table, Truncate, "TRUNCATE", text))
			if t.GetBehavior() == sqltree.DropBehavior_DROP_CASCADE {
				for _, referring := range run.reader.referringTo(it.table) {
					run.add(run.emptied(referring, Truncate, "TRUNCATE … CASCADE of "+it.table.Name.String(), text))
				}
			}
		}
	}
}

func (run *run) emptied(t *schema.Table, a Action, why, text string) Removal {
	r := run.removal(t, a, always(), text)
	r.Everything = why
	return r
}

// referringTo returns the tables whose foreign keys lead to t, directly or
// through others.
func (r *reader) referringTo(t *schema.Table) []*schema.Table {
	seen := map[schema.Name]bool{t.Name: true}
	var all []*schema.Table
	for grew := true; grew; {
		grew = false
		for _, fk := range r.db.Foreign {
			if seen[fk.References] && !seen[fk.Table] {
				seen[fk.Table], grew = true, true
				if referring := r.db.Table(fk.Table, nil); referring != nil {
					all = append(all, referring)
				}
			}
		}
	}
	return all
}

func (run *run) drop(s *scope, d *sqltree.DropStmt, text string) {
	if d.GetRemoveType() != sqltree.ObjectType_OBJECT_TABLE {
		return
	}
	for _, o := range d.GetObjects() {
		parts := names(o.GetList().GetItems())
		if len(parts) == 0 {
			continue
		}
		name := schema.Name{Name: parts[len(parts)-1]}
		if len(parts) > 1 {
			name.Schema = parts[len(parts)-2]
		}
		if t := run.reader.db.Table(name, s.session.path); t != nil {
			run.add(run.emptied(t, Drop, "DROP TABLE", text))
		}
	}
}

func (run *run) alter(s *scope, a *sqltree.AlterTableStmt, text string) {
	for _, n := range a.GetCmds() {
		cmd := n.GetAlterTableCmd()
		if cmd.GetSubtype() != sqltree.AlterTableType_AT_DetachPartition {
			continue
		}
		if _, it := run.relation(s, cmd.GetDef().GetPartitionCmd().GetName(), text); it.table != nil {
			run.add(run.emptied(it.table, Detach, "DETACH PARTITION", text))
		}
	}
}

func (run *run) do(s *scope, d *sqltree.DoStmt, text string) {
	body, language := "", "plpgsql"
	for _, n := range d.GetArgs() {
		switch arg := n.GetDefElem(); arg.GetDefname() {
		case "as":
			body = arg.GetArg().GetString_().GetSval()
		case "language":
			language = arg.GetArg().GetString_().GetSval()
		}
	}
	block := &schema.Routine{Name: schema.Name{Name: "DO"}, Language: language, Body: body, Place: fact.Place{}}
	inner := &scope{reader: s.reader, session: s.session, vars: map[string]value{}, depth: s.depth + 1}
	if language == "plpgsql" {
		run.plpgsql(inner, block)
		return
	}
	run.foreign(block, "is written in "+language+", which is not read")
}
