// Package config reads idemaudit.yaml: which databases and files to audit, and
// what the team that owns them declares. It is read as strictly as the
// catalogue, for a word that is ignored here is a check that silently never
// happens.
package config

import (
	"cmp"

	"idemaudit/audit/span"
)

// File is a configuration. The zero value is that of a run without one.
type File struct {
	Path string // as it was given to Load
	// Margin is nil when the file leaves it to the default.
	Margin *span.Span
	FailOn string // error, warning, note or never; empty when not given
	// Targets come in the order of the file, each with a name of its own.
	Targets []Target
	// Outbound holds the retries of our own that concern every target.
	Outbound []Outbound
	// Catalogue lists the files with more vendors.
	Catalogue []string
	// Rules gives rules another severity: off, note, warning or error. Whether
	// there is such a rule is not known here.
	Rules map[string]string

	places map[string]string
}

// Where returns the place, "file:line:column", at which the file names a
// vendor or windows (in the form that Target.Vendors has), or a rule. It is
// the file's path for everything else.
func (f *File) Where(name string) string { return cmp.Or(f.places[name], f.Path) }

// Target is one database or one set of SQL files: exactly one of DSN and
// Schema is set.
type Target struct {
	Name string
	DSN  Secret
	// Schema lists files and folders.
	Schema []string
	// Stores lists the stores to audit; empty audits those that are found.
	Stores []Store
	// Vendors lists what may reach the stores that name none of their own, in
	// the form of Catalogue.Select: "stripe", "stripe:cli-resend,…" or
	// "kafka:topic-retention=14d".
	Vendors  []string
	Outbound []Outbound
}

// Store is what is declared of one table. What is left out is found.
type Store struct {
	Table   string // "schema.table" or "table"
	Key     []string
	Created string
	Expires string
	// ExpiryIgnored says that lookups do not look at the expiry column.
	ExpiryIgnored bool
	// ReplayStable lists the columns that have the same value in every replay
	// of a request, which a definition can't tell.
	ReplayStable []string
	// Retention is the length of time that records are kept, for removers that
	// nobody can see.
	Retention *span.Span
	// Never lists removers that are known not to run.
	Never []string
	// Effects lists the tables that hold what the records protect.
	Effects []string
	Vendors []string // like Target.Vendors
}

// Outbound is a retry of our own against a vendor that remembers our key.
type Outbound struct {
	Vendor, Window string // the ids in the catalogue
	// Set is the length that a configurable window is really set to; nil when
	// the file does not tell.
	Set      *span.Span
	RetryFor span.Span
}

// Spec names the window in the form of Catalogue.Select.
func (o Outbound) Spec() string {
	if o.Set == nil {
		return o.Vendor + ":" + o.Window
	}
	return o.Vendor + ":" + o.Window + "=" + o.Set.String()
}
