package cutoff

import (
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// Policy tells how a row security policy hides a table's older records from
// whoever looks one up.
func (r *Reader) Policy(p *schema.Policy) Effects {
	run := &run{reader: r.reader}
	t := r.db.Table(p.Table, nil)
	tree, err := sqltree.ParseExpression(p.Using)
	if t == nil || p.Using == "" || err != nil {
		return run.effects
	}
	s := run.top(nil, schema.Zone{})
	s.items = []*item{{alias: t.Name.Name, table: t, target: true}}
	if hidden := s.hiddenFrom(flatten(tree)); hidden.decides != nil {
		run.add(run.removal(t, Hide, hidden, p.Using))
	}
	return run.effects
}

// Event reads the function of an event trigger.
func (r *Reader) Event(e *schema.EventTrigger) Effects {
	run := &run{reader: r.reader}
	for _, rt := range r.db.RoutinesNamed(e.Function, nil) {
		if len(rt.Inputs()) == 0 {
			run.enter(run.top(nil, schema.Zone{}), rt, nil)
		}
	}
	return run.effects
}

// Returns tells what a PL/pgSQL trigger function gives back: NULL, which throws
// the row away, or a row. Neither is told of a function in another language.
func (r *Reader) Returns(t *schema.Trigger) (null, row bool) {
	for _, rt := range r.db.RoutinesNamed(t.Function, nil) {
		if rt.Language != "plpgsql" {
			continue
		}
		p := r.program(rt)
		if p.err != nil {
			continue
		}
		for _, st := range p.body {
			returnsIn(map[string]any(st), func(returned tree) {
				isNull := isNullText(returned.query("expr"))
				null, row = null || isNull, row || !isNull
			})
		}
	}
	return null, row
}

func isNullText(text string) bool {
	if text == "" {
		return false
	}
	tree, err := sqltree.ParseExpression(text)
	return err == nil && tree.GetAConst().GetIsnull()
}

// returnsIn finds the RETURN statements in a routine.
func returnsIn(n any, found func(tree)) {
	switch m := n.(type) {
	case []any:
		for _, one := range m {
			returnsIn(one, found)
		}
	case map[string]any:
		for name, one := range m {
			if members, ok := one.(map[string]any); ok && name == kindPrefix+"stmt_return" {
				found(tree(members))
				continue
			}
			returnsIn(one, found)
		}
	}
}
