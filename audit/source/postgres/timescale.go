package postgres

import (
	"context"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

const timescaleQuery = `
SELECT j.hypertable_schema::text, j.hypertable_name::text, j.config::text
  FROM timescaledb_information.jobs j WHERE j.proc_name = 'policy_retention' ORDER BY 1, 2`

type policyRow struct{ schema, table, config string }

func (r *policyRow) columns() []any { return []any{&r.schema, &r.table, &r.config} }

// readTimescale finds TimescaleDB's retention policies. They are not read yet;
// their tables must not pass for ones that nothing removes from.
func (c *catalog) readTimescale(ctx context.Context, here addOns) error {
	const what = "the policies of TimescaleDB"
	tables := here.named("timescaledb_information", "jobs")
	if tables == nil || !c.allowed(what, tables, "") {
		return nil
	}
	rows, err := fetch[policyRow](ctx, c.s, timescaleQuery)
	for _, r := range rows {
		name := schema.Name{Schema: r.schema, Name: r.table}.String()
		c.hide(fact.Hidden{
			What:  "the TimescaleDB retention policy of " + name,
			Why:   "policies of TimescaleDB are found and not read: " + r.config,
			Fix:   "declare the store's retention in the configuration",
			Store: name,
		})
	}
	return c.tolerate(what, tables[0].quoted(), err)
}
