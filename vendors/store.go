package vendors

import (
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors/strictyaml"
)

func readStores(n strictyaml.Node, library string) []fact.LibraryStore {
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("stores is empty: leave it out")
	}
	var stores []fact.LibraryStore
	seen := map[string]bool{}
	for _, entry := range entries {
		f := entry.Fields()
		id := f.Required("id")
		s := readStore(entry, f, readID(id))
		s.Library = library
		if s.ID != "" && seen[s.ID] {
			id.Reject("a store %s stands above already", s.ID)
		}
		seen[s.ID] = true
		stores = append(stores, s)
	}
	return stores
}

// readStore reads the fields of a store other than its id.
func readStore(entry strictyaml.Node, f *strictyaml.Fields, id string) fact.LibraryStore {
	tables, columns, place := f.Optional("tables"), f.Optional("columns"), f.Optional("place")
	if entry.IsMapping() && !tables.Given() && !columns.Given() && !place.Given() {
		entry.Reject("the store has neither tables nor columns nor a place: nobody could find it")
	}
	s := fact.LibraryStore{
		ID:      id,
		Tables:  readTables(tables),
		Columns: readTexts(columns),
		Place:   place.Text(),
		Key:     readTexts(f.Optional("key")),
		Created: f.Optional("created").Text(),
		Expires: f.Optional("expires").Text(),
		Jobs:    f.Optional("jobs").Truth(),
		Keeps:   readKeeps(f.Required("keeps")),
		Setting: f.Optional("setting").Text(),
		Cleanup: f.Optional("cleanup").Text(),
	}
	s.Evidence, s.URL, s.Read, s.Note = readSource(f)
	f.RefuseOthers()
	return s
}

// readTables reads the names of tables. A star alone would be every table.
func readTables(n strictyaml.Node) []string {
	names := readTexts(n)
	if !n.IsList() {
		return nil
	}
	for i, entry := range n.List() {
		end := strings.TrimPrefix(names[i], "*")
		if names[i] != "" && (end == "" || strings.ContainsAny(end, "*.")) {
			entry.Reject("this is no name of a table: write it without a schema, and with a * before it only where the user chooses the beginning")
		}
	}
	return names
}

func readKeeps(n strictyaml.Node) span.Range {
	r, word := n.RangeOr(string(fact.Unlimited))
	if word != "" {
		return span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}
	}
	return r
}
