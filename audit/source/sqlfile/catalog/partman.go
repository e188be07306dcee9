package catalog

import (
	"slices"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// createParent follows pg_partman's create_parent, whose third parameter was
// the kind of partitioning up to version 4 and is the interval since 5.
func (r *reader) createParent(f *sqltree.FuncCall) error {
	given := arguments(f, "p_parent_table", "p_control", "p_interval", "p_type", "p_epoch")
	if kind, known := r.constant(given["p_interval"]); known && isPartmanType(kind) {
		given = arguments(f, "p_parent_table", "p_control", "p_type", "p_interval")
	}
	parent, known := r.constant(given["p_parent_table"])
	if !known {
		return refused("pg_partman gets a table here whose name is not constant")
	}
	set := &schema.PartmanSet{Parent: r.partmanName(parent), Epoch: "none", Place: r.place(0)}
	set.Control, _ = r.constant(given["p_control"])
	set.Interval, _ = r.constant(given["p_interval"])
	if epoch, known := r.constant(given["p_epoch"]); known {
		set.Epoch = epoch
	}
	r.addPartman(set)
	return nil
}

func isPartmanType(text string) bool {
	switch text {
	case "native", "partman", "range", "list", "time", "id", "time-custom", "time-static", "time-dynamic":
		return true
	}
	return false
}

// partmanName reads a table's name as pg_partman keeps it, in full.
func (r *reader) partmanName(text string) schema.Name {
	name := schema.SplitName(text)
	if t := lookup(r, r.tables, name); t != nil {
		return t.name
	}
	return r.presumed(name)
}

func (r *reader) addPartman(set *schema.PartmanSet) {
	r.partman = slices.DeleteFunc(r.partman, func(other *schema.PartmanSet) bool { return other.Parent == set.Parent })
	r.partman = append(r.partman, set)
}

func (r *reader) insertPartConfig(st *sqltree.InsertStmt) error {
	rows := insertedRows(st)
	for _, row := range rows {
		parent, known := r.constant(row["parent_table"])
		if !known {
			return refused("part_config gets a row here whose table is not constant")
		}
		set := &schema.PartmanSet{Parent: r.partmanName(parent), Epoch: "none"}
		if err := r.setPartman(set, row); err != nil {
			return err
		}
		r.addPartman(set)
	}
	if len(rows) == 0 {
		return refused("part_config gets rows here in a way that was not made sense of")
	}
	return nil
}

// setPartman applies the columns of part_config that matter to a set.
func (r *reader) setPartman(set *schema.PartmanSet, row map[string]*sqltree.Node) error {
	set.Place = r.place(0)
	r.fill(&set.Control, row["control"])
	r.fill(&set.Epoch, row["epoch"])
	r.fill(&set.Interval, row["partition_interval"])
	if !r.fill(&set.Retention, row["retention"]) {
		return refused("the retention of %s is set here to something that is not constant", set.Parent)
	}
	return nil
}

// fill sets a field to the constant that is given, if one is, and reports
// whether it could be read.
func (r *reader) fill(field *string, n *sqltree.Node) bool {
	text, known := r.constant(n)
	if known || n.GetAConst().GetIsnull() {
		*field = text
	}
	return n == nil || known || n.GetAConst().GetIsnull()
}

// updatePartConfig follows UPDATE part_config SET retention = … for the sets
// that the condition names, or for all without one.
func (r *reader) updatePartConfig(st *sqltree.UpdateStmt) error {
	row := map[string]*sqltree.Node{}
	for _, n := range st.GetTargetList() {
		row[n.GetResTarget().GetName()] = n.GetResTarget().GetVal()
	}
	where := st.GetWhereClause()
	if where == nil {
		for _, set := range r.partman {
			if err := r.setPartman(set, row); err != nil {
				return err
			}
		}
		return nil
	}
	names, known := r.namedBy(where, "parent_table")
	if !known {
		return refused("part_config is changed here by a condition that was not made sense of")
	}
	for _, text := range names {
		name := r.partmanName(text)
		i := slices.IndexFunc(r.partman, func(set *schema.PartmanSet) bool { return set.Parent == name })
		if i < 0 {
			r.addPartman(&schema.PartmanSet{Parent: name, Epoch: "none"})
			i = len(r.partman) - 1
		}
		if err := r.setPartman(r.partman[i], row); err != nil {
			return err
		}
	}
	return nil
}

// namedBy returns the constants that a condition compares a column with, by
// equality or IN.
func (r *reader) namedBy(where *sqltree.Node, column string) (names []string, known bool) {
	e := where.GetAExpr()
	if name, _ := lastField(e.GetLexpr().GetColumnRef().GetFields()); name != column || qualified(e.GetName()).Name != "=" {
		return nil, false
	}
	values := []*sqltree.Node{e.GetRexpr()}
	switch e.GetKind() {
	case sqltree.A_Expr_Kind_AEXPR_OP:
	case sqltree.A_Expr_Kind_AEXPR_IN:
		values = e.GetRexpr().GetList().GetItems()
	default:
		return nil, false
	}
	for _, n := range values {
		text, known := r.constant(n)
		if !known {
			return nil, false
		}
		names = append(names, text)
	}
	return names, true
}
