package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/sqlfile/catalog"
)

// modelCase says what statements leave in the model, as one of the functions
// below tells it.
type modelCase struct {
	sql  string
	want []string
}

func check(t *testing.T, tell func(*schema.Database) []string, cases map[string]modelCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			state := catalog.New()
			state.Run("a.sql", c.sql)
			if diff := cmp.Diff(c.want, tell(state.Database())); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s\nunread: %v", c.sql, diff, state.Unread(nil))
			}
		})
	}
}

// tables tells every table with its columns.
func tables(db *schema.Database) []string {
	var all []string
	for _, t := range db.Tables {
		line := t.Name.String()
		if t.Kind != schema.Plain {
			line += " " + string(t.Kind)
		}
		if t.Persistence != fact.Permanent {
			line += " " + string(t.Persistence)
		}
		all = append(all, line)
		for _, c := range t.Columns {
			all = append(all, "  "+column(c))
		}
	}
	return all
}

func column(c fact.Column) string {
	line := c.Name + " " + c.Type
	if !c.Nullable {
		line += " not null"
	}
	switch {
	case c.Generated:
		line += " as " + c.Default
	case c.Default != "":
		line += " default " + c.Default
	}
	if c.Identity {
		line += " identity"
	}
	if c.Varies {
		line += " (varies)"
	}
	return line
}

// indexes tells every unique index.
func indexes(db *schema.Database) []string {
	var all []string
	for _, t := range db.Tables {
		for _, x := range t.Indexes {
			var columns []string
			for _, c := range x.Columns {
				columns = append(columns, c.Column+c.Expression)
			}
			line := fmt.Sprintf("%s on %s (%s)", x.Name, t.Name, strings.Join(columns, ", "))
			for _, word := range []struct {
				said bool
				word string
			}{
				{x.Primary, "primary"}, {!x.Valid, "invalid"}, {!x.Ready, "unready"}, {x.Deferrable, "deferrable"},
				{x.NullsNotDistinct, "nulls not distinct"}, {x.Predicate != "", "where " + x.Predicate}, {x.OnlyNotNull, "(only not null)"},
			} {
				if word.said {
					line += " " + word.word
				}
			}
			all = append(all, line)
		}
	}
	return all
}

// partitions tells how tables are cut and from what they inherit.
func partitions(db *schema.Database) []string {
	var all []string
	for _, t := range db.Tables {
		if t.Key != nil {
			all = append(all, fmt.Sprintf("%s by %s (%s) using %v", t.Name, t.Key.Strategy, strings.Join(t.Key.Columns, ", "), t.Key.Uses))
		}
		for _, parent := range t.Parents {
			line := fmt.Sprintf("%s under %s", t.Name, parent)
			if t.Bound != nil {
				line += fmt.Sprintf(" [%s .. %s]", t.Bound.Lower, t.Bound.Upper)
				if t.Bound.Default {
					line += " default"
				}
			}
			all = append(all, line)
		}
	}
	return all
}

// foreign tells every foreign key.
func foreign(db *schema.Database) []string {
	var all []string
	for _, f := range db.Foreign {
		all = append(all, fmt.Sprintf("%s on %s (%s) to %s (%s) on delete %s on update %s", f.Name, f.Table,
			strings.Join(f.Columns, ", "), f.References, strings.Join(f.RefColumns, ", "), f.OnDelete, f.OnUpdate))
	}
	return all
}

// routines tells every function and procedure.
func routines(db *schema.Database) []string {
	var all []string
	for _, r := range db.Routines {
		var params []string
		for _, p := range r.Params {
			one := strings.TrimSpace(p.Name + " " + p.Type)
			if p.Mode != "in" {
				one = p.Mode + " " + one
			}
			if p.Default != "" {
				one += " = " + p.Default
			}
			params = append(params, one)
		}
		kind := "function"
		if r.Procedure {
			kind = "procedure"
		}
		line := fmt.Sprintf("%s %s(%s) %s %s", kind, r.Name, strings.Join(params, ", "), r.Language, r.Volatility)
		if r.Returns != "" {
			line += " returns " + r.Returns
		}
		if r.SearchPath != nil {
			line += fmt.Sprintf(" path %v", r.SearchPath)
		}
		if r.TimeZone != "" {
			line += " zone " + r.TimeZone
		}
		all = append(all, strings.TrimSpace(line+": "+strings.TrimSpace(r.Body+r.SQLBody)))
	}
	return all
}

// hooks tells triggers, rules and views.
func hooks(db *schema.Database) []string {
	var all []string
	for _, g := range db.Triggers {
		line := fmt.Sprintf("trigger %s %s %v on %s calls %s%v", g.Name, g.Timing, g.Events, g.Table, g.Function, g.Args)
		for _, word := range []struct {
			said bool
			word string
		}{{g.Row, "for each row"}, {g.When != "", "when " + g.When}, {g.Constraint, "constraint"}, {!g.Enabled, "disabled"}} {
			if word.said {
				line += " " + word.word
			}
		}
		all = append(all, line)
	}
	for _, u := range db.Rules {
		line := fmt.Sprintf("rule %s on %s to %s: %s", u.Name, u.Event, u.Table, u.Actions)
		if u.Instead {
			line += " instead"
		}
		if !u.Enabled {
			line += " disabled"
		}
		all = append(all, line)
	}
	for _, v := range db.Views {
		line := fmt.Sprintf("view %s: %s", v.Name, v.Query)
		if v.Materialized {
			line = "materialized " + line
		}
		all = append(all, line)
	}
	return all
}

// jobs tells the jobs of pg_cron and the sets of pg_partman.
func jobs(db *schema.Database) []string {
	var all []string
	for _, j := range db.Jobs {
		line := fmt.Sprintf("%s at %s: %s", j.Name, j.Schedule, j.Command)
		if j.Database != "" {
			line += " in " + j.Database
		}
		if j.Role != "" {
			line += " as " + j.Role
		}
		if !j.Active {
			line += " inactive"
		}
		all = append(all, line)
	}
	for _, s := range db.Partman {
		all = append(all, fmt.Sprintf("partman %s by %s every %s keeps %q epoch %s", s.Parent, s.Control, s.Interval, s.Retention, s.Epoch))
	}
	return all
}

// load returns the model that statements leave.
func load(t *testing.T, sql string) *schema.Database {
	t.Helper()
	state := catalog.New()
	state.Run("a.sql", sql)
	if unread := state.Unread(nil); len(unread) > 0 {
		t.Fatalf("%s: unread: %v", sql, unread)
	}
	return state.Database()
}
