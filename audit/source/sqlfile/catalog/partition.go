package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// partitionKey reads PARTITION BY.
func partitionKey(spec *sqltree.PartitionSpec) *fact.Partitions {
	key := &fact.Partitions{Strategy: "range"}
	switch spec.GetStrategy() {
	case sqltree.PartitionStrategy_PARTITION_STRATEGY_LIST:
		key.Strategy = "list"
	case sqltree.PartitionStrategy_PARTITION_STRATEGY_HASH:
		key.Strategy = "hash"
	}
	for _, n := range spec.GetPartParams() {
		e := n.GetPartitionElem()
		used := []string{e.GetName()}
		if e.GetExpr() == nil {
			key.Columns = append(key.Columns, e.GetName())
		} else {
			key.Columns = append(key.Columns, expressionText(e.GetExpr()))
			used = columnsRead(e.GetExpr())
		}
		key.Uses = append(key.Uses, used...)
	}
	return key
}

// checkKey refuses a partition key over columns that the table has not.
func (t *table) checkKey() error {
	for _, name := range t.key.Uses {
		if t.column(name) == nil {
			return refused("%s has no column %s to be partitioned by", t.name, name)
		}
	}
	if t.key.Strategy == "list" && len(t.key.Columns) > 1 {
		return refused("%s is partitioned by list, which takes one column", t.name)
	}
	return nil
}

// checkUnique refuses a unique index that PostgreSQL can't hold over all
// partitions: it must have every column that the table is partitioned by.
func (t *table) checkUnique(x *index) error {
	if t.key == nil || !x.unique {
		return nil
	}
	for _, name := range t.key.Columns {
		if !slices.ContainsFunc(x.columns, func(c fact.IndexColumn) bool { return c.Column == name }) {
			return refused("PostgreSQL refuses a unique index on partitioned table %s that is not also over %s, which it is partitioned by", t.name, name)
		}
	}
	return nil
}

// admits refuses a table as a partition where PostgreSQL does: for a bound of
// another kind, a second default, or because a unique index can't be kept.
func (t *table) admits(child *table, bound *sqltree.PartitionBoundSpec) error {
	if !fitsStrategy(t, bound) {
		return refused("%s is partitioned by %s, and the bound of %s is of another kind", t.name, t.key.Strategy, child.name)
	}
	isDefault := func(other *table) bool { return other.bound != nil && other.bound.Default }
	if bound.GetIsDefault() && slices.ContainsFunc(t.children, isDefault) {
		return refused("%s has a default partition already", t.name)
	}
	for _, x := range t.indexes {
		if err := child.checkUnique(x); err != nil {
			return err
		}
	}
	return nil
}

// attach makes a table a partition.
func (r *reader) attach(parent *table, cmd *sqltree.PartitionCmd) error {
	child, err := r.table(cmd.GetName())
	switch {
	case err != nil:
		return err
	case parent.key == nil:
		return refused("%s is not partitioned", parent.name)
	case len(child.parents) > 0 || child == parent || slices.Contains(child.family(nil), parent),
		child.key == nil && len(child.children) > 0:
		return refused("%s can't become a partition of %s", child.name, parent.name)
	}
	if err := child.matches(parent); err != nil {
		return err
	}
	if err := parent.admits(child, cmd.GetBound()); err != nil {
		return err
	}
	for _, c := range child.columns {
		if parent.column(c.name) == nil {
			return refused("%s has a column %s, which %s has not", child.name, c.name, parent.name)
		}
	}
	child.parents = append(child.parents, parent)
	parent.children = append(parent.children, child)
	child.bound = r.partitionBound(parent, cmd.GetBound())
	for _, c := range parent.columns {
		if own := child.column(c.name); own != nil {
			own.inherited, own.local = true, false
		}
	}
	r.cloneIndexes(parent, child, r.place(0))
	return nil
}

func (r *reader) detach(parent *table, cmd *sqltree.PartitionCmd) error {
	child, err := r.table(cmd.GetName())
	if err != nil {
		return err
	}
	if child.bound == nil || !slices.Contains(child.parents, parent) {
		return refused("%s is no partition of %s", child.name, parent.name)
	}
	r.disinherit(parent, child)
	return nil
}

// cloneIndexes gives a partition an index like each of its parent's, where it
// has none.
func (r *reader) cloneIndexes(parent, child *table, at fact.Place) {
	for _, x := range slices.Clone(parent.indexes) {
		r.attachLike(x, child, at)
	}
}

// attachLike attaches an index of a partition to one of its parent: one that
// is there and fits, or a new one.
func (r *reader) attachLike(x *index, child *table, at fact.Place) {
	if child.kind == schema.ForeignKind {
		return
	}
	fits := func(own *index) bool {
		return own.parent == nil && (own.constrains || !x.constrains) && (own.primary || !x.primary) && sameIndex([]*index{x}, own) != nil
	}
	if i := slices.IndexFunc(child.indexes, fits); i >= 0 {
		attachIndex(x, child.indexes[i])
		return
	}
	attachIndex(x, r.cloneIndex(x, child, at))
}

func attachIndex(parent, child *index) {
	child.parent = parent
	parent.children = append(parent.children, child)
}

// cloneIndex makes an index like another on a table, with a name of its own,
// and on the table's partitions.
func (r *reader) cloneIndex(x *index, t *table, at fact.Place) *index {
	clone := &index{
		place: at, columns: slices.Clone(x.columns), columnNames: slices.Clone(x.columnNames), included: slices.Clone(x.included),
		predicate: x.predicate, unique: x.unique, primary: x.primary, constrains: x.constrains, deferrable: x.deferrable,
		nullsNotDistinct: x.nullsNotDistinct, chosen: true,
	}
	clone.name = r.indexName(t, clone)
	r.addIndex(t, clone)
	if x.primary {
		for _, c := range x.columns {
			setNotNull(t, c.Column, nil)
		}
	}
	if t.key != nil {
		r.spread(clone, t, at)
	}
	return clone
}

// spread gives every partition of a table an index like one of the table's.
func (r *reader) spread(x *index, t *table, at fact.Place) {
	for _, child := range t.children {
		r.attachLike(x, child, at)
	}
	for _, own := range x.children {
		x.invalid = x.invalid || own.invalid
	}
}

// attachIndexStatement is ALTER INDEX … ATTACH PARTITION.
func (r *reader) attachIndexStatement(st *sqltree.AlterTableStmt) error {
	parent := lookup(r, r.indexes, nameOf(st.GetRelation()))
	for _, n := range st.GetCmds() {
		cmd := n.GetAlterTableCmd()
		if cmd.GetSubtype() != sqltree.AlterTableType_AT_AttachPartition {
			continue // storage and statistics
		}
		name := nameOf(cmd.GetDef().GetPartitionCmd().GetName())
		child := lookup(r, r.indexes, name)
		switch {
		case parent == nil || child == nil:
			return refused("no indexes %s and %s are known here", nameOf(st.GetRelation()), name)
		case child.parent == parent:
			return nil
		case child.parent != nil || !slices.Contains(child.table.parents, parent.table) || sameIndex([]*index{parent}, child) == nil:
			return refused("index %s can't be attached to %s", child.name, parent.name)
		}
		attachIndex(parent, child)
		if parent.invalid {
			parent.validate()
		}
	}
	return nil
}
