package postgres

import (
	"context"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// Writing a rule out waits for the locks of every relation it refers to. The
// rule _RETURN is what makes a view.
var ruleSection = section{
	what:    "the rules",
	catalog: "pg_rewrite",
	locked:  true,
	sql: `
WITH r AS (
  SELECT r.*, n.nspname, c.relname,
         ARRAY(SELECT DISTINCT x.refobjid::int8 FROM pg_catalog.pg_depend x
                WHERE x.classid = 'pg_rewrite'::regclass AND x.objid = r.oid AND x.refclassid = 'pg_class'::regclass ORDER BY 1) AS refers
    FROM pg_catalog.pg_rewrite r
    JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE r.rulename <> '_RETURN' AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
)
SELECT r.rulename::text, r.nspname::text, r.relname::text, r.ev_type::text, r.is_instead, r.ev_enabled <> 'D', r.refers, r.refers && $1::int8[],
       CASE WHEN NOT r.refers && $1::int8[] THEN pg_catalog.pg_get_ruledef(r.oid) END
  FROM r
 ORDER BY r.nspname, r.relname, r.rulename`,
}

type ruleRow struct {
	name, schema, table, event, text string
	instead, enabled, locked         bool
	refers                           []int64
}

func (r *ruleRow) columns() []any {
	return []any{&r.name, &r.schema, &r.table, &r.event, &r.instead, &r.enabled, &r.refers, &r.locked, &r.text}
}

func (c *catalog) readRules(ctx context.Context) error {
	rows, err := read[ruleRow](ctx, c, ruleSection)
	for _, r := range rows {
		table := schema.Name{Schema: r.schema, Name: r.table}
		object := "rule " + r.name + " on " + table.String()
		if r.locked {
			c.hideReferring("the "+object, r.refers)
			continue
		}
		when, actions := ruleParts(r.text)
		c.db.Rules = append(c.db.Rules, &schema.Rule{
			Name:    r.name,
			Table:   table,
			When:    when,
			Event:   map[string]string{"1": "select", "2": "update", "3": "insert", "4": "delete"}[r.event],
			Instead: r.instead,
			Actions: actions,
			Enabled: r.enabled,
			Place:   place(object),
		})
	}
	return err
}

// ruleParts returns the condition of a rule's definition and its statements,
// separated by semicolons. What can't be parsed again is passed on from DO on.
func ruleParts(text string) (when, actions string) {
	_, after, _ := strings.Cut(text, " DO ")
	rest := strings.TrimSpace(after)
	statements, err := sqltree.Parse(text)
	if err != nil || len(statements) != 1 || statements[0].Tree.GetRuleStmt() == nil {
		return "", rest
	}
	rule := statements[0].Tree.GetRuleStmt()
	if rule.GetWhereClause() != nil {
		if when, err = sqltree.DeparseExpression(rule.GetWhereClause()); err != nil {
			when = "a condition"
		}
	}
	var all []string
	for _, action := range rule.GetActions() {
		written, err := sqltree.Deparse(action)
		if err != nil {
			return when, rest
		}
		all = append(all, written)
	}
	return when, strings.Join(all, "; ")
}
