package postgres

import (
	"context"
	"fmt"
	"strings"

	"idemaudit/audit/schema"
)

type setRow struct {
	parent, control, retention, epoch, interval string
	table                                       int64 // which of the configuration tables
}

func (r *setRow) columns() []any {
	return []any{&r.parent, &r.control, &r.retention, &r.epoch, &r.interval, &r.table}
}

// setQuery reads the configuration table of pg_partman, of version 4 or 5,
// that has the given number.
func setQuery(table addOn, number int) string {
	epoch := "'none'"
	if table.has("epoch") {
		epoch = "s.epoch::text"
	}
	return fmt.Sprintf("SELECT s.parent_table::text, s.control::text, s.retention::text, %s, s.partition_interval::text, %d::int8 FROM %s s",
		epoch, number, table.quoted())
}

// readPartman reads the partition sets that pg_partman looks after. There may
// be several configuration tables, and one query reads them all.
func (c *catalog) readPartman(ctx context.Context, here addOns) error {
	const what = "the partition sets of pg_partman"
	var queries, objects []string
	for _, table := range here {
		if !table.has("parent_table", "control", "retention", "partition_interval") {
			continue
		}
		if c.allowed(what+" in "+table.schema+"."+table.name, addOns{table}, "") {
			queries = append(queries, setQuery(table, len(queries)))
			objects = append(objects, table.schema+"."+table.name)
		}
	}
	if len(queries) == 0 {
		return nil
	}
	rows, err := fetch[setRow](ctx, c.s, strings.Join(queries, " UNION ALL ")+" ORDER BY 1")
	for _, r := range rows {
		c.db.Partman = append(c.db.Partman, &schema.PartmanSet{
			Parent:    schema.SplitName(r.parent),
			Control:   r.control,
			Retention: r.retention,
			Epoch:     r.epoch,
			Interval:  r.interval,
			Place:     place(objects[r.table] + " of " + r.parent),
		})
	}
	return c.tolerate(what, strings.Join(objects, ", "), err)
}
