package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// rules are the rewrite rules of a table or a view.
type rules struct{ all []*schema.Rule }

func (u *rules) find(name string) *schema.Rule {
	for _, one := range u.all {
		if one.Name == name {
			return one
		}
	}
	return nil
}

func (u *rules) dropRule(name string) bool {
	before := len(u.all)
	u.all = slices.DeleteFunc(u.all, func(one *schema.Rule) bool { return one.Name == name })
	return len(u.all) < before
}

func (u *rules) enable(of schema.Name, name string, on bool) error {
	one := u.find(name)
	if one == nil {
		return refused("%s has no rule %s", of, name)
	}
	one.Enabled = on
	return nil
}

// rulesOf returns the rules of the table or view that a name means.
func (r *reader) rulesOf(name schema.Name) *rules {
	if t := lookup(r, r.tables, name); t != nil {
		return &t.rules
	}
	if v := lookup(r, r.views, name); v != nil {
		return &v.rules
	}
	return nil
}

func (r *reader) createRule(st *sqltree.RuleStmt) error {
	of := nameOf(st.GetRelation())
	has := r.rulesOf(of)
	if has == nil {
		return refused("no table %s is known here", of)
	}
	enabled := true
	if old := has.find(st.GetRulename()); old != nil {
		if !st.GetReplace() {
			return idle("%s has a rule %s already", of, st.GetRulename())
		}
		enabled = old.Enabled
		has.dropRule(old.Name)
	}
	var actions []string
	for _, n := range st.GetActions() {
		actions = append(actions, r.statementText(n))
	}
	has.all = append(has.all, &schema.Rule{
		Name: st.GetRulename(), Event: event(st.GetEvent()), When: expressionText(st.GetWhereClause()), Instead: st.GetInstead(),
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
