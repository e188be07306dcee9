package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// alterTable applies ALTER TABLE, and what other ALTER statements the grammar
// reads as one.
func (r *reader) alterTable(st *sqltree.AlterTableStmt) error {
	switch st.GetObjtype() {
	case sqltree.ObjectType_OBJECT_INDEX:
		return r.attachIndexStatement(st)
	case sqltree.ObjectType_OBJECT_TABLE, sqltree.ObjectType_OBJECT_FOREIGN_TABLE:
	case sqltree.ObjectType_OBJECT_TYPE:
		return r.alterComposite(st)
	default:
		return nil // views, sequences: nothing that is kept here
	}
	t := lookup(r, r.tables, nameOf(st.GetRelation()))
	if t == nil {
		if st.GetMissingOk() || lookup(r, r.views, nameOf(st.GetRelation())) != nil || lookup(r, r.others, nameOf(st.GetRelation())) {
			return nil
		}
		return refused("no table %s is known here", nameOf(st.GetRelation()))
	}
	for _, n := range st.GetCmds() {
		if err := r.alter(t, n.GetAlterTableCmd(), st.GetRelation()); err != nil && alterOnlyAdds(st) {
			return idle("%s", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// alterOnlyAdds reports whether an ALTER TABLE does no more than add columns
// and constraints other than foreign keys, which may cascade. One that is
// refused then ends no record.
func alterOnlyAdds(st *sqltree.AlterTableStmt) bool {
	for _, n := range st.GetCmds() {
		cmd := n.GetAlterTableCmd()
		constraints := cmd.GetDef().GetColumnDef().GetConstraints()
		switch cmd.GetSubtype() {
		case sqltree.AlterTableType_AT_AddColumn:
		case sqltree.AlterTableType_AT_AddConstraint:
			constraints = []*sqltree.Node{cmd.GetDef()}
		default:
			return false
		}
		if slices.ContainsFunc(constraints, func(n *sqltree.Node) bool { return n.GetConstraint().GetContype() == sqltree.ConstrType_CONSTR_FOREIGN }) {
			return false
		}
	}
	return true
}

// alter applies one part of ALTER TABLE.
func (r *reader) alter(t *table, cmd *sqltree.AlterTableCmd, rv *sqltree.RangeVar) error {
	switch cmd.GetSubtype() {
	case sqltree.AlterTableType_AT_AddColumn:
		return r.alterAddColumn(t, cmd, rv)
	case sqltree.AlterTableType_AT_DropColumn:
		return r.dropColumn(t, cmd, rv)
	case sqltree.AlterTableType_AT_AddConstraint:
		return r.addConstraints(t, []pending{{constraint: cmd.GetDef().GetConstraint()}}, rv)
	case sqltree.AlterTableType_AT_DropConstraint:
		return r.dropConstraint(t, cmd, rv)
	case sqltree.AlterTableType_AT_AlterConstraint:
		return r.alterConstraint(t, cmd)
	case sqltree.AlterTableType_AT_SetLogged:
		t.persistence = fact.Permanent
	case sqltree.AlterTableType_AT_SetUnLogged:
		t.persistence = fact.Unlogged
	case sqltree.AlterTableType_AT_EnableRowSecurity, sqltree.AlterTableType_AT_DisableRowSecurity:
		t.policies.inForce = cmd.GetSubtype() == sqltree.AlterTableType_AT_EnableRowSecurity
		return nil
	case sqltree.AlterTableType_AT_AttachPartition:
		return r.attach(t, cmd.GetDef().GetPartitionCmd())
	case sqltree.AlterTableType_AT_DetachPartition:
		return r.detach(t, cmd.GetDef().GetPartitionCmd())
	case sqltree.AlterTableType_AT_AddInherit, sqltree.AlterTableType_AT_DropInherit:
		return r.alterInherit(t, cmd)
	}
	if isTriggerCommand(cmd.GetSubtype()) {
		return t.enable(cmd)
	}
	if isColumnCommand(cmd.GetSubtype()) {
		return r.alterColumn(t, cmd, rv)
	}
	if changesNothing(cmd.GetSubtype()) {
		return nil
	}
	return refused("%s is changed in a way that is not followed here", t.name)
}

// changesNothing tells the parts of ALTER TABLE that have no effect on what
// is kept here.
func changesNothing(kind sqltree.AlterTableType) bool {
	return slices.Contains([]sqltree.AlterTableType{
		sqltree.AlterTableType_AT_ValidateConstraint,
		sqltree.AlterTableType_AT_ChangeOwner,
		sqltree.AlterTableType_AT_ClusterOn,
		sqltree.AlterTableType_AT_DropCluster,
		sqltree.AlterTableType_AT_DropOids,
		sqltree.AlterTableType_AT_SetAccessMethod,
		sqltree.AlterTableType_AT_SetTableSpace,
		sqltree.AlterTableType_AT_SetRelOptions,
		sqltree.AlterTableType_AT_ResetRelOptions,
		sqltree.AlterTableType_AT_ReplaceRelOptions,
		sqltree.AlterTableType_AT_AddOf,
		sqltree.AlterTableType_AT_DropOf,
		sqltree.AlterTableType_AT_ReplicaIdentity,
		sqltree.AlterTableType_AT_ForceRowSecurity,
		sqltree.AlterTableType_AT_NoForceRowSecurity,
		sqltree.AlterTableType_AT_GenericOptions,
		sqltree.AlterTableType_AT_DetachPartitionFinalize,
	}, kind)
}

func (r *reader) alterAddColumn(t *table, cmd *sqltree.AlterTableCmd, rv *sqltree.RangeVar) error {
	def := cmd.GetDef().GetColumnDef()
	if t.column(def.GetColname()) != nil {
		if cmd.GetMissingOk() {
			return nil
		}
		return idle("%s has a column %s already", t.name, def.GetColname())
	}
	if len(t.children) > 0 && !rv.GetInh() {
		return refused("a column can't be added to %s alone, without the tables below it", t.name)
	}
	waiting, err := r.addColumn(t, def)
	if err != nil {
		return err
	}
	added := t.column(def.GetColname())
	if err := r.checkGenerated(t); err != nil {
		t.columns = without(t.columns, added)
		return err
	}
	for _, below := range t.family(rv)[1:] {
		if own := below.column(added.name); own != nil {
			own.inherited = true
			continue
		}
		copied := *added
		copied.inherited, copied.local = true, false
		below.columns = append(below.columns, &copied)
	}
	return r.addConstraints(t, waiting, rv)
}

func (r *reader) alterInherit(t *table, cmd *sqltree.AlterTableCmd) error {
	parent, err := r.table(cmd.GetDef().GetRangeVar())
	if err != nil {
		return err
	}
	if cmd.GetSubtype() == sqltree.AlterTableType_AT_DropInherit {
		r.disinherit(parent, t)
		return nil
	}
	if slices.Contains(t.family(nil), parent) || slices.Contains(t.parents, parent) {
		return refused("%s can't inherit from %s", t.name, parent.name)
	}
	if err := t.matches(parent); err != nil {
		return err
	}
	t.parents = append(t.parents, parent)
	parent.children = append(parent.children, t)
	for _, c := range parent.columns {
		t.column(c.name).inherited = true
	}
	return nil
}

// alterConstraint is ALTER CONSTRAINT, which can make a foreign key
// deferrable or not enforced; neither ends or guards a record.
func (r *reader) alterConstraint(t *table, cmd *sqltree.AlterTableCmd) error {
	name := cmd.GetDef().GetConstraint().GetConname()
	if t.constraint(name) == nil && name != "" {
		return refused("%s has no constraint %s", t.name, name)
	}
	return nil
}

// alterComposite is ALTER TYPE of a composite type, whose columns matter for
// tables made of it later.
func (r *reader) alterComposite(st *sqltree.AlterTableStmt) error {
	own := lookup(r, r.types, nameOf(st.GetRelation()))
	if own == nil {
		return nil
	}
	shell := &table{name: own.name, kind: schema.Plain, columns: own.columns}
	for _, n := range st.GetCmds() {
		if err := r.alter(shell, n.GetAlterTableCmd(), nil); err != nil {
			return err
		}
	}
	own.columns = shell.columns
	return nil
}
