package cutoff

import (
	"maps"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// addWith makes the common table expressions of a WITH known.
func (s *scope) addWith(with *sqltree.WithClause) {
	if with == nil {
		return
	}
	for _, n := range with.GetCtes() {
		// Each sees those before it, and not itself.
		before := s.outerFor()
		s.ctes = maps.Clone(s.ctes)
		if s.ctes == nil {
			s.ctes = map[string]*selection{}
		}
		cte := n.GetCommonTableExpr()
		named := &selection{query: cte.GetCtequery().GetSelectStmt(), scope: before, columns: names(cte.GetAliascolnames())}
		if named.query == nil {
			named.reason = "it comes from what another statement returns"
		}
		if with.GetRecursive() {
			named = &selection{reason: "it comes from a recursive query"}
		}
		s.ctes[cte.GetCtename()] = named
	}
}

// addFrom adds the row sources of a FROM or USING.
func (s *scope) addFrom(from []*sqltree.Node) {
	for _, n := range from {
		s.addItem(n)
	}
}

func (s *scope) addItem(n *sqltree.Node) {
	switch f := n.GetNode().(type) {
	case *sqltree.Node_RangeVar:
		s.items = append(s.items, s.tableItem(f.RangeVar))
	case *sqltree.Node_JoinExpr:
		s.addItem(f.JoinExpr.GetLarg())
		s.addItem(f.JoinExpr.GetRarg())
	case *sqltree.Node_RangeSubselect:
		sub := f.RangeSubselect
		s.items = append(s.items, &item{alias: sub.GetAlias().GetAliasname(), rows: &selection{
			query: sub.GetSubquery().GetSelectStmt(), scope: s.outerFor(), columns: names(sub.GetAlias().GetColnames()),
		}})
	case *sqltree.Node_RangeFunction:
		s.items = append(s.items, &item{alias: f.RangeFunction.GetAlias().GetAliasname(), unread: "it comes from a function in FROM"})
	default:
		s.items = append(s.items, &item{unread: "it comes from a row source of an unusual kind"})
	}
}

// outerFor returns the scope of a sub-select in FROM: it sees what is around
// the query and its WITH, but not its neighbours.
func (s *scope) outerFor() *scope {
	around := *s
	around.items = nil
	return &around
}

func (s *scope) tableItem(rv *sqltree.RangeVar) *item {
	alias := rv.GetAlias().GetAliasname()
	if alias == "" {
		alias = rv.GetRelname()
	}
	if rv.GetSchemaname() == "" {
		if cte := s.cte(rv.GetRelname()); cte != nil {
			return &item{alias: alias, rows: cte}
		}
	}
	name := schema.Name{Schema: rv.GetSchemaname(), Name: rv.GetRelname()}
	if t := s.reader.db.Table(name, s.session.path); t != nil {
		return &item{alias: alias, table: t}
	}
	if v := s.reader.db.View(name, s.session.path); v != nil {
		if rows := s.reader.viewRows(v, s); rows != nil {
			return &item{alias: alias, rows: rows}
		}
	}
	return &item{alias: alias, unread: name.String() + " is no table that was read"}
}

// conditions returns every condition of a query's joins.
func conditions(from []*sqltree.Node) []*sqltree.Node {
	var all []*sqltree.Node
	for _, n := range from {
		join := n.GetJoinExpr()
		if join == nil {
			continue
		}
		// Only an inner join's condition binds every row of both sides.
		if join.GetQuals() != nil && join.GetJointype() == sqltree.JoinType_JOIN_INNER {
			all = append(all, join.GetQuals())
		}
		all = append(all, conditions([]*sqltree.Node{join.GetLarg(), join.GetRarg()})...)
	}
	return all
}

func names(list []*sqltree.Node) []string {
	var all []string
	for _, n := range list {
		all = append(all, n.GetString_().GetSval())
	}
	return all
}
