package catalog

import (
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// changing returns what in an expression PostgreSQL refuses in an index,
// because it depends on more than the row: the clock, a setting, chance. It is
// empty when nothing of that kind is known to be there.
func (r *reader) changing(t *table, n *sqltree.Node) string {
	what := ""
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if what == "" {
			what = r.changingPart(t, n)
		}
		return what == ""
	})
	return what
}

func (r *reader) changingPart(t *table, n *sqltree.Node) string {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_SqlvalueFunction:
		return clockName(e.SqlvalueFunction.GetOp())
	case *sqltree.Node_TypeCast:
		if isZoned(t, e.TypeCast.GetArg()) && !isZonedType(e.TypeCast.GetTypeName()) {
			return "a cast that depends on the time zone"
		}
	case *sqltree.Node_AExpr:
		left, right := e.AExpr.GetLexpr(), e.AExpr.GetRexpr()
		if op := qualified(e.AExpr.GetName()).Name; (op == "+" || op == "-") && (isZoned(t, left) && isInterval(right) || isZoned(t, right) && isInterval(left)) {
			return "a timestamp with time zone and an interval, whose sum depends on the time zone"
		}
	case *sqltree.Node_FuncCall:
		return r.changingCall(t, e.FuncCall)
	}
	return ""
}

// isInterval reports whether an expression is an interval for certain.
func isInterval(n *sqltree.Node) bool {
	return qualified(n.GetTypeCast().GetTypeName().GetNames()).Name == "interval" || qualified(n.GetFuncCall().GetFuncname()).Name == "make_interval"
}

// checkGenerated refuses generated columns over what does not always give the
// same result.
func (r *reader) checkGenerated(t *table) error {
	for _, c := range t.columns {
		if !c.generated || !c.local {
			continue
		}
		tree, err := sqltree.ParseExpression(c.def)
		if err != nil {
			continue
		}
		for _, name := range columnsRead(tree) {
			if t.column(name) == nil {
				return refused("column %s is generated from a column %s, which is not there", c.name, name)
			}
		}
		if what := r.changing(t, tree); what != "" {
			return refused("PostgreSQL refuses to generate column %s from %s", c.name, what)
		}
	}
	return nil
}

func (r *reader) changingCall(t *table, f *sqltree.FuncCall) string {
	name := qualified(f.GetFuncname())
	if own := lookup(r, r.routines, name); len(own) == 1 && own[0].Volatility != "immutable" {
		return own[0].Name.String() + "(), which is not IMMUTABLE"
	}
	if name.Schema != "" && name.Schema != "pg_catalog" {
		return ""
	}
	switch name.Name {
	case "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp", "timeofday", "random", "gen_random_uuid",
		"nextval", "currval", "lastval", "current_setting", "txid_current", "pg_current_xact_id", "to_char", "to_timestamp", "concat_ws":
		return name.Name + "()"
	case "date_trunc", "date", "date_part", "extract":
		args := f.GetArgs()
		if len(args) == 0 || len(args) > 2 || !isZoned(t, args[len(args)-1]) {
			return ""
		}
		if field, _ := plainConstant(args[0]); !strings.EqualFold(field, "epoch") {
			return name.Name + "() of a timestamp with time zone"
		}
	}
	return ""
}

// isZoned reports whether an expression is a plain column with a time zone.
func isZoned(t *table, n *sqltree.Node) bool {
	name, strength := lastField(n.GetColumnRef().GetFields())
	if strength == 0 {
		return false
	}
	c := t.column(name)
	return c != nil && strings.HasPrefix(c.typ, "timestamp") && strings.HasSuffix(c.typ, "with time zone")
}

func isZonedType(t *sqltree.TypeName) bool {
	return qualified(t.GetNames()) == schema.Name{Schema: "pg_catalog", Name: "timestamptz"} || qualified(t.GetNames()).Name == "timestamptz"
}
