package cutoff

import (
	"idemaudit/audit/schema"
)

// viewRows is what a view shows.
func (r *reader) viewRows(v *schema.View, s *scope) *selection {
	statements, err := r.parse(v.Query)
	if err != nil || len(statements) != 1 || statements[0].Tree.GetSelectStmt() == nil || s.tooDeep() {
		return nil
	}
	outside := &scope{reader: r, session: s.session, depth: s.depth + 1}
	return &selection{query: statements[0].Tree.GetSelectStmt(), scope: outside}
}

// viewedTable returns the one table whose rows a simple view shows; nil for a
// view that PostgreSQL would not let anybody delete from.
func (r *reader) viewedTable(rows *selection) *schema.Table {
	if rows == nil || rows.query == nil || len(rows.query.GetFromClause()) != 1 || cutsRows(rows.query) ||
		len(rows.query.GetGroupClause()) > 0 || len(rows.query.GetDistinctClause()) > 0 || rows.query.GetLimitCount() != nil {
		return nil
	}
	s := rows.inner()
	if len(s.items) != 1 {
		return nil
	}
	return s.items[0].table
}

// View tells how a view that shows a table's key hides its older records: a
// lookup through it finds them gone.
func (r *Reader) View(v *schema.View) Effects {
	run := &run{reader: r.reader}
	if v.Materialized {
		return run.effects
	}
	top := run.top(nil, schema.Zone{})
	rows := r.viewRows(v, top)
	table := r.viewedTable(rows)
	// Who looks one key up has no use for an order: such a view is a report.
	if table == nil || !r.showsKey(rows, table) || len(rows.query.GetSortClause()) > 0 {
		return run.effects
	}
	s := rows.inner()
	s.items[0].target = true
	if hidden := s.hiddenFrom(flatten(rows.query.GetWhereClause())); hidden.decides != nil {
		run.add(run.removal(table, Hide, hidden, v.Query))
	}
	return run.effects
}

func (r *reader) showsKey(rows *selection, t *schema.Table) bool {
	if rows.passesThrough() {
		return true
	}
	for _, n := range rows.query.GetTargetList() {
		if list := names(n.GetResTarget().GetVal().GetColumnRef().GetFields()); len(list) > 0 && r.inKey(t, list[len(list)-1]) {
			return true
		}
	}
	return false
}

// Expiry tells how long after a record's birth its expiry column lies, as far
// as its default or its generation tells.
func (r *Reader) Expiry(t *schema.Table, column string) Removal {
	run := &run{reader: r.reader}
	c, _ := t.Column(column)
	v := r.columnClock(t, c)
	made := run.removal(t, Expire, run.top(nil, schema.Zone{}).passed(v), c.Default)
	made.Everything = ""
	if floor, ok := made.Floor.Get(); ok {
		made.steps = []string{"past at the earliest " + floor.String() + " after the record's birth"}
	}
	return made
}

// passed tells the ages at which a time of the record is past.
func (s *scope) passed(v value) bound {
	switch v.kind {
	case opaqueKind:
		return cannotTell(v.reason)
	case momentKind:
		return s.solve("<", v, now())
	case countKind:
		epoch, v := sameUnit(s.extract(constantText("epoch"), now()), v)
		epoch.unit = v.unit
		return s.solve("<", v, epoch)
	}
	return neverHolds()
}
