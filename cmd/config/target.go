package config

import (
	"strings"

	"idemaudit/vendors/strictyaml"
)

func (l *loader) targets(n strictyaml.Node) []Target {
	var targets []Target
	seen := map[string]bool{}
	for _, entry := range listOfSome(n, "targets is empty: leave it out to name the source on the command line") {
		f := entry.Fields()
		name := f.Required("name")
		t := l.target(entry, f, name.Text())
		if t.Name != "" && seen[t.Name] {
			name.Reject("a target of this name stands above already")
		}
		seen[t.Name] = true
		targets = append(targets, t)
	}
	return targets
}

// target reads the fields of a target other than its name.
func (l *loader) target(n strictyaml.Node, f *strictyaml.Fields, name string) Target {
	dsn, schema := f.Optional("dsn"), f.Optional("schema")
	switch {
	case dsn.Given() && schema.Given():
		schema.Reject("the target has a dsn too: one target is one source, so make two of it")
	case !dsn.Given() && !schema.Given() && n.IsMapping():
		n.Reject("the target has neither dsn nor schema: name the database or the SQL files to audit")
	}
	t := Target{
		Name:     name,
		DSN:      l.dsn(dsn),
		Schema:   l.schema(schema),
		Stores:   l.stores(f.Optional("stores")),
		Vendors:  l.vendors(f.Optional("vendors")),
		Outbound: l.outbound(f.Optional("outbound")),
	}
	f.RefuseOthers()
	return t
}

// schema reads one path or a list of them.
func (l *loader) schema(n strictyaml.Node) []string {
	if n.IsList() {
		return distinct(listOfSome(n, "schema is empty: name the SQL files to audit"), l.readPath)
	}
	if path := l.readPath(n); path != "" {
		return []string{path}
	}
	return nil
}

// dsn reads a connection string and puts in what its references to the
// environment stand for. No message shows any part of it but a variable's
// name.
func (l *loader) dsn(n strictyaml.Node) Secret {
	var whole strings.Builder
	rest := n.Text()
	for {
		before, after, found := strings.Cut(rest, "${")
		whole.WriteString(before)
		if !found {
			return Secret(whole.String())
		}
		name, behind, closed := strings.Cut(after, "}")
		if !closed || !isVariable(name) {
			n.Reject("the dsn has ${ without the name of an environment variable and a } behind it: write it as in ${LEDGER_DATABASE_URL}")
			return ""
		}
		value := l.getenv(name)
		if value == "" {
			n.Reject("the environment variable %s, which the dsn refers to, is not set", name)
		}
		whole.WriteString(value)
		rest = behind
	}
}

func isVariable(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}
