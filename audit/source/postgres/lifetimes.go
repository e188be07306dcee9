package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
	"idemaudit/audit/store"
)

// sampleBlocks is about how many blocks of a table a measurement reads. Blocks
// are drawn one by one, so that a few more may come: with 150 on average, more
// than 200 are drawn once in some ten thousand times.
const sampleBlocks = 150

// lifetimeRow is what a sample of a table says.
type lifetimeRow struct {
	table int64 // its place in the list
	rows  int64
	least int64 // seconds
}

func (r *lifetimeRow) columns() []any { return []any{&r.table, &r.rows, &r.least} }

type mayRead struct {
	table   int64 // its place in the list
	allowed bool
}

func (r *mayRead) columns() []any { return []any{&r.table, &r.allowed} }

// measured is a table whose rows alone tell how long a record counts.
type measured struct {
	oid              int64
	table            *schema.Table
	created, expires string
}

// readLifetimes measures, in stores whose expiry the application sets, how long
// after its birth a record expires at least. It reads a sample of two columns,
// never a key, with one query for all of them.
func (c *catalog) readLifetimes(ctx context.Context, o store.Options) error {
	all, err := c.readable(ctx, c.unmeasured(o))
	if err != nil || len(all) == 0 {
		return err
	}
	var queries []string
	for i, m := range all {
		queries = append(queries, sampleQuery(i, m))
	}
	rows, err := fetch[lifetimeRow](ctx, c.s, strings.Join(queries, " UNION ALL "))
	if err != nil {
		for _, m := range all {
			m.table.Lifetime = fact.Unknown[schema.Lifetime]("its rows could not be measured")
		}
		return c.tolerate("how long the records of a store count", all[0].table.Name.Quoted(), err)
	}
	for _, r := range rows {
		m := all[r.table]
		m.table.Lifetime = fact.Unknown[schema.Lifetime]("no rows tell it yet")
		if r.rows > 0 {
			m.table.Lifetime = fact.Known(schema.Lifetime{
				From: m.created, To: m.expires, Least: time.Duration(r.least) * time.Second, Rows: r.rows,
			}, fact.Observed)
		}
	}
	return nil
}

// unmeasured lists the stores that need it and can be sampled whole: plain
// tables with both times of a calendar type that nobody has locked.
func (c *catalog) unmeasured(o store.Options) []measured {
	var all []measured
	for _, s := range store.Find(c.db, o).Stores {
		created, expires, needed := store.NeedsRows(s)
		if !needed || !s.Created.IsCalendar() || !s.Expires.IsCalendar() {
			continue
		}
		for oid, t := range c.tables {
			if t.Name.String() == s.Name && t.Kind == schema.Plain && !slices.Contains(c.locked, oid) {
				all = append(all, measured{oid, t, created, expires})
			}
		}
	}
	slices.SortFunc(all, func(a, b measured) int { return strings.Compare(a.table.Name.String(), b.table.Name.String()) })
	return all
}

// readable keeps the tables whose two columns the role may read; of the others
// it says what would let it.
func (c *catalog) readable(ctx context.Context, all []measured) ([]measured, error) {
	if len(all) == 0 {
		return nil, nil
	}
	var oids []int64
	var created, expires []string
	for _, m := range all {
		oids, created, expires = append(oids, m.oid), append(created, m.created), append(expires, m.expires)
	}
	rows, err := fetch[mayRead](ctx, c.s, `
SELECT t.number - 1, pg_catalog.has_schema_privilege(r.relnamespace, 'USAGE')
       AND pg_catalog.has_column_privilege(r.oid, t.created, 'SELECT') AND pg_catalog.has_column_privilege(r.oid, t.expires, 'SELECT')
  FROM unnest($1::int8[], $2::text[], $3::text[]) WITH ORDINALITY AS t(oid, created, expires, number)
  JOIN pg_catalog.pg_class r ON r.oid = t.oid::oid ORDER BY 1`, oids, created, expires)
	if err != nil {
		return nil, c.tolerate("which rows may be read", "pg_catalog.pg_class", err)
	}
	var kept []measured
	for _, r := range rows {
		m := all[r.table]
		if r.allowed {
			kept = append(kept, m)
			continue
		}
		columns := ident.Quote(m.created) + ", " + ident.Quote(m.expires)
		m.table.Lifetime = fact.Unknown[schema.Lifetime](fmt.Sprintf("its rows may tell, and are not readable: GRANT SELECT (%s) ON %s TO %s",
			columns, m.table.Name.Quoted(), ident.Quote(c.s.role)))
	}
	return kept, nil
}

// sampleQuery measures one table.
func sampleQuery(number int, m measured) string {
	return fmt.Sprintf(`SELECT %d::int8, pg_catalog.count(*)::int8, pg_catalog.floor(pg_catalog.min(extract(epoch FROM s.expires - s.created)))::int8
  FROM (SELECT t.%s::timestamptz AS created, t.%s::timestamptz AS expires
          FROM ONLY %s t TABLESAMPLE SYSTEM (LEAST(100, %d.0 / GREATEST(1, pg_catalog.pg_relation_size(%d::oid) / 8192))) REPEATABLE (1)) s
 WHERE isfinite(s.created) AND isfinite(s.expires)`,
		number, ident.Quote(m.created), ident.Quote(m.expires), m.table.Name.Quoted(), 100*sampleBlocks, m.oid)
}
