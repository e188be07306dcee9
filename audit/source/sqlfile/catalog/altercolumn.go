package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

func isColumnCommand(kind sqltree.AlterTableType) bool {
	switch kind {
	case sqltree.AlterTableType_AT_ColumnDefault, sqltree.AlterTableType_AT_CookedColumnDefault,
		sqltree.AlterTableType_AT_DropNotNull, sqltree.AlterTableType_AT_SetNotNull,
		sqltree.AlterTableType_AT_SetExpression, sqltree.AlterTableType_AT_DropExpression,
		sqltree.AlterTableType_AT_AlterColumnType,
		sqltree.AlterTableType_AT_AddIdentity, sqltree.AlterTableType_AT_SetIdentity, sqltree.AlterTableType_AT_DropIdentity,
		sqltree.AlterTableType_AT_SetStatistics, sqltree.AlterTableType_AT_SetOptions, sqltree.AlterTableType_AT_ResetOptions,
		sqltree.AlterTableType_AT_SetStorage, sqltree.AlterTableType_AT_SetCompression, sqltree.AlterTableType_AT_AlterColumnGenericOptions:
		return true
	}
	return false
}

// alterColumn applies ALTER COLUMN to a table and to those below it.
func (r *reader) alterColumn(t *table, cmd *sqltree.AlterTableCmd, rv *sqltree.RangeVar) error {
	if cmd.GetName() != "" && t.column(cmd.GetName()) == nil {
		return refused("%s has no column %s", t.name, cmd.GetName())
	}
	if cmd.GetSubtype() == sqltree.AlterTableType_AT_DropNotNull && primaryKeyHas(t, cmd.GetName()) {
		return refused("column %s of %s is part of the primary key and can't be NULL", cmd.GetName(), t.name)
	}
	for _, one := range t.family(rv) {
		if c := one.column(cmd.GetName()); c != nil {
			if err := r.alterOne(one, c, cmd); err != nil {
				return err
			}
		}
	}
	return nil
}

func primaryKeyHas(t *table, name string) bool {
	primary := t.primaryKey()
	return primary != nil && slices.ContainsFunc(primary.columns, func(c fact.IndexColumn) bool { return c.Column == name })
}

func (r *reader) alterOne(t *table, c *column, cmd *sqltree.AlterTableCmd) error {
	def := cmd.GetDef()
	switch cmd.GetSubtype() {
	case sqltree.AlterTableType_AT_ColumnDefault:
		if c.generated || c.identity {
			return refused("column %s of %s makes its own values and takes no default", c.name, t.name)
		}
		if err := checkDefault(def); err != nil {
			return err
		}
		c.def = defaultText(def)
	case sqltree.AlterTableType_AT_SetNotNull:
		c.notNull = true
		if t.notNullConstraint(c.name) == nil {
			t.constraints = append(t.constraints, &constraint{name: t.constraintName(c.name, "not_null"), columns: []string{c.name}, notNull: true})
		}
	case sqltree.AlterTableType_AT_DropNotNull:
		c.notNull = false
		t.constraints = without(t.constraints, t.notNullConstraint(c.name))
	case sqltree.AlterTableType_AT_SetExpression:
		c.def, c.generated = expressionText(def), true
	case sqltree.AlterTableType_AT_DropExpression:
		c.def, c.generated = "", false
	case sqltree.AlterTableType_AT_AlterColumnType:
		c.typ, c.of = r.typeText(def.GetColumnDef().GetTypeName())
	case sqltree.AlterTableType_AT_AddIdentity:
		c.identity, c.notNull = true, true
	case sqltree.AlterTableType_AT_DropIdentity:
		c.identity = false
	}
	return nil
}

// dropColumn drops a column of a table and of those below it that have it
// from there, with the indexes and constraints over it.
func (r *reader) dropColumn(t *table, cmd *sqltree.AlterTableCmd, rv *sqltree.RangeVar) error {
	name := cmd.GetName()
	if t.column(name) == nil {
		if cmd.GetMissingOk() {
			return nil
		}
		return refused("%s has no column %s", t.name, name)
	}
	if t.column(name).inherited {
		return refused("column %s of %s is inherited and can't be dropped there", name, t.name)
	}
	if t.key != nil && slices.Contains(t.key.Uses, name) {
		return refused("%s is partitioned by column %s", t.name, name)
	}
	if err := r.releaseReferences(t, cmd.GetBehavior(), func(f *foreignKey) bool { return slices.Contains(f.refColumns, name) }); err != nil {
		return err
	}
	for _, one := range t.family(rv) {
		c := one.column(name)
		if c == nil {
			continue
		}
		if one != t && (c.local || one.otherwiseInherits(t, name)) && one.bound == nil {
			c.inherited = one.otherwiseInherits(t, name)
			continue
		}
		r.removeColumn(one, c)
	}
	if rv != nil && !rv.GetInh() {
		for _, child := range t.children {
			if c := child.column(name); c != nil {
				c.inherited, c.local = child.otherwiseInherits(t, name), true
			}
		}
	}
	return nil
}

// otherwiseInherits reports whether a table has a column from another parent
// than one.
func (t *table) otherwiseInherits(one *table, name string) bool {
	return slices.ContainsFunc(t.parents, func(parent *table) bool { return parent != one && parent.column(name) != nil })
}

func (c *Catalog) removeColumn(t *table, gone *column) {
	t.columns = without(t.columns, gone)
	for _, x := range slices.Clone(t.indexes) {
		if x.uses(gone.name) {
			c.dropIndex(x)
		}
	}
	t.constraints = slices.DeleteFunc(t.constraints, func(k *constraint) bool {
		return slices.Contains(k.columns, gone.name) || k.foreign != nil && slices.Contains(k.foreign.columns, gone.name)
	})
}

// dropConstraint drops a constraint with its index.
func (r *reader) dropConstraint(t *table, cmd *sqltree.AlterTableCmd, rv *sqltree.RangeVar) error {
	k := t.constraint(cmd.GetName())
	if k == nil {
		if cmd.GetMissingOk() {
			return nil
		}
		return refused("%s has no constraint %s", t.name, cmd.GetName())
	}
	if k.index != nil && k.index.parent != nil {
		return refused("constraint %s of %s belongs to the table it is a partition of", k.name, t.name)
	}
	if k.notNull {
		for _, one := range t.family(rv) {
			if c := one.column(k.columns[0]); c != nil {
				c.notNull = primaryKeyHas(one, c.name)
				one.constraints = without(one.constraints, one.notNullConstraint(c.name))
			}
		}
		return nil
	}
	if k.index == nil {
		t.constraints = without(t.constraints, k)
		return nil
	}
	served := func(f *foreignKey) bool { return slices.Equal(f.refColumns, k.index.plainColumns()) }
	if err := r.releaseReferences(t, cmd.GetBehavior(), served); err != nil {
		return err
	}
	r.dropIndex(k.index)
	return nil
}
