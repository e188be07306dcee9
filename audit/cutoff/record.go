package cutoff

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// A cleanup often picks the rows first and removes them by their key, their
// ctid or a join: DELETE … WHERE ctid IN (SELECT ctid … WHERE old LIMIT 1000).
// The condition on the rows picked holds for the rows removed when both are
// the same row, which a match on a unique set of columns shows.

// record tells which row source of a selection shows the record in question.
type record struct {
	alias string
	rows  *selection // for a sub-select, with its own record; nil for a table
}

// mark makes the row source that shows the record the target of the scope.
func (s *scope) mark(r *record) {
	for _, it := range s.items {
		if it.alias != r.alias {
			continue
		}
		if r.rows != nil {
			it.rows = r.rows
		} else {
			it.target = true
		}
		return
	}
}

// origin follows a column of a selection to the table column it shows. It
// returns the selection with that table's row marked as the record.
func (x *selection) origin(column int, table *schema.Table) (marked *selection, name string) {
	if x.query == nil || column < 0 || column >= len(x.query.GetTargetList()) || x.scope.tooDeep() || cutsRows(x.query) {
		return nil, ""
	}
	expression := x.query.GetTargetList()[column].GetResTarget().GetVal()
	if f := expression.GetFuncCall(); f != nil && len(f.GetArgs()) == 1 && outputName(&sqltree.ResTarget{Val: expression}) == "array_agg" {
		expression = f.GetArgs()[0]
	}
	it, name := x.inner().source(expression)
	return x.shows(it, name, table)
}

// originOfValue is origin for the column that the selection stands for.
func (x *selection) originOfValue(table *schema.Table) (marked *selection, name string) {
	if x.passing != "" {
		return x.originNamed(x.passing, table)
	}
	return x.origin(x.column, table)
}

// originNamed is origin for a column by its name, which * may pass through.
func (x *selection) originNamed(name string, table *schema.Table) (marked *selection, column string) {
	if x.query == nil || x.scope.tooDeep() || cutsRows(x.query) {
		return nil, ""
	}
	if i := x.index(name); i >= 0 || !x.passesThrough() {
		return x.origin(i, table)
	}
	it := x.inner().having(name)
	return x.shows(it, name, table)
}

// shows returns the selection with a row source marked as the record, when its
// column is one of the table.
func (x *selection) shows(it *item, name string, table *schema.Table) (marked *selection, column string) {
	if it == nil {
		return nil, ""
	}
	found := &record{alias: it.alias}
	switch {
	case it.table == table:
	case it.rows != nil:
		rows, inside := it.rows.originNamed(name, table)
		if rows == nil {
			return nil, ""
		}
		found.rows, name = rows, inside
	default:
		return nil, ""
	}
	copied := *x
	copied.record = found
	return &copied, name
}

// cutsRows reports whether a query's rows are not rows of its tables one by
// one: it unites queries.
func cutsRows(q *sqltree.SelectStmt) bool {
	return q.GetOp() != sqltree.SetOperation_SETOP_NONE && q.GetOp() != 0 || len(q.GetValuesLists()) > 0
}

// source finds the row source and the column that a plain column reference
// means.
func (s *scope) source(n *sqltree.Node) (*item, string) {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().GetArg()
	}
	list := names(n.GetColumnRef().GetFields())
	if len(list) == 0 {
		return nil, ""
	}
	name := list[len(list)-1]
	if len(list) == 1 {
		return s.having(name), name
	}
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if it.alias == list[len(list)-2] {
				return it, name
			}
		}
	}
	return nil, ""
}

// having returns the nearest row source that has a column of the name.
func (s *scope) having(name string) *item {
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if _, ok := at.ownColumn(it, name); ok {
				return it
			}
		}
	}
	return nil
}

// matched is what equalities with the record's columns say of one selection or
// row source.
type matched struct {
	item    *item // a row source of the statement
	marked  *selection
	columns []string // of the record that it equals
}

// sameRow reads the equalities among conditions that hold together. A row
// source that equals the record in a unique set of columns shows the record,
// and is marked so for the other conditions; a query's own condition is
// returned.
func (s *scope) sameRow(args []*sqltree.Node) bound {
	target := s.target()
	if target == nil || target.table == nil {
		return always()
	}
	var all []*matched
	for _, a := range args {
		e := a.GetAExpr()
		isEqual := e.GetKind() == sqltree.A_Expr_Kind_AEXPR_OP || e.GetKind() == sqltree.A_Expr_Kind_AEXPR_OP_ANY
		if e == nil || !isEqual || operatorName(e) != "=" || e.GetLexpr() == nil {
			continue
		}
		all = s.match(all, target, e.GetLexpr(), e.GetRexpr())
		all = s.match(all, target, e.GetRexpr(), e.GetLexpr())
	}
	whole := always()
	for _, m := range all {
		if s.reader.identifies(target.table, m.columns) {
			whole = both(whole, s.showsRecord(m))
		}
	}
	return whole
}

func (s *scope) showsRecord(m *matched) bound {
	if m.item != nil && m.item.table != nil {
		m.item.target = true
		return always()
	}
	if m.item != nil {
		m.item.rows = m.marked
	}
	return m.marked.holds()
}

// match notes that one column of the record equals something.
func (s *scope) match(all []*matched, target *item, own, other *sqltree.Node) []*matched {
	it, column := s.source(own)
	if it != target {
		return all
	}
	if beside, name := s.source(other); beside != nil {
		if beside.target {
			return all
		}
		if beside.table == target.table && name == column {
			return noted(all, &matched{item: beside, columns: []string{column}})
		}
		if beside.rows != nil {
			if marked, name := beside.rows.originNamed(name, target.table); marked != nil && name == column {
				return noted(all, &matched{item: beside, marked: marked, columns: []string{column}})
			}
		}
		return all
	}
	v := s.arrayOf(other)
	if v.set == nil {
		return all
	}
	if marked, name := v.set.originOfValue(target.table); marked != nil && name == column {
		return noted(all, &matched{marked: marked, columns: []string{column}})
	}
	return all
}

// arrayOf evaluates what stands in = or in = ANY (…), where an array may be
// built by a sub-select.
func (s *scope) arrayOf(n *sqltree.Node) value {
	if l := n.GetSubLink(); l != nil && l.GetSubLinkType() == sqltree.SubLinkType_ARRAY_SUBLINK {
		return value{kind: otherKind, set: &selection{query: l.GetSubselect().GetSelectStmt(), scope: s}}
	}
	return s.eval(n)
}

// currentOf reads WHERE CURRENT OF: the record is the row that a cursor of the
// routine stands on.
func (s *scope) currentOf(e *sqltree.CurrentOfExpr) bound {
	target, rows := s.target(), s.vars[strings.ToLower(e.GetCursorName())].set
	if target == nil || rows == nil || rows.query == nil || rows.scope.tooDeep() || cutsRows(rows.query) {
		return always()
	}
	for _, it := range rows.inner().items {
		if it.table == target.table {
			if marked, _ := rows.shows(it, "", target.table); marked != nil {
				return marked.holds()
			}
		}
	}
	return always()
}

func noted(all []*matched, one *matched) []*matched {
	for _, m := range all {
		if m.item != nil && m.item == one.item || m.item == nil && one.item == nil && m.marked.query == one.marked.query {
			m.columns = append(m.columns, one.columns...)
			return all
		}
	}
	return append(all, one)
}

// holds tells the ages at which the record is among the rows of a selection.
func (x *selection) holds() bound {
	if x.query == nil || x.scope.tooDeep() {
		return always()
	}
	s := x.inner()
	whole := s.allHold(append(conditions(x.query.GetFromClause()), flatten(x.query.GetWhereClause())...), false)
	if x.record != nil && x.record.rows != nil {
		whole = both(whole, x.record.rows.holds())
	}
	return whole
}

// flatten returns the conditions that an AND joins, at any depth.
func flatten(n *sqltree.Node) []*sqltree.Node {
	if n == nil {
		return nil
	}
	e := n.GetBoolExpr()
	if e == nil || e.GetBoolop() != sqltree.BoolExprType_AND_EXPR {
		return []*sqltree.Node{n}
	}
	var all []*sqltree.Node
	for _, a := range e.GetArgs() {
		all = append(all, flatten(a)...)
	}
	return all
}

// identifies reports whether equal values in columns mean the same row.
func (r *reader) identifies(t *schema.Table, columns []string) bool {
	// Every partition counts its ctids from the beginning again.
	if slices.Contains(columns, "ctid") && t.Kind == schema.Plain && len(r.partitions(t)) == 0 {
		return true
	}
	for _, index := range t.Indexes {
		if index.Predicate != "" || index.Partition != "" || !index.Valid {
			continue
		}
		covered := len(index.Columns) > 0
		for _, c := range index.Columns {
			covered = covered && c.Column != "" && slices.Contains(columns, c.Column)
		}
		if covered {
			return true
		}
	}
	return false
}
