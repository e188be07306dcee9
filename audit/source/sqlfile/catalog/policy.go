package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// policies are the row security policies of a table, and whether it obeys
// them.
type policies struct {
	inForce bool
	all     []*policy
}

type policy struct {
	schema.Policy
	reads bool // it is for SELECT, or for all commands
}

func (p *policies) findPolicy(name string) *policy {
	for _, one := range p.all {
		if one.Name == name {
			return one
		}
	}
	return nil
}

func (p *policies) dropPolicy(name string) bool {
	before := len(p.all)
	p.all = slices.DeleteFunc(p.all, func(one *policy) bool { return one.Name == name })
	return len(p.all) < before
}

func (r *reader) createPolicy(st *sqltree.CreatePolicyStmt) error {
	of := nameOf(st.GetTable())
	t := lookup(r, r.tables, of)
	if t == nil {
		return refused("no table %s is known here", of)
	}
	if t.findPolicy(st.GetPolicyName()) != nil {
		return idle("%s has a policy %s already", of, st.GetPolicyName())
	}
	command := strings.ToLower(st.GetCmdName())
	t.policies.all = append(t.policies.all, &policy{
		Policy: schema.Policy{
			Name: st.GetPolicyName(), Permissive: st.GetPermissive(), Everyone: isPublic(st.GetRoles()),
			Using: expressionText(st.GetQual()), Place: r.place(0),
		},
		reads: command == "" || command == "all" || command == "select",
	})
	return nil
}

// isPublic reports whether a policy is for everyone, as one is that names no
// role.
func isPublic(roles []*sqltree.Node) bool {
	return len(roles) == 0 || slices.ContainsFunc(roles, func(n *sqltree.Node) bool {
		return n.GetRoleSpec().GetRoletype() == sqltree.RoleSpecType_ROLESPEC_PUBLIC
	})
}

func (r *reader) alterPolicy(st *sqltree.AlterPolicyStmt) error {
	of := nameOf(st.GetTable())
	t := lookup(r, r.tables, of)
	if t == nil {
		return refused("no table %s is known here", of)
	}
	one := t.findPolicy(st.GetPolicyName())
	if one == nil {
		return refused("%s has no policy %s", of, st.GetPolicyName())
	}
	if len(st.GetRoles()) > 0 {
		one.Everyone = isPublic(st.GetRoles())
	}
	if st.GetQual() != nil {
		one.Using, one.Place = expressionText(st.GetQual()), r.place(0)
	}
	return nil
}

func (c *Catalog) exportPolicies(db *schema.Database, t *table) {
	if !t.policies.inForce && !c.anySecured {
		return
	}
	for _, one := range slices.SortedFunc(slices.Values(t.policies.all), func(a, b *policy) int { return strings.Compare(a.Name, b.Name) }) {
		if one.reads {
			exported := one.Policy
			exported.Table, exported.Place = t.name, named(one.Place, "policy "+one.Name+" on "+t.name.String())
			db.Policies = append(db.Policies, &exported)
		}
	}
}

func (r *reader) createEventTrigger(st *sqltree.CreateEventTrigStmt) error {
	if r.event(st.GetTrigname()) != nil {
		return idle("there is an event trigger %s already", st.GetTrigname())
	}
	r.events = append(r.events, &schema.EventTrigger{
		Name: st.GetTrigname(), Function: r.routineName(qualified(st.GetFuncname())), Enabled: true, Place: r.place(0),
	})
	return nil
}

func (r *reader) alterEventTrigger(st *sqltree.AlterEventTrigStmt) error {
	one := r.event(st.GetTrigname())
	if one == nil {
		return refused("there is no event trigger %s", st.GetTrigname())
	}
	one.Enabled = st.GetTgenabled() != "D"
	return nil
}

func (c *Catalog) event(name string) *schema.EventTrigger {
	for _, one := range c.events {
		if one.Name == name {
			return one
		}
	}
	return nil
}

func (r *reader) dropEventTrigger(st *sqltree.DropStmt, name string) error {
	one := r.event(name)
	if one == nil {
		return missing(st, "event trigger", schema.Name{Name: name})
	}
	r.events = slices.DeleteFunc(r.events, func(e *schema.EventTrigger) bool { return e == one })
	return nil
}
