package postgres

import (
	"context"
	"fmt"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

type setRow struct {
	parent, control, retention, epoch, interval string
}

func (r *setRow) columns() []any {
	return []any{&r.parent, &r.control, &r.retention, &r.epoch, &r.interval}
}

// setQuery reads one configuration table of pg_partman, of version 4 or 5.
func setQuery(table addOn) string {
	epoch := "'none'"
	if table.has("epoch") {
		epoch = "s.epoch::text"
	}
	return fmt.Sprintf("SELECT s.parent_table::text, s.control::text, s.retention::text, %s, s.partition_interval::text FROM %s s",
		epoch, table.quoted())
}

// readPartman reads the partition sets that pg_partman looks after. There may
// be several configuration tables, and one query reads them all.
func (c *catalog) readPartman(ctx context.Context, here addOns) error {
	var queries, objects []string
	for _, table := range here {
		if !table.has("parent_table", "control", "retention", "partition_interval") {
			continue
		}
		if c.allowed("the partition sets of pg_partman in "+table.schema+"."+table.name, addOns{table}, "") {
			queries = append(queries, setQuery(table))
			objects = append(objects, table.schema+"."+table.name)
		}
	}
	if len(queries) == 0 {
		return nil
	}
	rows, err := fetch[setRow](ctx, c.s, strings.Join(queries, " UNION ALL ")+" ORDER BY 1")
	if err != nil {
		return fmt.Errorf("reading the partition sets of pg_partman: %w", err)
	}
	for _, r := range rows {
		c.db.Partman = append(c.db.Partman, &schema.PartmanSet{
			Parent:    schema.SplitName(r.parent),
			Control:   r.control,
			Retention: r.retention,
			Epoch:     r.epoch,
			Interval:  r.interval,
			Place:     place(strings.Join(objects, ", ") + " of " + r.parent),
		})
	}
	return nil
}

const timescaleQuery = `
SELECT j.hypertable_schema::text, j.hypertable_name::text, j.config::text
  FROM timescaledb_information.jobs j WHERE j.proc_name = 'policy_retention' ORDER BY 1, 2`

type policyRow struct{ schema, table, config string }

func (r *policyRow) columns() []any { return []any{&r.schema, &r.table, &r.config} }

// readTimescale finds TimescaleDB's retention policies. They are not read yet;
// their tables must not pass for ones that nothing removes from.
func (c *catalog) readTimescale(ctx context.Context, here addOns) error {
	tables := here.named("timescaledb_information", "jobs")
	if tables == nil || !c.allowed("the policies of TimescaleDB", tables, "") {
		return nil
	}
	rows, err := fetch[policyRow](ctx, c.s, timescaleQuery)
	if err != nil {
		return fmt.Errorf("reading the policies of TimescaleDB: %w", err)
	}
	for _, r := range rows {
		name := schema.Name{Schema: r.schema, Name: r.table}.String()
		c.hide(fact.Hidden{
			What:  "the TimescaleDB retention policy of " + name,
			Why:   "policies of TimescaleDB are found and not read: " + r.config,
			Fix:   "declare the store's retention in the configuration",
			Store: name,
		})
	}
	return nil
}
