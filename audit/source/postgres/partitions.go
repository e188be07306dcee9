package postgres

import (
	"context"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/definition"
	"idemaudit/audit/sqltree"
)

var partitionSection = section{
	what:    "the partition keys",
	catalog: "pg_partitioned_table",
	locked:  true,
	sql: `
SELECT p.partrelid::int8, p.partstrat::text,
       ARRAY(SELECT coalesce(a.attname::text, '')
               FROM unnest(p.partattrs::int2[]) WITH ORDINALITY AS k(attnum, n)
               LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.attnum AND k.attnum > 0
              ORDER BY k.n),
       CASE WHEN p.partrelid::int8 <> ALL ($1::int8[]) THEN pg_catalog.pg_get_expr(p.partexprs, p.partrelid) END
  FROM pg_catalog.pg_partitioned_table p`,
}

type partitionRow struct {
	table       int64
	strategy    string
	names       []string // of the key's columns; empty where an expression stands
	expressions string   // those expressions, in order, separated by commas
}

func (r *partitionRow) columns() []any {
	return []any{&r.table, &r.strategy, &r.names, &r.expressions}
}

func (c *catalog) readPartitionKeys(ctx context.Context) error {
	rows, err := read[partitionRow](ctx, c, partitionSection)
	for _, r := range rows {
		if t := c.tables[r.table]; t != nil {
			t.Key = r.key()
		}
	}
	return err
}

func (r *partitionRow) key() *fact.Partitions {
	key := &fact.Partitions{Strategy: map[string]string{"r": "range", "l": "list", "h": "hash"}[r.strategy]}
	expressions := splitExpressions(r.expressions)
	for _, name := range r.names {
		if name != "" {
			key.Columns = append(key.Columns, name)
			key.Uses = append(key.Uses, name)
			continue
		}
		if len(expressions) > 0 {
			key.Columns = append(key.Columns, expressions[0])
			key.Uses = append(key.Uses, definition.Columns(expressions[0])...)
			expressions = expressions[1:]
		}
	}
	return key
}

// splitExpressions parts the expressions of a list as the server writes it.
// One that can't be parsed again is left out.
func splitExpressions(list string) []string {
	if list == "" {
		return nil
	}
	statements, err := sqltree.Parse("SELECT " + list)
	if err != nil || len(statements) != 1 {
		return nil
	}
	var all []string
	for _, target := range statements[0].Tree.GetSelectStmt().GetTargetList() {
		if text, err := sqltree.DeparseExpression(target.GetResTarget().GetVal()); err == nil {
			all = append(all, text)
		}
	}
	return all
}
