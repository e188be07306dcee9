package cutoff

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

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
		if waits, asked := run.waits(it.table, insertedKeys(inner, it.table, i)); asked {
			where = both(where, waits)
		}
		run.assigned(inner, it.table, up.GetTargetList(), where, true, text)
		// A record taken over when it is old refuses nothing from then on.
		if where.decides != nil || where.reason != "" {
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
		if !ok {
			continue
		}
		for _, v := range insertedValues(s, query, at) {
			switch run.reader.roles(t, column) {
			case Until:
				run.expiry(t, v, always(), text)
			case Birth:
				if !isPresent(v, column) {
					run.redated(t, column.Name, text)
				}
			}
		}
	}
}

// insertedKeys returns the columns of the one row inserted that are parameters
// of the routine, with their marks.
func insertedKeys(s *scope, t *schema.Table, i *sqltree.InsertStmt) map[string]string {
	named := map[string]string{}
	rows := i.GetSelectStmt().GetSelectStmt().GetValuesLists()
	if len(rows) != 1 {
		return named
	}
	for at, n := range rows[0].GetList().GetItems() {
		name := ""
		switch columns := i.GetCols(); {
		case at < len(columns):
			name = columns[at].GetResTarget().GetName()
		case len(columns) == 0 && at < len(t.Columns):
			name = t.Columns[at].Name
		}
		if v := s.eval(n); isReference(n) && v.passed {
			named[name] = v.arg
		}
	}
	return named
}

// isPresent reports whether a value is the present or later, or none, which
// leaves a record as old as it is, or younger.
func isPresent(v value, c fact.Column) bool {
	return v.kind == nullKind || v.isTime() && v.now == 1 && (v.low >= 0 || v.date && c.Type == "date")
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
