package fact

import (
	"time"

	"idemaudit/audit/span"
)

// LibraryStore is where a library keeps what it has seen, and for how long
// unless it is told otherwise. What an installation has set is not known from
// it, so that nothing in it is evidence of how long records are kept.
type LibraryStore struct {
	Library string // as people write it: "MassTransit"
	ID      string // unique within the library: "inbox"
	// Tables are the names the library gives its table, without a schema. A
	// name that begins with * is the end of one: the user chooses the rest.
	// It is empty where the user chooses all of it, and where records are not
	// kept in tables.
	Tables []string
	// Columns are those that tell the table from others of its name; a table
	// without all of them is not the library's.
	Columns []string
	// Place says where records are kept if not in tables; empty otherwise.
	Place string
	// Key, Created and Expires name the columns that identify a request, tell
	// when it was stored and up to when it counts, as far as the library has
	// them.
	Key     []string
	Created string
	Expires string
	// Jobs is set for a table of jobs whose rows also serve as the memory of
	// what ran. It is a store only where nothing else is.
	Jobs bool
	// Keeps is how long records are kept by default: for ever is unbounded.
	Keeps span.Range
	// Setting is what that depends on; empty when nothing can be set.
	Setting string
	// Cleanup is what removes records; empty when the library brings nothing
	// that does.
	Cleanup  string
	Evidence WindowEvidence
	URL      string
	Read     time.Time // the day the source was read, UTC
	Note     string
}
