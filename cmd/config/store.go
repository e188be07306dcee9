package config

import (
	"idemaudit/audit/schema"
	"idemaudit/vendors/strictyaml"
)

func (l *loader) stores(n strictyaml.Node) []Store {
	var stores []Store
	seen := map[schema.Name]bool{}
	for _, entry := range listOfSome(n, "stores is empty: leave it out to audit the stores that are found") {
		f := entry.Fields()
		table := f.Required("table")
		name := readTable(table)
		if name != (schema.Name{}) && seen[name] {
			table.Reject("a store of this table stands above already")
		}
		seen[name] = true
		stores = append(stores, l.store(f, table.Text()))
	}
	return stores
}

// store reads the fields of a store other than its table.
func (l *loader) store(f *strictyaml.Fields, table string) Store {
	s := Store{
		Table:         table,
		Key:           distinctOfSome(f.Optional("key"), "key is empty: leave it out to have it found"),
		Created:       f.Optional("created").Text(),
		Expires:       f.Optional("expires").Text(),
		ExpiryIgnored: optionalWord(f, "expiry", "ignored") != "",
		ReplayStable:  distinct(f.Optional("replay_stable")),
		Effects:       distinct(f.Optional("effects")),
		Vendors:       l.vendors(f.Optional("vendors")),
	}
	if retention := f.Optional("retention"); retention.Given() {
		length := retention.Span()
		s.Retention = &length
	}
	if removers := f.Optional("removers"); removers.Given() {
		for _, p := range removers.Pairs() {
			p.Value.Word("never")
			s.Never = append(s.Never, p.Name())
		}
	}
	f.RefuseOthers()
	return s
}

func readTable(n strictyaml.Node) schema.Name {
	text := n.Text()
	name := schema.SplitName(text)
	if text != "" && (name.Name == "" || name.Schema == "" && name.String() != text && text[0] == '.') {
		n.Reject("this is no name of a table: write schema.table")
		return schema.Name{}
	}
	return name
}
