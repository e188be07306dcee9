package postgres

import (
	"context"
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// The planner's statistics are shown for columns that the role may read. They
// rest on a sample: a column without NULLs there may still have some.
var nullSection = section{
	what:     "which columns hold NULLs",
	catalog:  "pg_stats",
	optional: true,
	sql: `
SELECT c.oid::int8, pg_catalog.has_table_privilege(c.oid, 'SELECT') AND NOT pg_catalog.row_security_active(c.oid),
       count(s.attname) > 0, coalesce(array_agg(DISTINCT s.attname::text) FILTER (WHERE s.null_frac > 0), '{}')
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  LEFT JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname
 WHERE c.relkind IN ('r', 'p', 'f')
 GROUP BY c.oid`,
}

type nullRow struct {
	table              int64
	readable, analysed bool
	names              []string
}

func (r *nullRow) columns() []any { return []any{&r.table, &r.readable, &r.analysed, &r.names} }

func (c *catalog) readNulls(ctx context.Context) error {
	rows, err := read[nullRow](ctx, c, nullSection)
	for _, r := range rows {
		t := c.tables[r.table]
		switch {
		case t == nil:
		case r.analysed:
			t.NullColumns = fact.Known(r.names, fact.Observed)
		case r.readable:
			t.NullColumns = fact.Unknown[[]string]("the table was never analysed, or is empty")
		default:
			t.NullColumns = fact.Unknown[[]string](grant("SELECT", t.Name.Quoted(), c.s.role) + " shows it")
		}
	}
	c.gatherNulls()
	return err
}

// gatherNulls gives a partitioned table that was not analysed itself what is
// known of its partitions.
func (c *catalog) gatherNulls() {
	gathered := map[*schema.Table][]string{}
	for _, part := range c.db.Tables {
		names, known := part.NullColumns.Get()
		if part.Kind != schema.Plain || !known {
			continue
		}
		for _, whole := range c.above(part) {
			if whole.Kind == schema.Partitioned && !whole.NullColumns.IsKnown() {
				gathered[whole] = append(gathered[whole], names...)
			}
		}
	}
	for whole, names := range gathered {
		slices.Sort(names)
		whole.NullColumns = fact.Known(slices.Compact(names), fact.Observed)
	}
}
