package postgres

import (
	"context"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// A row trigger of a partitioned table has a copy on every partition; a copy
// counts only where it is switched on or off by itself. Only a trigger with a
// condition is written out, which waits for the lock of its table.
var triggerSection = section{
	what:    "the triggers",
	catalog: "pg_trigger",
	locked:  true,
	sql: `
SELECT t.tgname::text, t.tgrelid::int8, fn.nspname::text, f.proname::text, t.tgtype::int8, t.tgconstraint <> 0, t.tgenabled <> 'D',
       t.tgargs,
       CASE WHEN t.tgqual IS NOT NULL AND t.tgrelid::int8 <> ALL ($1::int8[]) THEN pg_catalog.pg_get_triggerdef(t.oid) END
  FROM pg_catalog.pg_trigger t
  JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_proc f ON f.oid = t.tgfoid
  JOIN pg_catalog.pg_namespace fn ON fn.oid = f.pronamespace
  LEFT JOIN pg_catalog.pg_trigger whole ON whole.oid = t.tgparentid
 WHERE NOT t.tgisinternal AND (t.tgparentid = 0 OR t.tgenabled IS DISTINCT FROM whole.tgenabled)
 ORDER BY n.nspname, c.relname, t.tgname`,
}

type triggerRow struct {
	name                     string
	table                    int64
	functionSchema, function string
	kind                     int64
	constraint, enabled      bool
	args                     []byte // each ends with a zero byte
	text                     string
}

func (r *triggerRow) columns() []any {
	return []any{&r.name, &r.table, &r.functionSchema, &r.function, &r.kind, &r.constraint, &r.enabled, &r.args, &r.text}
}

func (c *catalog) readTriggers(ctx context.Context) error {
	rows, err := read[triggerRow](ctx, c, triggerSection)
	for _, r := range rows {
		if t := c.tables[r.table]; t != nil {
			c.db.Triggers = append(c.db.Triggers, r.trigger(t.Name))
		}
	}
	return err
}

// The bits of pg_trigger.tgtype.
const (
	forEachRow = 1 << iota
	before
	onInsert
	onDelete
	onUpdate
	onTruncate
	insteadOf
)

func (r *triggerRow) trigger(table schema.Name) *schema.Trigger {
	t := &schema.Trigger{
		Name:       r.name,
		Table:      table,
		Function:   schema.Name{Schema: r.functionSchema, Name: r.function},
		Timing:     "after",
		Row:        r.kind&forEachRow != 0,
		When:       condition(r.text),
		Constraint: r.constraint,
		Enabled:    r.enabled,
		Place:      place("trigger " + r.name + " on " + table.String()),
	}
	for arg := range strings.SplitSeq(strings.TrimSuffix(string(r.args), "\x00"), "\x00") {
		if len(r.args) > 0 {
			t.Args = append(t.Args, strings.ToValidUTF8(arg, "\uFFFD"))
		}
	}
	switch {
	case r.kind&before != 0:
		t.Timing = "before"
	case r.kind&insteadOf != 0:
		t.Timing = "instead of"
	}
	for _, event := range []struct {
		bit  int64
		name string
	}{{onInsert, "insert"}, {onUpdate, "update"}, {onDelete, "delete"}, {onTruncate, "truncate"}} {
		if r.kind&event.bit != 0 {
			t.Events = append(t.Events, event.name)
		}
	}
	return t
}

// condition returns the WHEN of a trigger's definition, empty for none.
func condition(text string) string {
	statements, err := sqltree.Parse(text)
	if err != nil || len(statements) != 1 {
		return ""
	}
	when := statements[0].Tree.GetCreateTrigStmt().GetWhenClause()
	if when == nil {
		return ""
	}
	written, err := sqltree.DeparseExpression(when)
	if err != nil {
		return ""
	}
	return written
}
