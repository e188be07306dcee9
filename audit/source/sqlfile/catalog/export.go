package catalog

import (
	"maps"
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/definition"
)

// Database reads the state out, sorted by name. What a server knows of rows is
// unknown in it. Statements that were not made sense of are told by Unread.
func (c *Catalog) Database() *schema.Database {
	db := &schema.Database{SearchPath: c.searchPath(), Zone: schema.Zone{Name: "UTC"}}
	db.Notes = append(db.Notes, c.notes...)
	if c.zone.value != "" {
		db.Zone = schema.ZoneNamed(c.zone.value)
	}
	for _, t := range sorted(c.tables) {
		c.exportTable(db, t)
	}
	for _, v := range sorted(c.views) {
		db.Views = append(db.Views, &schema.View{
			Name: v.name, Place: named(v.place, "view "+v.name.String()), Query: v.query, Materialized: v.materialized,
		})
		exportRules(db, v.name, v.rules)
	}
	c.exportCode(db)
	return db
}

func (c *Catalog) exportCode(db *schema.Database) {
	for _, overloads := range sorted(c.routines) {
		for _, one := range slices.SortedFunc(slices.Values(overloads), func(a, b *routine) int { return strings.Compare(a.signature(), b.signature()) }) {
			exported := one.Routine
			kind := "function "
			if exported.Procedure {
				kind = "procedure "
			}
			exported.Place.Object = kind + exported.Name.String() + "(" + one.signature() + ")"
			db.Routines = append(db.Routines, &exported)
		}
	}
	for _, e := range c.events {
		exported := *e
		exported.Place.Object = "event trigger " + e.Name
		db.Events = append(db.Events, &exported)
	}
	slices.SortFunc(db.Events, func(a, b *schema.EventTrigger) int { return strings.Compare(a.Name, b.Name) })
	for _, j := range c.jobs {
		exported := *j
		exported.Place.Object = "pg_cron job " + j.Name
		db.Jobs = append(db.Jobs, &exported)
	}
	for _, set := range c.partman {
		exported := *set
		exported.Place.Object = "part_config of " + set.Parent.String()
		db.Partman = append(db.Partman, &exported)
	}
}

func sorted[T any](all map[schema.Name]T) []T {
	var in []T
	for _, name := range slices.SortedFunc(maps.Keys(all), compareNames) {
		in = append(in, all[name])
	}
	return in
}

// searchPath is where code looks unqualified names up. Without a setting of
// the database, files do not tell: the paths that scripts set for themselves
// come first, then public, then every schema with a table, so that a name
// that exists in one schema alone is found wherever that is.
func (c *Catalog) searchPath() []string {
	var path []string
	add := func(name string) {
		if !slices.Contains(path, name) && name != "pg_catalog" {
			path = append(path, name)
		}
	}
	for _, name := range c.path {
		add(name)
	}
	if c.path != nil {
		return path
	}
	for _, own := range c.sessions {
		for _, name := range own {
			add(name)
		}
	}
	add("public")
	for _, t := range sorted(c.tables) {
		add(t.name.Schema)
	}
	return path
}

func (c *Catalog) exportTable(db *schema.Database, t *table) {
	out := &schema.Table{
		Name: t.name, Kind: t.kind, Place: named(t.place, t.name.String()), Comment: t.comment, Persistence: t.persistence,
		Columns: schemaColumns(t), Bound: t.bound, Key: t.key,
		Deleted:     fact.Unknown[int64]("files hold no statistics"),
		NullColumns: fact.Unknown[[]string]("files hold no rows"),
	}
	definition.MarkVarying(out.Columns)
	for _, parent := range t.parents {
		out.Parents = append(out.Parents, parent.name)
	}
	if t.bound != nil {
		bound := *t.bound
		bound.Name = t.name.String()
		out.Bound = &bound
	}
	for _, x := range t.indexes {
		// One that is attached to an index of the whole is a part of that.
		if x.unique && x.parent == nil {
			out.Indexes = append(out.Indexes, x.fact())
		}
	}
	slices.SortFunc(out.Indexes, func(a, b fact.Index) int { return strings.Compare(a.Name, b.Name) })
	db.Tables = append(db.Tables, out)
	exportForeign(db, t)
	for _, g := range slices.SortedFunc(slices.Values(t.triggers), func(a, b *trigger) int { return strings.Compare(a.Name, b.Name) }) {
		one := g.Trigger
		one.Table, one.Place = t.name, named(g.place, "trigger "+g.Name+" on "+t.name.String())
		db.Triggers = append(db.Triggers, &one)
	}
	exportRules(db, t.name, t.rules)
	c.exportPolicies(db, t)
}

func exportRules(db *schema.Database, of schema.Name, u rules) {
	for _, one := range slices.SortedFunc(slices.Values(u.all), func(a, b *schema.Rule) int { return strings.Compare(a.Name, b.Name) }) {
		rule := *one
		rule.Table, rule.Place = of, named(one.Place, "rule "+one.Name+" on "+of.String())
		db.Rules = append(db.Rules, &rule)
	}
}

func (x *index) fact() fact.Index {
	f := fact.Index{
		Name: x.name.Name, Place: named(x.place, x.name.String()), Columns: slices.Clone(x.columns), Primary: x.primary,
		Valid: !x.invalid, Ready: true, Deferrable: x.deferrable, NullsNotDistinct: x.nullsNotDistinct,
		Predicate: x.predicate, OnlyNotNull: definition.OnlyNotNull(x.predicate, x.keyColumns()),
	}
	if x.table.bound != nil {
		f.Partition = x.table.name.String()
	}
	return f
}

// keyColumns returns the columns that the key columns of an index read.
func (x *index) keyColumns() []string {
	var names []string
	for _, c := range x.columns {
		if c.Column != "" {
			names = append(names, c.Column)
		}
		names = append(names, c.Uses...)
	}
	return names
}

func exportForeign(db *schema.Database, t *table) {
	for _, k := range t.constraints {
		f := k.foreign
		if f == nil {
			continue
		}
		key := &schema.ForeignKey{
			Name: k.name, Table: t.name, Columns: f.columns, References: f.name, RefColumns: f.refColumns,
			OnDelete: f.onDelete, OnUpdate: f.onUpdate, Place: named(f.place, "constraint "+k.name+" on "+t.name.String()),
		}
		if f.references != nil {
			key.References = f.references.name
		}
		db.Foreign = append(db.Foreign, key)
	}
}

func named(place fact.Place, object string) fact.Place {
	place.Object = object
	return place
}
