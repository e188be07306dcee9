package postgres

import (
	"context"
	"strings"

	"idemaudit/audit/schema"
)

// Only a body in standard SQL (BEGIN ATOMIC, RETURN) is kept as a tree;
// writing it out waits for the locks of every relation it refers to, as far as
// the server knows them. Other bodies are text.
var routineSection = section{
	what:    "the functions and procedures",
	catalog: "pg_proc",
	locked:  true,
	sql: `
WITH p AS (
  SELECT p.*, n.nspname, l.lanname, e.extname,
         ARRAY(SELECT DISTINCT x.refobjid::int8 FROM pg_catalog.pg_depend x
                WHERE p.prosqlbody IS NOT NULL AND x.classid = 'pg_proc'::regclass AND x.objid = p.oid
                  AND x.refclassid = 'pg_class'::regclass ORDER BY 1) AS refers
    FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    LEFT JOIN pg_catalog.pg_depend x ON x.classid = 'pg_proc'::regclass AND x.objid = p.oid
         AND x.refclassid = 'pg_extension'::regclass AND x.deptype = 'e'
    LEFT JOIN pg_catalog.pg_extension e ON e.oid = x.refobjid
   WHERE p.prokind IN ('f', 'p') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
)
SELECT p.nspname::text, p.proname::text, p.prokind = 'p', p.lanname::text, pg_catalog.format_type(p.prorettype, NULL),
       p.prosrc, p.provolatile::text, p.proconfig, p.extname::text, p.refers, p.refers && $1::int8[],
       CASE WHEN NOT p.refers && $1::int8[] THEN pg_catalog.pg_get_function_sqlbody(p.oid) END,
       p.proargnames, p.proargmodes::text[],
       ARRAY(SELECT pg_catalog.format_type(t.oid, NULL)
               FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS t(oid, n) ORDER BY t.n),
       ARRAY(SELECT pg_catalog.pg_get_function_arg_default(p.oid, t.n::int4)
               FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS t(oid, n) ORDER BY t.n)
  FROM p
 ORDER BY p.nspname, p.proname, p.proargtypes::regtype[]::text`,
}

type routineRow struct {
	schema, name, language, returns, body, volatility, extension, sqlBody string
	procedure, locked                                                     bool
	settings                                                              []string // "name=value"
	refers                                                                []int64
	names, modes, types, defaults                                         []string // of the parameters
}

func (r *routineRow) columns() []any {
	return []any{&r.schema, &r.name, &r.procedure, &r.language, &r.returns, &r.body, &r.volatility, &r.settings,
		&r.extension, &r.refers, &r.locked, &r.sqlBody, &r.names, &r.modes, &r.types, &r.defaults}
}

func (c *catalog) readRoutines(ctx context.Context) error {
	rows, err := read[routineRow](ctx, c, routineSection)
	for _, r := range rows {
		routine := r.routine()
		c.db.Routines = append(c.db.Routines, routine)
		if r.locked {
			c.hideReferring("the body of "+routine.Place.Object, r.refers)
		}
	}
	return err
}

func (r *routineRow) routine() *schema.Routine {
	routine := &schema.Routine{
		Name:       schema.Name{Schema: r.schema, Name: r.name},
		Procedure:  r.procedure,
		Language:   strings.ToLower(r.language),
		Params:     r.params(),
		Returns:    r.returns,
		Body:       r.body,
		SQLBody:    r.sqlBody,
		Volatility: map[string]string{"i": "immutable", "s": "stable"}[r.volatility],
		Extension:  r.extension,
	}
	if routine.Volatility == "" {
		routine.Volatility = "volatile"
	}
	if routine.Procedure {
		routine.Returns = ""
	}
	for _, setting := range r.settings {
		name, value, _ := strings.Cut(setting, "=")
		switch strings.ToLower(name) {
		case "search_path":
			routine.SearchPath = splitPath(value)
		case "timezone":
			routine.TimeZone = value
		}
	}
	routine.Place = place(r.signature(routine))
	return routine
}

// signature names the routine with the types it takes, as DROP FUNCTION does.
func (r *routineRow) signature(routine *schema.Routine) string {
	var types []string
	for _, p := range routine.Inputs() {
		types = append(types, p.Type)
	}
	kind := "function "
	if r.procedure {
		kind = "procedure "
	}
	return kind + routine.Name.String() + "(" + strings.Join(types, ", ") + ")"
}

func (r *routineRow) params() []schema.Param {
	var params []schema.Param
	position := 0
	for i, typ := range r.types {
		p := schema.Param{Type: typ, Mode: "in", Name: at(r.names, i), Default: at(r.defaults, i)}
		switch at(r.modes, i) {
		case "o":
			p.Mode = "out"
		case "b":
			p.Mode = "inout"
		case "v":
			p.Mode = "variadic"
		case "t":
			p.Mode = "table"
		}
		if p.Mode != "out" && p.Mode != "table" {
			position++
			p.Position = position
		}
		params = append(params, p)
	}
	return params
}

// at returns an element of an array that may be shorter: the catalogs leave
// the arrays for parameters out where they would say nothing.
func at(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return ""
}
