package cutoff

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// A record is often taken over in two steps: one statement reads it by its key,
// an IF asks how old it is, and a second statement removes it by the same key.
// The second alone looks like a claim that its caller gives back; with the
// condition on the way to it, it is an expiry. A condition counts for the
// record removed only where the key asked for and the key removed are the same
// parameter, given on unchanged.

// crossing is a condition that was met, or not met, on the way to a statement.
type crossing struct {
	condition *sqltree.Node
	not       bool   // it was false or NULL
	scope     *scope // with the variables as they were
}

// sameRecord is the record that a statement ends: the one whose key columns
// equal these parameters.
type sameRecord struct {
	table *schema.Table
	named map[string]string // the parameter's mark, by column
}

// crossed returns the crossing of a condition given as text; none where the
// text can't be parsed.
func (s *scope) crossed(condition string, not bool) []crossing {
	tree, err := sqltree.ParseExpression(condition)
	if condition == "" || err != nil {
		return nil
	}
	return []crossing{{tree, not, s.branch()}}
}

// waits tells the ages at which the conditions on the way here let the record
// go that a statement names by its key. asked is false where none of them
// keeps a younger record from going.
func (run *run) waits(t *schema.Table, named map[string]string) (whole bound, asked bool) {
	whole = always()
	for _, c := range run.path {
		if c.asksAge(t) {
			asked = true
			whole = both(whole, c.holdsFor(&sameRecord{t, named}))
		}
	}
	const untied = "whether it ends the record whose age was asked before can't be told"
	switch {
	case asked && !whole.never && !whole.known():
		return cannotTell(untied + ": " + whole.reason), true
	case asked && whole.known() && whole.decides == nil:
		return cannotTell(untied), true
	case whole.onlyYoung():
		return always(), false
	}
	return whole, asked
}

// holdsFor tells the ages of one record at which the condition was as it was.
func (c crossing) holdsFor(same *sameRecord) bound {
	s := c.scope.branch()
	s.same, s.claimed = same, true
	for name, v := range s.vars {
		switch {
		case v.from != nil:
			read := s.castTo(v.from.seeing(same).columnAt(v.from.column), s.types[name])
			read.from = v.from.seeing(same)
			s.vars[name] = read
		case v.set != nil:
			v.set = v.set.seeing(same)
			s.vars[name] = v
		}
	}
	b := s.holds(c.condition, c.not)
	if c.not && s.mayBeNull(c.condition) {
		return either(b, always())
	}
	return b
}

// seeing returns the selection with the record known wherever it is picked.
func (x *selection) seeing(same *sameRecord) *selection {
	if x.scope == nil {
		return x
	}
	copied := *x
	copied.scope = x.scope.branch()
	copied.scope.same = same
	return &copied
}

// markSame makes a query's table the record in question where the query picks
// just the record that is being followed.
func (s *scope) markSame(q *sqltree.SelectStmt) {
	if s.same == nil || len(s.items) != 1 || cutsRows(q) || s.items[0].table != s.same.table {
		return
	}
	it := s.items[0]
	var shared []string
	named, _ := s.namedBy(it, flatten(q.GetWhereClause()))
	for column, mark := range named {
		if mark != "" && s.same.named[column] == mark {
			shared = append(shared, column)
		}
	}
	it.target = s.reader.identifies(it.table, shared)
}

// asksAge reports whether a condition depends on the age of a table's records.
func (c crossing) asksAge(t *schema.Table) bool { return c.scope.asksAge(c.condition, t) }

func (s *scope) asksAge(n *sqltree.Node, t *schema.Table) bool {
	if s.tooDeep() {
		return true
	}
	s.depth++
	defer func() { s.depth-- }()
	readsTable, asks, namesClock := false, false, false
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if rv := n.GetRangeVar(); rv != nil {
			readsTable = readsTable || s.reader.related(s.tableItem(rv).table, t)
		}
		if list := names(n.GetColumnRef().GetFields()); len(list) > 0 {
			asks = asks || s.reader.related(s.column(list).ages, t)
			namesClock = namesClock || s.reader.isClock(t, list[len(list)-1])
			if inner, expression := s.readFrom(list); expression != nil && !asks {
				asks = inner.asksAge(expression, t)
			}
		}
		return !asks
	})
	return asks || readsTable && namesClock
}

// readFrom returns the expression of the query that a variable, or a field of
// one, was read from, with the scope it is read in; none for any other name.
func (s *scope) readFrom(list []string) (*scope, *sqltree.Node) {
	v := s.vars[strings.ToLower(list[0])]
	rows, column := v.from, 0
	switch {
	case rows != nil && len(list) == 1:
		column = rows.column
	case v.set != nil && len(list) == 2:
		rows, column = v.set, v.set.index(list[1])
	default:
		return nil, nil
	}
	if rows.query == nil || column < 0 || column >= len(rows.query.GetTargetList()) || cutsRows(rows.query) || rows.scope.tooDeep() {
		return nil, nil
	}
	return rows.inner(), rows.query.GetTargetList()[column].GetResTarget().GetVal()
}

// agesIn returns the table whose records' age an expression depends on, where
// it depends on what a variable holds.
func (s *scope) agesIn(n *sqltree.Node) *schema.Table {
	var ages *schema.Table
	sqltree.Walk(n, func(m *sqltree.Node) bool {
		if list := names(m.GetColumnRef().GetFields()); len(list) > 0 && ages == nil {
			ages = s.column(list).ages
		}
		return ages == nil
	})
	return ages
}

func (r *reader) isClock(t *schema.Table, name string) bool {
	c, ok := t.Column(name)
	return ok && r.roles(t, c) != NoClock
}

// related reports whether two tables are one, or parts of one.
func (r *reader) related(a, b *schema.Table) bool {
	if a == nil || b == nil {
		return false
	}
	return a == b || slices.Contains(r.partitions(a), b) || slices.Contains(r.partitions(b), a)
}

// variableColumn finds the column of the followed record that a variable, or
// a field of one, was read from.
func (s *scope) variableColumn(n *sqltree.Node) (name string, found bool) {
	list := names(n.GetColumnRef().GetFields())
	if s.same == nil || len(list) == 0 {
		return "", false
	}
	v := s.vars[strings.ToLower(list[0])]
	if v.set == nil || len(list) != 2 || !v.set.picksTarget() {
		return "", false
	}
	_, name = v.set.originNamed(list[1], s.same.table)
	return name, name != ""
}

// picksTarget reports whether the followed record is what a selection picks.
func (x *selection) picksTarget() bool {
	return x.query != nil && !x.scope.tooDeep() && slices.ContainsFunc(x.inner().items, func(it *item) bool { return it.target })
}

// foundIt reports whether a reference is FOUND, set by the query that picked
// the followed record: of a record that is there it is true.
func (s *scope) foundIt(ref *sqltree.ColumnRef) bool {
	list := names(ref.GetFields())
	if s.same == nil || len(list) != 1 || !strings.EqualFold(list[0], "found") {
		return false
	}
	v := s.vars["found"]
	return v.set != nil && v.set.picksTarget()
}
