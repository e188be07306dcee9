package vendors

import (
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors/strictyaml"
)

// Store is where a library keeps what it has seen, and for how long unless it
// is told otherwise. What an installation has really set is not known here, so
// that nothing in it is evidence of how long records are kept.
type Store struct {
	ID string // unique within the library: "inbox"
	// Tables are the names the library gives its table, without a schema. A
	// name that begins with * is the end of one: the user chooses the rest.
	// It is empty where the user chooses all of it, and where records are not
	// kept in tables.
	Tables []string
	// Columns are those that tell the table from others of its name; a table
	// without all of them is not the library's.
	Columns []string
	// Key, Created and Expires name the columns that identify a request, tell
	// when it was stored and up to when it counts, as far as the library has
	// them.
	Key     []string
	Created string
	Expires string
	// Jobs is set for a table of jobs whose rows also serve as the memory of
	// what ran. It is a store only where nothing else is.
	Jobs bool
	// Place says where records are kept if not in tables; empty otherwise.
	Place string
	// Keeps is how long records are kept by default: for ever is unbounded.
	Keeps span.Range
	// Setting is what that depends on; empty when nothing can be set.
	Setting string
	// Cleanup is what removes records; empty when the library brings nothing
	// that does.
	Cleanup  string
	Evidence fact.WindowEvidence
	URL      string
	Read     time.Time // the day the source was read, UTC
	Note     string
}

func readStores(n strictyaml.Node) []Store {
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("stores is empty: leave it out")
	}
	var stores []Store
	seen := map[string]bool{}
	for _, entry := range entries {
		f := entry.Fields()
		id := f.Required("id")
		s := readStore(entry, f, readID(id))
		if s.ID != "" && seen[s.ID] {
			id.Reject("a store %s stands above already", s.ID)
		}
		seen[s.ID] = true
		stores = append(stores, s)
	}
	return stores
}

// readStore reads the fields of a store other than its id.
func readStore(entry strictyaml.Node, f *strictyaml.Fields, id string) Store {
	tables, columns, place := f.Optional("tables"), f.Optional("columns"), f.Optional("place")
	if entry.IsMapping() && !tables.Given() && !columns.Given() && !place.Given() {
		entry.Reject("the store has neither tables nor columns nor a place: nobody could find it")
	}
	s := Store{
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
	var names []string
	for _, entry := range n.List() {
		name := entry.Text()
		if end := strings.TrimPrefix(name, "*"); name != "" && (end == "" || strings.ContainsAny(end, "*.")) {
			entry.Reject("this is no name of a table: write it without a schema, and with a * before it only where the user chooses the beginning")
			continue
		}
		names = append(names, name)
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
