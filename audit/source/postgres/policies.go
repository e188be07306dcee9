package postgres

import (
	"context"

	"idemaudit/audit/schema"
)

// Only a table with row security switched on obeys its policies. Writing a
// condition out waits for the lock of its table, which is hidden then anyway.
var securitySection = section{
	what:    "the row security policies",
	catalog: "pg_policy",
	locked:  true,
	sql: `
SELECT p.polname::text, n.nspname::text, c.relname::text, p.polpermissive, 0 = ANY (p.polroles),
       CASE WHEN c.oid::int8 <> ALL ($1::int8[]) THEN pg_catalog.pg_get_expr(p.polqual, p.polrelid) END
  FROM pg_catalog.pg_policy p
  JOIN pg_catalog.pg_class c ON c.oid = p.polrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relrowsecurity AND p.polcmd IN ('*', 'r') AND n.nspname !~ '^pg_'
 ORDER BY n.nspname, c.relname, p.polname`,
}

type securityRow struct {
	name, schema, table, using string
	permissive, everyone       bool
}

func (r *securityRow) columns() []any {
	return []any{&r.name, &r.schema, &r.table, &r.permissive, &r.everyone, &r.using}
}

func (c *catalog) readPolicies(ctx context.Context) error {
	rows, err := read[securityRow](ctx, c, securitySection)
	for _, r := range rows {
		table := schema.Name{Schema: r.schema, Name: r.table}
		c.db.Policies = append(c.db.Policies, &schema.Policy{
			Name: r.name, Table: table, Permissive: r.permissive, Everyone: r.everyone, Using: r.using,
			Place: place("policy " + r.name + " on " + table.String()),
		})
	}
	return err
}

var eventTriggerSection = section{
	what:    "the event triggers",
	catalog: "pg_event_trigger",
	sql: `
SELECT e.evtname::text, n.nspname::text, f.proname::text, e.evtenabled <> 'D'
  FROM pg_catalog.pg_event_trigger e
  JOIN pg_catalog.pg_proc f ON f.oid = e.evtfoid
  JOIN pg_catalog.pg_namespace n ON n.oid = f.pronamespace
 ORDER BY e.evtname`,
}

type eventTriggerRow struct {
	name, schema, function string
	enabled                bool
}

func (r *eventTriggerRow) columns() []any {
	return []any{&r.name, &r.schema, &r.function, &r.enabled}
}

func (c *catalog) readEventTriggers(ctx context.Context) error {
	rows, err := read[eventTriggerRow](ctx, c, eventTriggerSection)
	for _, r := range rows {
		c.db.Events = append(c.db.Events, &schema.EventTrigger{
			Name: r.name, Function: schema.Name{Schema: r.schema, Name: r.function}, Enabled: r.enabled,
			Place: place("event trigger " + r.name),
		})
	}
	return err
}
