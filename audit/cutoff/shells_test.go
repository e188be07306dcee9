package cutoff

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// cleanup is a condition in one of the ways in which cleanups are written. All
// of them remove just the records that meet the condition.
type cleanup struct {
	db        *schema.Database
	condition string            // as the generator writes it
	command   string            // what a job runs; empty where nothing visible runs the code
	called    []*schema.Routine // what somebody who was not read calls
}

// code adds a routine and returns it.
func (c *cleanup) code(name, language, body string, params ...schema.Param) *schema.Routine {
	made := routine(name, body, params...)
	made.Language, made.Returns = language, "void"
	c.db.Routines = append(c.db.Routines, made)
	return made
}

// effects reads all of it.
func (c cleanup) effects() []Removal {
	reader := New(c.db, testRoles, testKeys)
	var all []Removal
	if c.command != "" {
		all = append(all, reader.Command(c.command, nil, schema.Zone{}).Removals...)
	}
	for _, r := range c.called {
		all = append(all, reader.Routine(r).Removals...)
	}
	for _, t := range c.db.Triggers {
		all = append(all, reader.Trigger(t).Removals...)
	}
	for _, r := range c.db.Rules {
		all = append(all, reader.Command(r.Actions, nil, schema.Zone{}).Removals...)
	}
	return all
}

// floor is the least floor of what the cleanup removes from keys.
func (c cleanup) floor(t *testing.T) (time.Duration, string) {
	t.Helper()
	least, seen := span.Unbounded(), false
	for _, r := range c.effects() {
		if r.Table != nil && r.Table.Name.Name != "keys" {
			continue
		}
		seen = true
		floor, ok := r.Floor.Get()
		if !ok {
			return opaqueFloor, r.Floor.Reason()
		}
		least = span.Shorter(least, floor)
	}
	if !seen || least.IsUnbounded() {
		return neverFloor, ""
	}
	return least.Length(), ""
}

// text is all of the cleanup, to be read by whoever looks into a failure.
func (c cleanup) text() string {
	var all []string
	for _, r := range c.db.Routines {
		all = append(all, r.Name.Name+"() "+r.Language+": "+r.Body)
	}
	for _, r := range c.db.Rules {
		all = append(all, "rule: "+r.Actions)
	}
	for _, v := range c.db.Views {
		all = append(all, "view: "+v.Query)
	}
	return strings.Join(append(all, c.command), "; ")
}

// wrap writes a condition as a cleanup.
func (g generator) wrap(db *schema.Database) cleanup {
	if g.IntN(10) == 0 {
		return g.taken(db)
	}
	c := cleanup{db: db, condition: g.condition(2)}
	condition := asRead(c.condition)
	for _, shells := range []func(*cleanup, string) bool{g.statement, g.routine, g.parameter, g.event} {
		if g.IntN(4) == 0 && shells(&c, condition) {
			return c
		}
	}
	c.command = "delete from keys where " + condition
	return c
}

// statement writes the condition into one statement.
func (g generator) statement(c *cleanup, condition string) bool {
	plain := "delete from keys where " + condition
	c.command = g.pick(
		"with old as (select id from keys where "+condition+" limit 100) delete from keys using old where keys.id = old.id",
		"delete from keys where ctid in (select ctid from keys where "+condition+" order by id limit 10)",
		"delete from public.keys k where k.key = any (array(select key from keys where "+condition+"))",
		"update keys set key = null where "+condition,
		"merge into keys using (select 1) o on true when matched and ("+condition+") then delete",
		"with gone as ("+plain+" returning id) select count(*) from gone",
		"delete from keys where exists (select 1 from keys k where k.id = keys.id and ("+condition+"))",
		"begin; "+plain+"; commit",
		"select 1; "+plain+"; analyze keys")
	return true
}

// routine writes the condition into code without parameters.
func (g generator) routine(c *cleanup, condition string) bool {
	plain := "delete from keys where " + condition
	switch g.IntN(9) {
	case 0:
		c.command = "do $do$ begin " + plain + "; end $do$"
	case 1:
		c.command = "do $do$ begin execute $sql$ " + plain + " $sql$; end $do$"
	case 2:
		c.command = "do $do$ declare r record; begin for r in select id from keys where " + condition + " loop delete from keys where id = r.id; end loop; end $do$"
	case 3:
		c.code("purge", "sql", plain)
		c.command = "select purge()"
	case 4:
		c.code("purge", "plpgsql", "declare n int; begin loop "+plain+"; get diagnostics n = row_count; exit when n = 0; end loop; exception when others then raise; end")
		c.command = "select purge() from generate_series(1, 3)"
	case 5:
		c.code("purge", "plpgsql", "declare ids bigint[]; begin select array_agg(id) into ids from keys where "+condition+"; if ids is not null then delete from keys where id = any (ids); end if; end").Procedure = true
		c.command = "call purge()"
	case 6:
		c.code("purge", "plpgsql", "declare c cursor for select * from keys where "+condition+" for update; begin for r in c loop delete from keys where current of c; end loop; end")
		c.command = "select purge()"
	case 7:
		c.code("release", "sql", "delete from keys where key = k", schema.Param{Name: "k", Type: "text"})
		c.code("purge", "plpgsql", "declare r record; begin for r in select * from keys where "+condition+" loop perform release(r.key); end loop; end")
		c.command = "select purge()"
	case 8:
		c.db.Views = append(c.db.Views, &schema.View{Name: schema.Name{Schema: "public", Name: "old_keys"}, Query: "select * from keys where " + condition})
		c.command = "delete from old_keys"
	}
	return true
}

// anInterval finds a plain interval in a condition.
var anInterval = regexp.MustCompile(`interval '[0-9]+ (hours|days)'`)

// parameter takes an interval of the condition out into a parameter, a default
// or a function; false where the condition has none.
func (g generator) parameter(c *cleanup, condition string) bool {
	at := anInterval.FindStringIndex(condition)
	if at == nil {
		return false
	}
	length := condition[at[0]:at[1]]
	with := func(replacement string) string {
		return "delete from keys where " + condition[:at[0]] + replacement + condition[at[1]:]
	}
	keep := schema.Param{Name: "keep", Type: "interval"}
	switch g.IntN(7) {
	case 0:
		c.code("purge", "sql", with("keep"), keep)
		c.command = "select purge(" + length + ")"
	case 1:
		c.code("purge", "plpgsql", "begin "+with("keep")+"; end", keep)
		c.command = "select purge(keep => " + length + ")"
	case 2: // the default is the one that counts, and the overload is another routine
		keep.Default = length
		c.code("purge", "plpgsql", "begin "+with("keep")+"; end", keep)
		c.code("purge", "sql", "delete from keys", schema.Param{Name: "days", Type: "integer"}, schema.Param{Name: "really", Type: "boolean"})
		c.command = "select purge()"
	case 3:
		c.code("purge", "sql", with("keep"), keep)
		c.code("purge", "sql", "delete from keys", schema.Param{Name: "days", Type: "integer"})
		c.command = "select purge((" + length + ")::interval)"
	case 4:
		c.code("purge", "plpgsql", "begin execute $x$"+with("$1")+"$x$ using "+length+"; end")
		c.command = "select purge()"
	case 5:
		c.code("keep", "sql", "select "+length).Returns = "interval"
		c.command = with("keep()")
	case 6:
		c.code("purge", "plpgsql", "declare keep constant interval not null := "+length+"; begin "+with("keep")+"; end")
		c.command = "select purge()"
	}
	return true
}

// event has a trigger or a rule remove what meets the condition.
func (g generator) event(c *cleanup, condition string) bool {
	plain := "delete from keys where " + condition
	if g.IntN(2) == 0 {
		c.db.Rules = append(c.db.Rules, &schema.Rule{Name: "r", Table: schema.Name{Schema: "public", Name: "settings"}, Event: "update", Enabled: true, Actions: plain})
		return true
	}
	c.code("swept", "plpgsql", "begin "+plain+"; return new; end").Returns = "trigger"
	c.db.Triggers = append(c.db.Triggers, &schema.Trigger{
		Name: "t", Table: schema.Name{Schema: "public", Name: "settings"}, Function: schema.Name{Schema: "public", Name: "swept"},
		Timing: "after", Events: []string{"insert"}, Enabled: true, Place: fact.Place{},
	})
	return true
}

// taken has a claim take an old record over in two steps. A caller that ends a
// young one, or one of any age, gives its own claim back: the conditions are
// those that only an old record meets.
func (g generator) taken(db *schema.Database) cleanup {
	c := cleanup{db: db, condition: fmt.Sprintf("%s %s %s - %s", g.clock(), g.pick("<", "<="), g.present(), g.interval())}
	for range g.IntN(3) {
		also := fmt.Sprintf("%s - %s > %s", g.pick("«now()»", "«current_timestamp»"), g.pick("created_at", "updated_at"), g.interval())
		c.condition = "(" + c.condition + g.pick(") and (", ") or (") + also + ")"
	}
	condition := asRead(c.condition)
	key := schema.Param{Name: "k", Type: "text"}
	body := g.pick(
		"begin if exists (select 1 from keys where key = k and ("+condition+")) then delete from keys where key = k; end if; end",
		"declare r record; begin select ("+condition+") as gone into r from keys where key = k; if r.gone then delete from keys where key = k; end if; end",
		"declare gone boolean; begin select "+condition+" into gone from keys where key = k; if not coalesce(gone, false) then return; end if; delete from keys where key = k; end",
		"declare gone boolean; begin select "+condition+" into gone from keys where key = k; if found and gone then update keys set key = null where key = k; end if; end",
		"begin delete from keys where key = k and ("+condition+"); end")
	c.called = append(c.called, c.code("claim", "plpgsql", body, key))
	return c
}
