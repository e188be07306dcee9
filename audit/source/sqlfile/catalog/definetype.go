package catalog

import (
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

func (r *reader) addType(name schema.Name, t *userType) error {
	full, err := r.creation(name)
	if err != nil {
		return err
	}
	if r.types[full] != nil {
		return idle("type %s exists already, so PostgreSQL refuses to create it again", full)
	}
	t.name = full
	r.types[full] = t
	return nil
}

func (r *reader) createDomain(st *sqltree.CreateDomainStmt) error {
	domain := &userType{domain: true}
	base, of := r.typeText(st.GetTypeName())
	domain.base = base
	if of != nil && of.domain {
		domain.over = of
	}
	for _, n := range st.GetConstraints() {
		con := n.GetConstraint()
		switch con.GetContype() {
		case sqltree.ConstrType_CONSTR_NOTNULL:
			domain.notNull = true
		case sqltree.ConstrType_CONSTR_DEFAULT:
			domain.def = defaultText(con.GetRawExpr())
		}
	}
	return r.addType(qualified(st.GetDomainname()), domain)
}

// alterDomain applies ALTER DOMAIN; the grammar tells its form by a letter.
func (r *reader) alterDomain(st *sqltree.AlterDomainStmt) error {
	domain := lookup(r, r.types, qualified(st.GetTypeName()))
	if domain == nil {
		return idle("no domain %s is known here", qualified(st.GetTypeName()))
	}
	switch st.GetSubtype() {
	case "O":
		domain.notNull = true
	case "N":
		domain.notNull = false
	case "T":
		domain.def = defaultText(st.GetDef())
	}
	return nil
}

func (r *reader) createComposite(st *sqltree.CompositeTypeStmt) error {
	composite := &userType{}
	for _, n := range st.GetColdeflist() {
		c := &column{name: n.GetColumnDef().GetColname(), local: true}
		c.typ, c.of = r.typeText(n.GetColumnDef().GetTypeName())
		composite.columns = append(composite.columns, c)
	}
	return r.addType(nameOf(st.GetTypevar()), composite)
}
