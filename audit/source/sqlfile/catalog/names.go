package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// temporarySchema is where temporary tables stand. PostgreSQL looks there
// first, whatever the search path.
const temporarySchema = "pg_temp"

// creation returns the full name of what a statement creates.
func (r *reader) creation(name schema.Name) (schema.Name, error) {
	if name.Schema != "" {
		return name, nil
	}
	for _, in := range r.path {
		if in != "$user" && in != "pg_catalog" && in != temporarySchema {
			return schema.Name{Schema: in, Name: name.Name}, nil
		}
	}
	return name, refused("%s has no schema, and the search path names none to create it in", name)
}

// places returns the full names that a name may mean, in the order they are
// looked at.
func (r *reader) places(name schema.Name) []schema.Name {
	if name.Schema != "" {
		return []schema.Name{name}
	}
	full := []schema.Name{{Schema: temporarySchema, Name: name.Name}}
	for _, in := range r.path {
		full = append(full, schema.Name{Schema: in, Name: name.Name})
	}
	return full
}

// lookup returns what a name means among those of one kind; nil or an empty
// list when it means none of them.
func lookup[T any](r *reader, all map[schema.Name]T, name schema.Name) (found T) {
	for _, full := range r.places(name) {
		if one, ok := all[full]; ok {
			return one
		}
	}
	return found
}

// table returns the table that a name means, or the reason why the statement
// can't be followed.
func (r *reader) table(rv *sqltree.RangeVar) (*table, error) {
	name := nameOf(rv)
	t := lookup(r, r.tables, name)
	if t == nil {
		return nil, refused("no table %s is known here", name)
	}
	return t, nil
}

func nameOf(rv *sqltree.RangeVar) schema.Name {
	return schema.Name{Schema: rv.GetSchemaname(), Name: rv.GetRelname()}
}

// qualified reads a name that the grammar gives as a list of parts; a database
// before the schema is left out.
func qualified(parts []*sqltree.Node) schema.Name {
	names := texts(parts)
	switch len(names) {
	case 0:
		return schema.Name{}
	case 1:
		return schema.Name{Name: names[0]}
	}
	return schema.Name{Schema: names[len(names)-2], Name: names[len(names)-1]}
}

// listed reads a name that the grammar gives as a List node or a type's name.
func listed(n *sqltree.Node) schema.Name {
	switch {
	case n.GetTypeName() != nil:
		return qualified(n.GetTypeName().GetNames())
	case n.GetString_() != nil:
		return schema.Name{Name: n.GetString_().GetSval()}
	}
	return qualified(n.GetList().GetItems())
}

// texts returns the strings of a list of names.
func texts(nodes []*sqltree.Node) []string {
	all := make([]string, 0, len(nodes))
	for _, n := range nodes {
		all = append(all, n.GetString_().GetSval())
	}
	return all
}

// renamed moves an entry of a map to another name.
func renamed[T any](all map[schema.Name]T, from, to schema.Name) {
	if from == to {
		return
	}
	all[to] = all[from]
	delete(all, from)
}

func compareNames(a, b schema.Name) int {
	if c := strings.Compare(a.Schema, b.Schema); c != 0 {
		return c
	}
	return strings.Compare(a.Name, b.Name)
}

func replaceText(all []string, from, to string) {
	for i := range all {
		if all[i] == from {
			all[i] = to
		}
	}
}

func without[T comparable](all []T, one T) []T {
	return slices.DeleteFunc(all, func(other T) bool { return other == one })
}

// namesIn returns the names in one schema, sorted.
func namesIn[T any](all map[schema.Name]T, in string) []schema.Name {
	var names []schema.Name
	for name := range all {
		if name.Schema == in {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, compareNames)
	return names
}
