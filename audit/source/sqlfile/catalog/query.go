package catalog

import "idemaudit/audit/sqltree"

// queryColumns tells the columns that a query gives, with their types where
// they come from a table or a cast.
func (r *reader) queryColumns(query *sqltree.SelectStmt) []*column {
	for query.GetLarg() != nil {
		query = query.GetLarg()
	}
	sources := r.sources(query.GetFromClause())
	var columns []*column
	for _, n := range query.GetTargetList() {
		target := n.GetResTarget()
		if fields := target.GetVal().GetColumnRef().GetFields(); len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil {
			columns = append(columns, starColumns(sources, texts(fields[:len(fields)-1]))...)
			continue
		}
		c := r.valueColumn(sources, target.GetVal())
		c.name, _ = targetName(target)
		if c.name == "" {
			c.name = "?column?"
		}
		columns = append(columns, c)
	}
	return columns
}

// source is a table that a query reads, under the name it has there.
type source struct {
	name  string
	table *table
}

func (r *reader) sources(from []*sqltree.Node) []source {
	var all []source
	for _, n := range from {
		if join := n.GetJoinExpr(); join != nil {
			all = append(all, r.sources([]*sqltree.Node{join.GetLarg(), join.GetRarg()})...)
			continue
		}
		rv := n.GetRangeVar()
		if t := lookup(r, r.tables, nameOf(rv)); rv != nil && t != nil {
			name := rv.GetAlias().GetAliasname()
			if name == "" {
				name = rv.GetRelname()
			}
			all = append(all, source{name, t})
		}
	}
	return all
}

// starColumns copies the columns of the tables that a star stands for. A table
// made of a query takes over names and types alone.
func starColumns(sources []source, of []string) []*column {
	var columns []*column
	for _, s := range sources {
		if len(of) > 0 && s.name != of[len(of)-1] {
			continue
		}
		for _, c := range s.table.columns {
			columns = append(columns, &column{name: c.name, typ: c.typ, of: c.of, local: true})
		}
	}
	return columns
}

func (r *reader) valueColumn(sources []source, value *sqltree.Node) *column {
	made := &column{local: true}
	if cast := value.GetTypeCast(); cast != nil {
		made.typ, made.of = r.typeText(cast.GetTypeName())
		return made
	}
	fields := texts(value.GetColumnRef().GetFields())
	for _, s := range sources {
		if len(fields) == 0 || len(fields) > 1 && s.name != fields[len(fields)-2] {
			continue
		}
		if c := s.table.column(fields[len(fields)-1]); c != nil {
			made.typ, made.of = c.typ, c.of
			return made
		}
	}
	return made
}
