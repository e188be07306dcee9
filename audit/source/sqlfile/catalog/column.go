package catalog

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// column is a column of a table. What a domain says is looked up when the
// state is read out, since a domain can change later.
type column struct {
	name      string
	typ       string
	of        *userType // the script's own type behind typ
	notNull   bool
	def       string // the default's or the generation expression's text
	generated bool
	identity  bool
	inherited bool // a parent has it too
	local     bool // declared on the table itself
}

func copyColumns(columns []*column) []*column {
	var all []*column
	for _, c := range columns {
		one := *c
		all = append(all, &one)
	}
	return all
}

// fact tells what is known of the column; whether it varies is told for all
// columns together.
func (c *column) fact() fact.Column {
	f := fact.Column{
		Name: c.name, Type: c.typ, Nullable: !c.notNull, Default: c.def, Generated: c.generated, Identity: c.identity,
	}
	if c.of != nil && !c.of.domain {
		f.Type = c.of.name.Quoted()
	}
	if c.of != nil && c.of.domain {
		notNull, def := c.of.settle()
		f.Type, f.Nullable = c.of.base, f.Nullable && !notNull
		if f.Default == "" && !c.generated && !c.identity {
			f.Default = def
		}
	}
	return f
}

// addColumn adds a column, or merges it into one that a parent has already,
// and returns the constraints written at it that are more than a property of
// the column.
func (r *reader) addColumn(t *table, def *sqltree.ColumnDef) ([]pending, error) {
	c := t.column(def.GetColname())
	switch {
	case c == nil && def.GetTypeName() == nil && t.bound != nil:
		return nil, refused("%s has no column %s", t.name, def.GetColname())
	case c == nil:
		c = &column{name: def.GetColname()}
		t.columns = append(t.columns, c)
	case c.local:
		return nil, refused("column %s is written twice", def.GetColname())
	}
	c.local = true
	if def.GetTypeName() != nil {
		r.setType(t, c, def.GetTypeName())
	}
	return r.columnConstraints(c, def.GetConstraints())
}

// setType gives a column its type; serial stands for a type, NOT NULL and a
// sequence.
func (r *reader) setType(t *table, c *column, typ *sqltree.TypeName) {
	serial := ""
	if len(typ.GetNames()) == 1 {
		serial = serialType(typ.GetNames()[0].GetString_().GetSval())
	}
	if serial == "" {
		c.typ, c.of = r.typeText(typ)
		return
	}
	sequence := r.relationName(t.name, c.name, "seq", nil)
	r.others[sequence] = true
	c.typ, c.of, c.notNull = serial, nil, true
	c.def = "nextval('" + sequence.Quoted() + "'::regclass)"
}

func serialType(name string) string {
	switch name {
	case "smallserial", "serial2":
		return "smallint"
	case "serial", "serial4":
		return "integer"
	case "bigserial", "serial8":
		return "bigint"
	}
	return ""
}

// columnConstraints applies what is written behind a column.
func (r *reader) columnConstraints(c *column, nodes []*sqltree.Node) ([]pending, error) {
	var waiting []pending
	for _, n := range nodes {
		con := n.GetConstraint()
		switch con.GetContype() {
		case sqltree.ConstrType_CONSTR_NULL:
			c.notNull = false
		case sqltree.ConstrType_CONSTR_DEFAULT:
			if err := checkDefault(con.GetRawExpr()); err != nil {
				return nil, err
			}
			c.def = defaultText(con.GetRawExpr())
		case sqltree.ConstrType_CONSTR_IDENTITY:
			c.identity, c.notNull = true, true
		case sqltree.ConstrType_CONSTR_GENERATED:
			c.def, c.generated = expressionText(con.GetRawExpr()), true
		case sqltree.ConstrType_CONSTR_ATTR_DEFERRABLE, sqltree.ConstrType_CONSTR_ATTR_DEFERRED:
			if len(waiting) > 0 {
				waiting[len(waiting)-1].constraint.Deferrable = true
			}
		case sqltree.ConstrType_CONSTR_ATTR_NOT_ENFORCED:
			if len(waiting) > 0 {
				waiting[len(waiting)-1].constraint.IsEnforced = false
			}
		case sqltree.ConstrType_CONSTR_NOTNULL, sqltree.ConstrType_CONSTR_CHECK, sqltree.ConstrType_CONSTR_PRIMARY,
			sqltree.ConstrType_CONSTR_UNIQUE, sqltree.ConstrType_CONSTR_FOREIGN:
			waiting = append(waiting, pending{constraint: con, column: c})
		}
	}
	return waiting, nil
}

// checkDefault refuses a default that reads columns or tables.
func checkDefault(n *sqltree.Node) error {
	var err error
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if n.GetColumnRef() != nil || n.GetSubLink() != nil {
			err = refused("PostgreSQL refuses a default that reads a column or a table")
		}
		return err == nil
	})
	return err
}

// defaultText writes a default; DEFAULT NULL is none.
func defaultText(n *sqltree.Node) string {
	if n.GetAConst().GetIsnull() {
		return ""
	}
	return expressionText(n)
}

// expressionText writes an expression. What the grammar has read it can also
// write, so that a failure has no text of its own; what is unknown varies.
func expressionText(n *sqltree.Node) string {
	if n == nil {
		return ""
	}
	text, err := sqltree.DeparseExpression(n)
	if err != nil {
		return "idemaudit_unknown()"
	}
	return text
}

// schemaColumns returns the columns as facts.
func schemaColumns(t *table) []fact.Column {
	var all []fact.Column
	for _, c := range t.columns {
		all = append(all, c.fact())
	}
	return all
}
