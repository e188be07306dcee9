package postgres

import (
	"context"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/definition"
)

// A column of a domain has the type, the NOT NULL and the default of what the
// domain is made from. A default holds no column, so it is written out with 0
// for the table and waits for no lock; a generation expression does.
var columnSection = section{
	what:    "the columns",
	catalog: "pg_attribute",
	locked:  true,
	sql: `
WITH RECURSIVE step AS (
  SELECT t.oid, t.typbasetype AS base, t.typtypmod AS typmod, t.typnotnull AS required, pg_catalog.pg_get_expr(t.typdefaultbin, 0) AS value
    FROM pg_catalog.pg_type t WHERE t.typtype = 'd'
  UNION ALL
  SELECT step.oid, t.typbasetype, t.typtypmod, step.required OR t.typnotnull, coalesce(step.value, pg_catalog.pg_get_expr(t.typdefaultbin, 0))
    FROM step JOIN pg_catalog.pg_type t ON t.oid = step.base AND t.typtype = 'd'
), domain AS (
  SELECT step.* FROM step JOIN pg_catalog.pg_type t ON t.oid = step.base AND t.typtype <> 'd'
)
SELECT a.attrelid::int8, a.attname::text, pg_catalog.format_type(coalesce(d.base, a.atttypid), coalesce(d.typmod, a.atttypmod)),
       NOT (a.attnotnull OR coalesce(d.required, false)), a.attgenerated <> '', a.attidentity <> '',
       CASE WHEN a.attgenerated = '' THEN coalesce(pg_catalog.pg_get_expr(v.adbin, 0), d.value)
            WHEN a.attrelid::int8 <> ALL ($1::int8[]) THEN pg_catalog.pg_get_expr(v.adbin, v.adrelid) END
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'f')
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  LEFT JOIN pg_catalog.pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
  LEFT JOIN domain d ON d.oid = a.atttypid
 WHERE a.attnum > 0 AND NOT a.attisdropped
 ORDER BY a.attrelid, a.attnum`,
}

type columnRow struct {
	table                         int64
	name, typ                     string
	nullable, generated, identity bool
	value                         string
}

func (r *columnRow) columns() []any {
	return []any{&r.table, &r.name, &r.typ, &r.nullable, &r.generated, &r.identity, &r.value}
}

func (c *catalog) readColumns(ctx context.Context) error {
	rows, err := read[columnRow](ctx, c, columnSection)
	for _, r := range rows {
		if t := c.tables[r.table]; t != nil {
			t.Columns = append(t.Columns, fact.Column{
				Name: r.name, Type: r.typ, Nullable: r.nullable, Default: r.value, Generated: r.generated, Identity: r.identity,
			})
		}
	}
	for _, t := range c.db.Tables {
		definition.MarkVarying(t.Columns)
	}
	return err
}
