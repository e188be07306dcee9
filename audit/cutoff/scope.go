package cutoff

import (
	"maps"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// session is what a statement's meaning depends on besides its text.
type session struct {
	path []string // of schemas; nil for the database's own
	// told is set when the path is known to be the one: files do not tell that
	// of the role that will run a job.
	told bool
	zone schema.Zone
}

// scope says what names mean while code is read: the variables of a routine
// and the row sources of a statement, innermost first.
type scope struct {
	reader  *reader
	session session
	vars    map[string]value  // variables and named parameters, in lower case
	types   map[string]string // of those variables
	names   map[int]string    // of those variables, by their number in the routine
	params  []value           // $1 and on
	items   []*item
	ctes    map[string]*selection
	outer   *scope
	trigger *schema.Trigger // set in a trigger function
	// same is the record that conditions are read for, wherever a query picks
	// it; nil for any.
	same *sameRecord
	// claimed is set while the conditions of a caller that names the record
	// are read: what it decides without a clock is its own choice.
	claimed bool
	// depth counts how deep expressions and queries nest.
	depth int
}

// item is a row source in FROM.
type item struct {
	alias string
	table *schema.Table // nil for a sub-select
	// target is set while the item's row is the record in question.
	target bool
	rows   *selection // of a sub-select, a common table expression or a loop
	// unread says why nothing is known of the item's columns.
	unread string
	view   *selection // the view that a statement goes through, with the record marked
}

// selection is the rows that a query yields, kept as the query and the scope
// it is read in.
type selection struct {
	query   *sqltree.SelectStmt
	scope   *scope
	columns []string // the names given in WITH x (a, b) or AS x (a, b)
	// column is set where the selection stands for values of one column, as an
	// array or a loop variable does.
	column int
	// passing names that column where a * of the query passes it through.
	passing string
	reason  string // why nothing is known of it, when query is nil
	record  *record
}

// Code that nests deeper, or queries that lead to more others, are followed no
// further.
const (
	maxNesting = 200
	maxQueries = 5000
)

func (s *scope) child() *scope {
	return &scope{reader: s.reader, session: s.session, vars: s.vars, types: s.types, names: s.names, params: s.params, outer: s, trigger: s.trigger, same: s.same, claimed: s.claimed, depth: s.depth + 1}
}

// branch returns a scope whose variables change without changing those of s.
func (s *scope) branch() *scope {
	b := *s
	b.vars = maps.Clone(s.vars)
	return &b
}

func (s *scope) tooDeep() bool { return s.depth > maxNesting || s.reader.queries > maxQueries }

// cte finds a common table expression by name.
func (s *scope) cte(name string) *selection {
	for at := s; at != nil; at = at.outer {
		if found := at.ctes[name]; found != nil {
			return found
		}
	}
	return nil
}

// column finds what a column reference means. A name without a table is a
// column of the nearest row source that has it, and else a variable, as in
// PL/pgSQL code that runs at all.
func (s *scope) column(names []string) value {
	if len(names) == 1 {
		return s.unqualified(names[0])
	}
	qualifier, name := names[len(names)-2], names[len(names)-1]
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if it.alias == qualifier || it.table != nil && it.alias == it.table.Name.Name && it.table.Name.Name == qualifier {
				return at.columnOf(it, name)
			}
		}
	}
	if v, ok := s.vars[strings.ToLower(qualifier)]; ok && v.set != nil {
		return v.set.columnNamed(name)
	}
	if v, ok := s.vars[strings.ToLower(qualifier+"."+name)]; ok {
		return v
	}
	// A routine's parameter may be qualified by the routine's name.
	if v, ok := s.vars[strings.ToLower(name)]; ok && len(names) == 2 {
		return v
	}
	return opaque(qualifier + "." + name + " was not read")
}

func (s *scope) unqualified(name string) value {
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if v, ok := at.ownColumn(it, name); ok {
				return v
			}
		}
	}
	if v, ok := s.vars[strings.ToLower(name)]; ok {
		return v
	}
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if it.unread != "" {
				return opaque(name + " was not read: " + it.unread)
			}
		}
	}
	return opaque("there is no column " + name + " in what is read here")
}

// ownColumn returns the column of an unqualified name when the item has it.
func (s *scope) ownColumn(it *item, name string) (value, bool) {
	if it.table != nil {
		if _, ok := it.table.Column(name); !ok && !systemColumn(name) {
			return value{}, false
		}
		return s.columnOf(it, name), true
	}
	if it.rows == nil || it.rows.query == nil || it.rows.index(name) < 0 && !it.rows.passes(name) {
		return value{}, false
	}
	return it.rows.columnNamed(name), true
}

// systemColumn names a column every table has and no table lists; ctid is the
// only one that cleanups use.
func systemColumn(name string) bool { return name == "ctid" }

func (s *scope) columnOf(it *item, name string) value {
	switch {
	case it.rows != nil:
		return it.rows.columnNamed(name)
	case it.table == nil:
		return opaque(it.alias + "." + name + " was not read: " + it.unread)
	case systemColumn(name):
		return value{kind: otherKind}
	}
	column, ok := it.table.Column(name)
	if !ok {
		return opaque("there is no column " + name + " in " + it.table.Name.String())
	}
	clock := s.reader.columnClock(it.table, column)
	switch reason := "it depends on " + it.table.Name.String() + "." + name + ", which was not read"; {
	case it.target:
		return clock
	case clock.kind == otherKind:
		return value{kind: otherKind, reason: reason}
	default:
		v := opaque(reason)
		v.ages = it.table
		return v
	}
}

// target returns the item whose row is the record in question.
func (s *scope) target() *item {
	for at := s; at != nil; at = at.outer {
		for _, it := range at.items {
			if it.target {
				return it
			}
		}
	}
	return nil
}

// index returns which column of the selection has a name, and -1 for none.
func (x *selection) index(name string) int {
	for i, c := range x.columns {
		if c == name {
			return i
		}
	}
	if x.query == nil {
		return -1
	}
	for i, t := range x.query.GetTargetList() {
		if i >= len(x.columns) && outputName(t.GetResTarget()) == name {
			return i
		}
	}
	return -1
}

func (x *selection) columnNamed(name string) value {
	if x.query == nil {
		return opaque(name + " was not read: " + x.reason)
	}
	if i := x.index(name); i >= 0 {
		return x.columnAt(i)
	}
	// A bare table.* or * passes the columns of the tables inside through.
	if x.passesThrough() {
		v := x.inner().unqualified(name)
		if v.kind == otherKind && v.set == nil {
			v.set = &selection{query: x.query, scope: x.scope, columns: x.columns, passing: name, record: x.record}
		}
		return v
	}
	return opaque("the query gives no column " + name)
}

func (x *selection) columnAt(i int) value {
	if x.query == nil {
		return opaque("it was not read: " + x.reason)
	}
	if i >= len(x.query.GetTargetList()) || x.scope.tooDeep() {
		return opaque("the query gives no such column")
	}
	v := x.inner().eval(x.query.GetTargetList()[i].GetResTarget().GetVal())
	if v.kind == otherKind {
		v.set = &selection{query: x.query, scope: x.scope, columns: x.columns, column: i, record: x.record}
	}
	return v
}

// passes reports whether a * of the query passes a column of the name through.
func (x *selection) passes(name string) bool {
	return x.passesThrough() && !x.scope.tooDeep() && x.inner().having(name) != nil
}

func (x *selection) passesThrough() bool {
	for _, t := range x.query.GetTargetList() {
		fields := t.GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil {
			return true
		}
	}
	return false
}

// inner returns the scope that the selection's own columns are read in.
func (x *selection) inner() *scope {
	x.scope.reader.queries++
	s := x.scope.child()
	s.addWith(x.query.GetWithClause())
	s.addFrom(x.query.GetFromClause())
	if x.record != nil {
		s.mark(x.record)
	} else {
		s.markSame(x.query)
	}
	return s
}

func outputName(t *sqltree.ResTarget) string {
	if t.GetName() != "" {
		return t.GetName()
	}
	v := t.GetVal()
	for v.GetTypeCast() != nil {
		v = v.GetTypeCast().GetArg()
	}
	if fields := v.GetColumnRef().GetFields(); len(fields) > 0 {
		return fields[len(fields)-1].GetString_().GetSval()
	}
	if names := v.GetFuncCall().GetFuncname(); len(names) > 0 {
		return names[len(names)-1].GetString_().GetSval()
	}
	return "?column?"
}
