// Package vendors is the catalogue: what counterparties publish about how long
// they may send the same request again, and how long they remember a key of
// ours; and what libraries that keep such keys do with them by default. It is
// data, one YAML file a vendor, compiled into the program and extended by the
// user's own files. It knows no store and judges nothing.
package vendors

import "idemaudit/audit/fact"

// Vendor is one counterparty with its windows, or a library with the stores it
// keeps; some are both.
type Vendor struct {
	ID   string
	Name string // as people write it
	// Kind is one of Kinds; empty when the file names none.
	Kind     string
	Homepage string // of its documentation; empty when the file names none
	// Windows come in the order of the vendor's file.
	Windows []fact.Window
	// Stores are the tables and the like in which a library keeps what it has
	// seen, in the order of the file.
	Stores []fact.LibraryStore
}

// Kinds returns the kinds of vendor, as the catalogue writes them.
func Kinds() []string {
	return []string{
		"payments", "banking", "billing", "commerce", "messaging", "source-hosting", "business",
		"webhooks", "queue", "stream", "job-system", "library",
	}
}
