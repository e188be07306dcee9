package postgres

import (
	"context"

	"idemaudit/audit/schema"
)

// Writing a view out waits for the locks of every relation it reads. Views of
// extensions are theirs, and none of the application's lookups.
var viewSection = section{
	what:    "the views",
	catalog: "pg_rewrite",
	locked:  true,
	sql: `
WITH v AS (
  SELECT c.oid, n.nspname, c.relname, c.relkind,
         ARRAY(SELECT DISTINCT x.refobjid::int8
                 FROM pg_catalog.pg_rewrite r
                 JOIN pg_catalog.pg_depend x ON x.classid = 'pg_rewrite'::regclass AND x.objid = r.oid AND x.refclassid = 'pg_class'::regclass
                WHERE r.ev_class = c.oid ORDER BY 1) AS reads
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('v', 'm') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend x
                      WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.deptype = 'e')
)
SELECT v.nspname::text, v.relname::text, v.relkind = 'm', v.reads, v.reads && $1::int8[],
       CASE WHEN NOT v.reads && $1::int8[] THEN pg_catalog.pg_get_viewdef(v.oid) END
  FROM v ORDER BY v.nspname, v.relname`,
}

type viewRow struct {
	schema, name         string
	materialized, locked bool
	reads                []int64
	query                string
}

func (r *viewRow) columns() []any {
	return []any{&r.schema, &r.name, &r.materialized, &r.reads, &r.locked, &r.query}
}

func (c *catalog) readViews(ctx context.Context) error {
	rows, err := read[viewRow](ctx, c, viewSection)
	for _, r := range rows {
		name := schema.Name{Schema: r.schema, Name: r.name}
		if r.locked {
			c.hideReferring("the view "+name.String(), r.reads)
			continue
		}
		c.db.Views = append(c.db.Views, &schema.View{
			Name: name, Place: place("view " + name.String()), Query: r.query, Materialized: r.materialized,
		})
	}
	return err
}
