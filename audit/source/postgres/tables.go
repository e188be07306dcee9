package postgres

import (
	"context"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// A partition's bound holds no column, so it is written out with 0 for the
// table: that waits for no lock.
var tableSection = section{
	what:    "the tables",
	catalog: "pg_class",
	sql: `
SELECT c.oid::int8, n.nspname::text, c.relname::text, c.relkind::text, c.relpersistence::text, c.reltuples::float8::int8,
       pg_catalog.pg_get_expr(c.relpartbound, 0), k.description, e.extname::text
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_description k ON k.classoid = 'pg_class'::regclass AND k.objoid = c.oid AND k.objsubid = 0
  LEFT JOIN pg_catalog.pg_depend x ON x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.objsubid = 0
       AND x.refclassid = 'pg_extension'::regclass AND x.deptype = 'e'
  LEFT JOIN pg_catalog.pg_extension e ON e.oid = x.refobjid
 WHERE c.relkind IN ('r', 'p', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
 ORDER BY n.nspname, c.relname`,
}

type tableRow struct {
	oid                             int64
	schema, name, kind, persistence string
	rows                            int64 // -1 where they were never counted
	bound, comment, extension       string
}

func (r *tableRow) columns() []any {
	return []any{&r.oid, &r.schema, &r.name, &r.kind, &r.persistence, &r.rows, &r.bound, &r.comment, &r.extension}
}

func (c *catalog) readTables(ctx context.Context) error {
	rows, err := read[tableRow](ctx, c, tableSection)
	for _, r := range rows {
		t := r.table()
		c.tables[r.oid], c.named[t.Name] = t, t
		c.db.Tables = append(c.db.Tables, t)
	}
	return err
}

func (r *tableRow) table() *schema.Table {
	name := schema.Name{Schema: r.schema, Name: r.name}
	t := &schema.Table{
		Name:        name,
		Kind:        schema.Plain,
		Place:       place(name.String()),
		Comment:     r.comment,
		Persistence: fact.Permanent,
		Extension:   r.extension,
	}
	switch r.kind {
	case "p":
		t.Kind = schema.Partitioned
	case "f":
		t.Kind = schema.ForeignKind
	}
	switch r.persistence {
	case "u":
		t.Persistence = fact.Unlogged
	case "t":
		t.Persistence = fact.Temporary
	}
	if r.bound != "" {
		bound := parseBound(r.bound)
		bound.Name = name.String()
		bound.Rows = r.estimate()
		t.Bound = &bound
	}
	return t
}

func (r *tableRow) estimate() fact.Value[int64] {
	if r.rows < 0 {
		return fact.Unknown[int64]("it was never vacuumed or analysed")
	}
	return fact.Known(r.rows, fact.Observed)
}

// A partition that is being detached is no longer read through its parent.
var parentSection = section{
	what:    "which tables are partitions",
	catalog: "pg_inherits",
	sql: `
SELECT i.inhrelid::int8, i.inhparent::int8, i.inhdetachpending
  FROM pg_catalog.pg_inherits i
  JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid AND c.relkind IN ('r', 'p', 'f')
 ORDER BY i.inhrelid, i.inhseqno`,
}

type parentRow struct {
	child, parent int64
	detaching     bool
}

func (r *parentRow) columns() []any { return []any{&r.child, &r.parent, &r.detaching} }

func (c *catalog) readParents(ctx context.Context) error {
	rows, err := read[parentRow](ctx, c, parentSection)
	for _, r := range rows {
		child, parent := c.tables[r.child], c.tables[r.parent]
		switch {
		case child == nil || parent == nil:
		case r.detaching:
			child.Bound = nil
		default:
			child.Parents = append(child.Parents, parent.Name)
		}
	}
	return err
}
