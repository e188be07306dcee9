package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
)

// addOnSection finds the tables in which extensions keep what ends records, and
// what keeps the role from reading them. pg_partman's are found by their
// columns, because it may be installed in any schema, or copied into one.
//
// Row security hides no row where a permissive policy shows the role all of
// them and no restrictive policy stands beside it. For whom a restrictive one
// is meant is not asked: to be told too little here is worse than too much.
var addOnSection = section{
	what:    "which schedulers are installed",
	catalog: "pg_class",
	sql: `
WITH t AS (
  SELECT c.oid, c.relname, c.relkind, n.oid AS schema, n.nspname,
         ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS names
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'v') AND n.nspname !~ '^pg_'
)
SELECT t.nspname::text, t.relname::text, t.names, pg_catalog.has_schema_privilege(t.schema, 'USAGE'),
       pg_catalog.has_table_privilege(t.oid, 'SELECT'),
       pg_catalog.row_security_active(t.oid) AND (
         SELECT NOT coalesce(bool_or(p.polpermissive AND u.whole AND EXISTS (
                  SELECT FROM pg_catalog.unnest(p.polroles) r WHERE r = 0 OR pg_catalog.pg_has_role(r, 'USAGE'))), false)
                OR coalesce(bool_or(NOT p.polpermissive AND NOT u.whole), false)
           FROM pg_catalog.pg_policy p, LATERAL (SELECT pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true' AS whole) u
          WHERE p.polrelid = t.oid AND p.polcmd IN ('r', '*'))
  FROM t
 WHERE (t.nspname, t.relname) IN (('cron', 'job'), ('pgagent', 'pga_job'), ('pgagent', 'pga_jobstep'), ('pgagent', 'pga_schedule'),
                                  ('timetable', 'chain'), ('timetable', 'task'), ('timescaledb_information', 'jobs'), ('timescaledb_information', 'dimensions'))
    OR t.relkind = 'r' AND t.names @> ARRAY['parent_table', 'control', 'retention', 'partition_interval']
 ORDER BY t.nspname, t.relname`,
}

// addOn is a table of an extension.
type addOn struct {
	schema, name string
	names        []string // its columns
	usable       bool     // the role may use the schema
	readable     bool     // the role may read the table
	filtered     bool     // row security decides which rows the role sees
}

func (a *addOn) columns() []any {
	return []any{&a.schema, &a.name, &a.names, &a.usable, &a.readable, &a.filtered}
}

func (a *addOn) quoted() string { return schema.Name{Schema: a.schema, Name: a.name}.Quoted() }

func (a *addOn) has(columns ...string) bool {
	return !slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(a.names, c) })
}

// readAddOns reads what extensions in this database may end.
func (c *catalog) readAddOns(ctx context.Context) error {
	found, err := read[addOn](ctx, c, addOnSection)
	if err != nil {
		return err
	}
	here := addOns(found)
	for _, part := range []func(context.Context, addOns) error{
		c.readCron, c.readPgAgent, c.readTimetable, c.readPartman, c.readTimescale,
	} {
		if err := part(ctx, here); err != nil {
			return err
		}
	}
	return nil
}

type addOns []addOn

// named returns the tables of an extension that has all of them; nil
// otherwise.
func (all addOns) named(schema string, names ...string) addOns {
	var found addOns
	for _, name := range names {
		i := slices.IndexFunc(all, func(a addOn) bool { return a.schema == schema && a.name == name })
		if i < 0 {
			return nil
		}
		found = append(found, all[i])
	}
	return found
}

// allowed reports whether the role may read all of the tables. Where it may
// not, or sees only some rows, what is kept in them is recorded as hidden,
// with the statements that change that. in names another database than the
// audited one in which they are to be run.
func (c *catalog) allowed(what string, tables addOns, in string) bool {
	var why, fix []string
	readable := true
	for _, t := range tables {
		if !t.usable {
			why = append(why, "permission denied for schema "+t.schema)
			fix = append(fix, grant("USAGE", "SCHEMA "+ident.Quote(t.schema), c.s.role))
			readable = false
		}
		if !t.readable {
			why = append(why, fmt.Sprintf("permission denied for table %s.%s", t.schema, t.name))
			fix = append(fix, grant("SELECT", t.quoted(), c.s.role))
			readable = false
		}
		if t.filtered {
			why = append(why, fmt.Sprintf("row security shows role %s only some rows of %s.%s", c.s.role, t.schema, t.name))
			fix = append(fix, showAllRows(t, c.s.role))
		}
	}
	if len(why) > 0 {
		h := fact.Hidden{What: what, Why: strings.Join(unique(why), "; "), Fix: strings.Join(unique(fix), "; "), Incomplete: true}
		if in != "" {
			h.Fix = fmt.Sprintf("in database %s: %s", in, h.Fix)
		}
		c.hide(h)
	}
	return readable
}

// showAllRows writes the statement that shows a role every row of a table, and
// of that table alone. No name may stand in the remark behind it, where quotes
// would not keep it from ending the remark.
func showAllRows(t addOn, role string) string {
	return fmt.Sprintf("CREATE POLICY %s ON %s FOR SELECT TO %s USING (true) /* or give the role BYPASSRLS, which holds for every table */",
		ident.Quote("idemaudit_"+role), t.quoted(), ident.Quote(role))
}

// unique keeps the first of each.
func unique(all []string) []string {
	var kept []string
	for _, s := range all {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
