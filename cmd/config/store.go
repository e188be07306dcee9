package config

import (
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/vendors/strictyaml"
)

func (l *loader) stores(n strictyaml.Node) []Store {
	var stores []Store
	seen := map[schema.Name]bool{}
	for _, entry := range listOfSome(n, "stores is empty: leave it out to audit the stores that are found") {
		f := entry.Fields()
		table := f.Required("table")
		s := l.store(f, readTable(table))
		name := schema.SplitName(s.Table)
		if s.Table != "" && seen[name] {
			table.Reject("a store of this table stands above already")
		}
		seen[name] = true
		stores = append(stores, s)
	}
	return stores
}

// store reads the fields of a store other than its table.
func (l *loader) store(f *strictyaml.Fields, table string) Store {
	s := Store{
		Table:         table,
		Key:           textsOf(listOfSome(f.Optional("key"), "key is empty: leave it out to have it found")),
		Created:       f.Optional("created").Text(),
		Expires:       f.Optional("expires").Text(),
		ExpiryIgnored: f.Optional("expiry").Word("ignored") != "",
		ReplayStable:  textsOf(f.Optional("replay_stable").List()),
		Effects:       textsOf(f.Optional("effects").List()),
		Vendors:       l.vendors(f.Optional("vendors")),
	}
	if retention := f.Optional("retention"); retention.Given() {
		length := retention.Span()
		s.Retention = &length
	}
	for _, p := range f.Optional("removers").Pairs() {
		p.Value.Word("never")
		s.Never = append(s.Never, p.Name)
	}
	f.RefuseOthers()
	return s
}

func readTable(n strictyaml.Node) string {
	table := n.Text()
	name := schema.SplitName(table).Name
	if table != "" && (name == "" || strings.HasPrefix(name, ".") || strings.HasPrefix(table, ".")) {
		n.Reject("this is no name of a table: write schema.table")
		return ""
	}
	return table
}
