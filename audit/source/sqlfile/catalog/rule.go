package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

func (r *reader) createRule(st *sqltree.RuleStmt) error {
	t := lookup(r, r.tables, nameOf(st.GetRelation()))
	if t == nil {
		if lookup(r, r.views, nameOf(st.GetRelation())) != nil {
			return nil
		}
		return refused("no table %s is known here", nameOf(st.GetRelation()))
	}
	enabled := true
	if i := slices.IndexFunc(t.rules, func(u *schema.Rule) bool { return u.Name == st.GetRulename() }); i >= 0 {
		if !st.GetReplace() {
			return idle("%s has a rule %s already", t.name, st.GetRulename())
		}
		enabled = t.rules[i].Enabled
		t.dropRule(st.GetRulename())
	}
	var actions []string
	for _, n := range st.GetActions() {
		actions = append(actions, r.statementText(n))
	}
	t.rules = append(t.rules, &schema.Rule{
		Name: st.GetRulename(), Event: event(st.GetEvent()), Instead: st.GetInstead(),
		Actions: strings.Join(actions, "; "), Enabled: enabled, Place: r.place(0),
	})
	return nil
}

func event(kind sqltree.CmdType) string {
	switch kind {
	case sqltree.CmdType_CMD_INSERT:
		return "insert"
	case sqltree.CmdType_CMD_UPDATE:
		return "update"
	case sqltree.CmdType_CMD_DELETE:
		return "delete"
	}
	return "select"
}
