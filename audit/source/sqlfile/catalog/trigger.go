package catalog

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// trigger is a trigger of a table; the function is known by name, which
// another script may give a body.
type trigger struct {
	schema.Trigger
	place fact.Place
}

func (r *reader) createTrigger(st *sqltree.CreateTrigStmt) error {
	t := lookup(r, r.tables, nameOf(st.GetRelation()))
	if t == nil {
		if lookup(r, r.views, nameOf(st.GetRelation())) != nil {
			return nil // INSTEAD OF, on a view
		}
		return refused("no table %s is known here", nameOf(st.GetRelation()))
	}
	if slices.ContainsFunc(t.triggers, func(other *trigger) bool { return other.Name == st.GetTrigname() }) {
		if !st.GetReplace() {
			return idle("%s has a trigger %s already", t.name, st.GetTrigname())
		}
		t.dropTrigger(st.GetTrigname())
	}
	g := &trigger{place: r.place(0)}
	g.Name, g.Row, g.Constraint, g.Enabled = st.GetTrigname(), st.GetRow(), st.GetIsconstraint(), true
	g.Function = r.routineName(qualified(st.GetFuncname()))
	g.Args = texts(st.GetArgs())
	g.When = expressionText(st.GetWhenClause())
	g.Timing = timing(st.GetTiming())
	g.Events = events(st.GetEvents())
	t.triggers = append(t.triggers, g)
	return nil
}

func timing(bits int32) string {
	switch {
	case bits&sqltree.TriggerBefore != 0:
		return "before"
	case bits&sqltree.TriggerInstead != 0:
		return "instead of"
	}
	return "after"
}

func events(bits int32) []string {
	var all []string
	for _, event := range []struct {
		bit  int32
		name string
	}{
		{sqltree.TriggerInsert, "insert"}, {sqltree.TriggerUpdate, "update"},
		{sqltree.TriggerDelete, "delete"}, {sqltree.TriggerTruncate, "truncate"},
	} {
		if bits&event.bit != 0 {
			all = append(all, event.name)
		}
	}
	return all
}

func (t *table) dropTrigger(name string) bool {
	before := len(t.triggers)
	t.triggers = slices.DeleteFunc(t.triggers, func(g *trigger) bool { return g.Name == name })
	return len(t.triggers) < before
}

func isTriggerCommand(kind sqltree.AlterTableType) bool {
	switch kind {
	case sqltree.AlterTableType_AT_EnableTrig, sqltree.AlterTableType_AT_EnableAlwaysTrig, sqltree.AlterTableType_AT_EnableReplicaTrig,
		sqltree.AlterTableType_AT_DisableTrig, sqltree.AlterTableType_AT_EnableTrigAll, sqltree.AlterTableType_AT_DisableTrigAll,
		sqltree.AlterTableType_AT_EnableTrigUser, sqltree.AlterTableType_AT_DisableTrigUser,
		sqltree.AlterTableType_AT_EnableRule, sqltree.AlterTableType_AT_EnableAlwaysRule, sqltree.AlterTableType_AT_EnableReplicaRule,
		sqltree.AlterTableType_AT_DisableRule:
		return true
	}
	return false
}

// enable switches triggers and rules on and off. One enabled for replicas
// alone still fires where changes are replayed, so it counts as enabled.
func (t *table) enable(cmd *sqltree.AlterTableCmd) error {
	switch cmd.GetSubtype() {
	case sqltree.AlterTableType_AT_EnableRule, sqltree.AlterTableType_AT_EnableAlwaysRule, sqltree.AlterTableType_AT_EnableReplicaRule:
		return t.rules.enable(t.name, cmd.GetName(), true)
	case sqltree.AlterTableType_AT_DisableRule:
		return t.rules.enable(t.name, cmd.GetName(), false)
	case sqltree.AlterTableType_AT_DisableTrig:
		return t.enableTrigger(cmd.GetName(), false)
	case sqltree.AlterTableType_AT_DisableTrigAll, sqltree.AlterTableType_AT_DisableTrigUser:
		return t.enableTrigger("", false)
	case sqltree.AlterTableType_AT_EnableTrigAll, sqltree.AlterTableType_AT_EnableTrigUser:
		return t.enableTrigger("", true)
	}
	return t.enableTrigger(cmd.GetName(), true)
}

// enableTrigger switches one trigger, or all when no name is given.
func (t *table) enableTrigger(name string, on bool) error {
	found := name == ""
	for _, g := range t.triggers {
		if name == "" || g.Name == name {
			g.Enabled, found = on, true
		}
	}
	if !found {
		return refused("%s has no trigger %s", t.name, name)
	}
	return nil
}
