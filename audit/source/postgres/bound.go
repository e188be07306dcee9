package postgres

import (
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// parseBound reads what a partition holds from its bound as the server writes
// it, "FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')". Only ranges have a
// lower and an upper end; the values of a list and the remainder of a hash are
// no order.
func parseBound(text string) fact.Partition {
	statements, err := sqltree.Parse("CREATE TABLE part PARTITION OF whole " + text)
	if err != nil || len(statements) != 1 {
		return fact.Partition{}
	}
	bound := statements[0].Tree.GetCreateStmt().GetPartbound()
	return fact.Partition{
		Lower:   boundText(bound.GetLowerdatums()),
		Upper:   boundText(bound.GetUpperdatums()),
		Default: bound.GetIsDefault(),
	}
}

// boundText joins the values of one end. An end that is open in its first
// column, MINVALUE or MAXVALUE, has none.
func boundText(values []*sqltree.Node) string {
	var all []string
	for _, v := range values {
		if v.GetColumnRef() != nil {
			break
		}
		all = append(all, literal(v))
	}
	return strings.Join(all, ", ")
}

// literal writes a constant without its quotes, and anything else as SQL.
func literal(n *sqltree.Node) string {
	if constant := n.GetAConst(); constant.GetSval() != nil {
		return constant.GetSval().GetSval()
	}
	text, err := sqltree.DeparseExpression(n)
	if err != nil {
		return ""
	}
	return text
}
