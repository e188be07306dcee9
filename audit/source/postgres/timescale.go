package postgres

import (
	"context"
	"fmt"

	"idemaudit/audit/schema"
)

// policyQuery reads TimescaleDB's retention policies. The column that a
// hypertable is cut by is in a view of its own, which a version or a look-alike
// may lack. TimescaleDB is not free to redistribute everywhere: the tests know
// these views by their documented shape.
func policyQuery(dimensions bool) string {
	column := "NULL"
	if dimensions {
		column = `(SELECT d.column_name::text FROM timescaledb_information.dimensions d
    WHERE d.hypertable_schema = j.hypertable_schema AND d.hypertable_name = j.hypertable_name AND d.dimension_number = 1)`
	}
	return fmt.Sprintf(`
SELECT j.hypertable_schema::text, j.hypertable_name::text, (j.config::jsonb ->> 'drop_after')::text, %s, j.scheduled, j.schedule_interval::text
  FROM timescaledb_information.jobs j WHERE j.proc_name = 'policy_retention' ORDER BY 1, 2`, column)
}

type policyRow struct {
	schema, table, dropAfter, column string
	scheduled                        bool
	every                            string
}

func (r *policyRow) columns() []any {
	return []any{&r.schema, &r.table, &r.dropAfter, &r.column, &r.scheduled, &r.every}
}

// readTimescale reads the retention policies of TimescaleDB.
func (c *catalog) readTimescale(ctx context.Context, here addOns) error {
	const what = "the policies of TimescaleDB"
	tables := here.named("timescaledb_information", "jobs")
	if tables == nil || !c.allowed(what, tables, "") {
		return nil
	}
	rows, err := fetch[policyRow](ctx, c.s, policyQuery(here.named("timescaledb_information", "dimensions") != nil))
	for _, r := range rows {
		c.db.Timescale = append(c.db.Timescale, &schema.ChunkPolicy{
			Table: schema.Name{Schema: r.schema, Name: r.table}, Column: r.column, DropAfter: r.dropAfter,
			Active: r.scheduled, Schedule: r.every,
			Place: place("retention policy of " + r.schema + "." + r.table),
		})
	}
	return c.tolerate(what, tables[0].quoted(), err)
}
