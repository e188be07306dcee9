package postgres

import (
	"context"

	"idemaudit/audit/schema"
)

// A foreign key of or to a partitioned table has copies for the partitions.
var foreignKeySection = section{
	what:    "the foreign keys",
	catalog: "pg_constraint",
	sql: `
SELECT k.conname::text, k.conrelid::int8, k.confrelid::int8, k.confdeltype::text, k.confupdtype::text,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u(attnum, n)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum ORDER BY u.n),
       ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u(attnum, n)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.attnum ORDER BY u.n)
  FROM pg_catalog.pg_constraint k
 WHERE k.contype = 'f' AND k.conparentid = 0
 ORDER BY k.conrelid::regclass::text, k.conname`,
}

type foreignKeyRow struct {
	name               string
	table, references  int64
	onDelete, onUpdate string
	own, others        []string // the columns on either side
}

func (r *foreignKeyRow) columns() []any {
	return []any{&r.name, &r.table, &r.references, &r.onDelete, &r.onUpdate, &r.own, &r.others}
}

func (c *catalog) readForeignKeys(ctx context.Context) error {
	rows, err := read[foreignKeyRow](ctx, c, foreignKeySection)
	for _, r := range rows {
		table, references := c.tables[r.table], c.tables[r.references]
		if table == nil || references == nil {
			continue
		}
		c.db.Foreign = append(c.db.Foreign, &schema.ForeignKey{
			Name:       r.name,
			Table:      table.Name,
			Columns:    r.own,
			References: references.Name,
			RefColumns: r.others,
			OnDelete:   referentialAction(r.onDelete),
			OnUpdate:   referentialAction(r.onUpdate),
			Place:      place("constraint " + r.name + " on " + table.Name.String()),
		})
	}
	return err
}

func referentialAction(code string) string {
	return map[string]string{"a": "no action", "r": "restrict", "c": "cascade", "n": "set null", "d": "set default"}[code]
}
