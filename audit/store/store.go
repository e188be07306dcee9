// Package store finds the stores in what a database defines and everything
// that can end their records. It turns definitions (package schema) into facts
// (package fact), the same way for a live server and for SQL files. It judges
// nothing: whether a retention is long enough is not asked here.
package store

import (
	"slices"
	"strings"

	"idemaudit/audit/cutoff"
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
	// Known are the tables of libraries, by which theirs are recognised.
	Known []fact.LibraryStore
}

// Declared is what the configuration says of one store; what it leaves out is
// found.
type Declared struct {
	Table   string
	Key     []string
	Created string
	Expires string
	// Optional says that the database may lack the table, because what is
	// declared was written for more than this database.
	Optional bool
}

// Survey is what was found.
type Survey struct {
	Stores []fact.Store
	// Missing lists the tables that Options names and the database lacks.
	Missing []string
}

// Find returns the stores of db with their removers, by name.
func Find(db *schema.Database, o Options) Survey {
	found, missing := recognise(db, o)
	survey := Survey{Missing: missing}
	if len(found) == 0 {
		return survey
	}
	reader := cutoff.New(db, rolesFor(found), keysFor(found))
	code := readCode(db, reader, found)
	for _, c := range found {
		s := describe(db, c, code.replaced[c.table.Name])
		s.Removers = code.removers(c)
		s.Diverted = code.diverted(c.table)
		if c.library != nil {
			s = byLibrary(s, *c.library)
		}
		survey.Stores = append(survey.Stores, s)
	}
	slices.SortFunc(survey.Stores, func(a, b fact.Store) int { return strings.Compare(a.Name, b.Name) })
	return survey
}

func keysFor(found []candidate) cutoff.Keys {
	return func(t *schema.Table) []string {
		for _, c := range found {
			if c.table == t {
				return c.key
			}
		}
		return nil
	}
}

// rolesFor tells what the times of each table mean. In a store the column that
// tells a record's birth and its expiry are settled; elsewhere names and
// defaults tell.
func rolesFor(found []candidate) cutoff.Roles {
	settled := map[schema.Name]candidate{}
	for _, c := range found {
		settled[c.table.Name] = c
	}
	created := map[schema.Name]string{}
	return func(t *schema.Table, column fact.Column) cutoff.Role {
		c, ok := settled[t.Name]
		if !ok {
			for _, parent := range t.Parents {
				if c, ok = settled[parent]; ok {
					break
				}
			}
		}
		if ok {
			if column.Name == c.expires {
				return cutoff.Until
			}
			return role(column, c.created)
		}
		birth, known := created[t.Name]
		if !known {
			birth = createdColumn(t)
			created[t.Name] = birth
		}
		return role(column, birth)
	}
}
