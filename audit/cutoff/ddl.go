package cutoff

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

func (run *run) truncate(s *scope, t *sqltree.TruncateStmt, text string) {
	for _, n := range t.GetRelations() {
		if _, it := run.relation(s, n.GetRangeVar(), text); it.table != nil {
			run.add(run.emptied(it.table, Truncate, "TRUNCATE", text))
			if t.GetBehavior() == sqltree.DropBehavior_DROP_CASCADE {
				for _, referring := range run.reader.referringTo(it.table) {
					run.add(run.emptied(referring, Truncate, "TRUNCATE … CASCADE of "+it.table.Name.String(), text))
				}
			}
		}
	}
}

func (run *run) emptied(t *schema.Table, a Action, why, text string) Removal {
	r := run.removal(t, a, always(), text)
	r.Everything = why
	return r
}

// referringTo returns the tables whose foreign keys lead to t, directly or
// through others.
func (r *reader) referringTo(t *schema.Table) []*schema.Table {
	seen := map[schema.Name]bool{t.Name: true}
	var all []*schema.Table
	for grew := true; grew; {
		grew = false
		for _, fk := range r.db.Foreign {
			if seen[fk.References] && !seen[fk.Table] {
				seen[fk.Table], grew = true, true
				if referring := r.db.Table(fk.Table, nil); referring != nil {
					all = append(all, referring)
				}
			}
		}
	}
	return all
}

func (run *run) drop(s *scope, d *sqltree.DropStmt, text string) {
	if d.GetRemoveType() != sqltree.ObjectType_OBJECT_TABLE {
		return
	}
	for _, o := range d.GetObjects() {
		parts := names(o.GetList().GetItems())
		if len(parts) == 0 {
			continue
		}
		name := schema.Name{Name: parts[len(parts)-1]}
		if len(parts) > 1 {
			name.Schema = parts[len(parts)-2]
		}
		if t := run.reader.db.Table(name, s.session.path); t != nil {
			run.add(run.emptied(t, Drop, "DROP TABLE", text))
		}
	}
}

func (run *run) alter(s *scope, a *sqltree.AlterTableStmt, text string) {
	for _, n := range a.GetCmds() {
		cmd := n.GetAlterTableCmd()
		if cmd.GetSubtype() != sqltree.AlterTableType_AT_DetachPartition {
			continue
		}
		if _, it := run.relation(s, cmd.GetDef().GetPartitionCmd().GetName(), text); it.table != nil {
			run.add(run.emptied(it.table, Detach, "DETACH PARTITION", text))
		}
	}
}

func (run *run) do(s *scope, d *sqltree.DoStmt, text string) {
	body, language := "", "plpgsql"
	for _, n := range d.GetArgs() {
		switch arg := n.GetDefElem(); arg.GetDefname() {
		case "as":
			body = arg.GetArg().GetString_().GetSval()
		case "language":
			language = arg.GetArg().GetString_().GetSval()
		}
	}
	block := &schema.Routine{Name: schema.Name{Name: "DO"}, Language: language, Body: body, Place: fact.Place{}}
	inner := &scope{reader: s.reader, session: s.session, vars: map[string]value{}, depth: s.depth + 1}
	if language == "plpgsql" {
		run.plpgsql(inner, block)
		return
	}
	run.foreign(block, "is written in "+language+", which is not read")
}

// moved notes a table that code gives another name: whoever looks the old name
// up finds another table, or none.
func (run *run) moved(s *scope, object sqltree.ObjectType, rv *sqltree.RangeVar, why, text string) {
	if object != sqltree.ObjectType_OBJECT_TABLE || rv == nil {
		return
	}
	if _, it := run.relation(s, rv, text); it.table != nil {
		run.add(run.emptied(it.table, Drop, "ALTER TABLE … "+why, text))
	}
}
