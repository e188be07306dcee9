package postgres

import (
	"context"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// The counters begin when they were last set back. A crash sets all of them
// back without a word in the database's own row; the writer's counters tell
// when. Where nothing tells, the start of the server is taken, which is later
// than the truth.
var counterSection = section{
	what:     "how many rows were deleted",
	catalog:  "pg_stat_all_tables",
	optional: true,
	sql: `
SELECT c.oid::int8, pg_catalog.pg_stat_get_tuples_deleted(c.oid),
       greatest(coalesce(d.stats_reset, pg_catalog.pg_postmaster_start_time()), w.stats_reset)
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
 CROSS JOIN pg_catalog.pg_stat_bgwriter w
  LEFT JOIN pg_catalog.pg_stat_database d ON d.datname = pg_catalog.current_database()
 WHERE c.relkind IN ('r', 'p', 'f')`,
}

type counterRow struct {
	table, deleted int64
	since          *time.Time
}

func (r *counterRow) columns() []any { return []any{&r.table, &r.deleted, &r.since} }

func (c *catalog) readCounters(ctx context.Context) error {
	rows, err := read[counterRow](ctx, c, counterSection)
	why := c.countsNothing()
	for _, r := range rows {
		t := c.tables[r.table]
		switch {
		case t == nil:
		case why != "":
			t.Deleted = fact.Unknown[int64](why)
		case t.Kind == schema.ForeignKind:
			t.Deleted = fact.Unknown[int64]("the rows of a foreign table are counted where they are")
		case r.since == nil:
			t.Deleted = fact.Unknown[int64]("the server does not tell since when it counts")
		default:
			t.Deleted, t.Since = fact.Known(r.deleted, fact.Observed), r.since.UTC()
		}
	}
	c.addUpPartitions()
	return err
}

// countsNothing says why the counters tell nothing; empty when they do.
func (c *catalog) countsNothing() string {
	switch {
	case c.s.replica:
		return "a standby does not count what the primary deletes"
	case !c.s.counts:
		return "the server does not count (track_counts is off)"
	}
	return ""
}

// addUpPartitions gives a partitioned table, which counts nothing itself, what
// its partitions count. What was in a dropped partition is not among it.
func (c *catalog) addUpPartitions() {
	for _, part := range c.db.Tables {
		deleted, known := part.Deleted.Get()
		if part.Kind != schema.Plain || !known {
			continue
		}
		for _, whole := range c.above(part) {
			sum, _ := whole.Deleted.Get()
			if whole.Kind == schema.Partitioned {
				whole.Deleted, whole.Since = fact.Known(sum+deleted, fact.Observed), part.Since
			}
		}
	}
}
