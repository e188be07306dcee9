package postgres

import (
	"context"
	"slices"

	"idemaudit/audit/sqltree"
)

// checkSection has the CHECK constraints that hold for every row.
var checkSection = section{
	what:    "the CHECK constraints",
	catalog: "pg_constraint",
	locked:  true,
	sql: `
SELECT k.conrelid::int8, pg_catalog.pg_get_expr(k.conbin, k.conrelid)
  FROM pg_catalog.pg_constraint k
 WHERE k.contype = 'c' AND k.conrelid <> 0 AND k.convalidated AND k.conrelid::int8 <> ALL ($1::int8[])
 ORDER BY k.conrelid, k.conname`,
}

type checkRow struct {
	table     int64
	condition string
}

func (r *checkRow) columns() []any { return []any{&r.table, &r.condition} }

// readChecks finds the columns that a CHECK keeps from being NULL.
func (c *catalog) readChecks(ctx context.Context) error {
	rows, err := read[checkRow](ctx, c, checkSection)
	for _, r := range rows {
		t := c.tables[r.table]
		if t == nil {
			continue
		}
		required := requiredColumns(r.condition)
		for i := range t.Columns {
			if slices.Contains(required, t.Columns[i].Name) {
				t.Columns[i].Nullable = false
			}
		}
	}
	return err
}

// requiredColumns returns the columns that can't be NULL where a condition
// holds: those that it, or a part of it joined by AND, asks to be NOT NULL.
func requiredColumns(condition string) []string {
	tree, err := sqltree.ParseExpression(condition)
	if err != nil {
		return nil
	}
	return notNull(tree)
}

func notNull(n *sqltree.Node) []string {
	if test := n.GetNullTest(); test.GetNulltesttype() == sqltree.NullTestType_IS_NOT_NULL {
		fields := test.GetArg().GetColumnRef().GetFields()
		if len(fields) == 1 {
			return []string{fields[0].GetString_().GetSval()}
		}
	}
	var required []string
	if all := n.GetBoolExpr(); all.GetBoolop() == sqltree.BoolExprType_AND_EXPR {
		for _, part := range all.GetArgs() {
			required = append(required, notNull(part)...)
		}
	}
	return required
}
