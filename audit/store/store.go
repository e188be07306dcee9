// Package store finds the stores in what a database defines and everything
// that can end their records. It turns definitions (package schema) into facts
// (package fact), the same way for a live server and for SQL files. It judges
// nothing: whether a retention is long enough is not asked here.
package store

import (
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// Options say which tables are stores and what is known of them beforehand.
// The zero value finds the stores by what they are.
type Options struct {
	// Tables names the tables to audit, "schema.table" or "table"; nothing
	// else is audited then, and each must exist.
	Tables []string
	// Declared is what the configuration says of single stores; a table named
	// here is a store whatever it looks like.
	Declared []Declared
}

// Declared is what the configuration says of one store; what it leaves out is
// found.
type Declared struct {
	Table   string
	Key     []string
	Created string
	Expires string
}

// Survey is what was found.
type Survey struct {
	Stores []fact.Store
	// Missing lists the tables that Options names and the database lacks.
	Missing []string
}

// Find returns the stores of db with their removers.
func Find(db *schema.Database, o Options) Survey {
	return Survey{}
}
