package postgres

import (
	"context"
	"fmt"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/definition"
)

// Columns after the first indnkeyatts are only carried along (INCLUDE). An
// index of a partition that is attached to its parent's is a part of that one.
const indexQuery = `
SELECT i.indrelid::int8, n.nspname::text, x.relname::text, i.indisprimary, i.indisvalid, i.indisready, NOT i.indimmediate, %s,
       i.indpred IS NOT NULL, i.indrelid::int8 = ANY ($1::int8[]),
       ARRAY(SELECT coalesce(a.attname::text, '')
               FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
               LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND k.attnum > 0
              WHERE k.n <= i.indnkeyatts ORDER BY k.n),
       CASE WHEN i.indrelid::int8 <> ALL ($1::int8[]) THEN
         ARRAY(SELECT CASE WHEN k.attnum = 0 THEN pg_catalog.pg_get_indexdef(i.indexrelid, k.n::int4, false) END
                 FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
                WHERE k.n <= i.indnkeyatts ORDER BY k.n) END,
       CASE WHEN i.indrelid::int8 <> ALL ($1::int8[]) THEN pg_catalog.pg_get_expr(i.indpred, i.indrelid) END
  FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = x.relnamespace AND n.nspname !~ '^pg_'
 WHERE i.indisunique AND i.indislive
   AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhrelid = i.indexrelid)
 ORDER BY n.nspname, x.relname`

// indexSection reads the unique indexes. Before version 15 NULLs were always
// distinct.
func (c *catalog) indexSection() section {
	notDistinct := "i.indnullsnotdistinct"
	if c.s.major < 15 {
		notDistinct = "false"
	}
	return section{what: "the unique indexes", catalog: "pg_index", sql: fmt.Sprintf(indexQuery, notDistinct), locked: true}
}

type indexRow struct {
	table                             int64
	schema, name                      string
	primary, valid, ready, deferrable bool
	notDistinct                       bool
	partial, locked                   bool
	names                             []string // of the key columns; empty where an expression stands
	expressions                       []string // the other way round; nil when locked
	predicate                         string
}

func (r *indexRow) columns() []any {
	return []any{&r.table, &r.schema, &r.name, &r.primary, &r.valid, &r.ready, &r.deferrable, &r.notDistinct,
		&r.partial, &r.locked, &r.names, &r.expressions, &r.predicate}
}

func (c *catalog) readIndexes(ctx context.Context) error {
	rows, err := read[indexRow](ctx, c, c.indexSection())
	for _, r := range rows {
		if t := c.tables[r.table]; t != nil && r.legible() {
			t.Indexes = append(t.Indexes, r.index(t))
		}
	}
	return err
}

// legible reports whether all of the index was read. One whose expressions or
// predicate a lock hides is left out, since without them it would promise more
// than it does.
func (r *indexRow) legible() bool {
	if !r.locked {
		return true
	}
	for _, name := range r.names {
		if name == "" {
			return false
		}
	}
	return !r.partial
}

func (r *indexRow) index(t *schema.Table) fact.Index {
	index := fact.Index{
		Name:             r.name,
		Place:            place(schema.Name{Schema: r.schema, Name: r.name}.String()),
		Primary:          r.primary,
		Valid:            r.valid,
		Ready:            r.ready,
		Deferrable:       r.deferrable,
		NullsNotDistinct: r.notDistinct,
		Predicate:        r.predicate,
	}
	var reads []string
	for i, name := range r.names {
		column := fact.IndexColumn{Column: name}
		if name == "" {
			column = definition.IndexExpression(r.expressions[i])
		}
		index.Columns = append(index.Columns, column)
		reads = append(append(reads, name), column.Uses...)
	}
	index.OnlyNotNull = r.predicate != "" && definition.OnlyNotNull(r.predicate, reads)
	if t.Bound != nil {
		index.Partition = t.Name.String()
	}
	return index
}
