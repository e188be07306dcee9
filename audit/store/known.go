package store

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
)

// libraryOf returns the library that made a table; nil for a table of the
// user's own.
func libraryOf(t *schema.Table, known []fact.LibraryStore) *fact.LibraryStore {
	name := plain(t.Name.Name)
	columns := map[string]bool{}
	for _, c := range t.Columns {
		columns[plain(c.Name)] = true
	}
	for i, k := range known {
		lacks := func(column string) bool { return !columns[plain(column)] }
		if namesTable(k, name) && !slices.ContainsFunc(k.Columns, lacks) {
			return &known[i]
		}
	}
	return nil
}

// namesTable reports whether a library gives a table this name. One that leaves
// the name to the user is told by its columns alone.
func namesTable(k fact.LibraryStore, name string) bool {
	if len(k.Tables) == 0 {
		return len(k.Columns) > 0
	}
	return slices.ContainsFunc(k.Tables, func(pattern string) bool {
		end, open := strings.CutPrefix(pattern, "*")
		return name == plain(end) || open && strings.HasSuffix(name, plain(end))
	})
}

// plain writes a name without what naming conventions differ in: InboxState,
// inbox_state and "inboxState" are one table.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// settled takes over what a library calls its columns, unless the user has said
// otherwise. The table may spell them by another convention.
func (c candidate) settled(library *fact.LibraryStore) candidate {
	if library == nil {
		return c
	}
	c.library = library
	if key := columnsCalled(c.table, library.Key...); len(c.key) == 0 && len(key) == len(library.Key) {
		c.key = key
	}
	if created := columnsCalled(c.table, library.Created); c.created == "" && len(created) == 1 {
		c.created = created[0]
	}
	if expires := columnsCalled(c.table, library.Expires); c.expires == "" && len(expires) == 1 {
		c.expires = expires[0]
	}
	return c
}

// columnsCalled returns the table's own spelling of the columns that it has.
func columnsCalled(t *schema.Table, names ...string) []string {
	var found []string
	for _, name := range names {
		for _, c := range t.Columns {
			if name != "" && plain(c.Name) == plain(name) {
				found = append(found, c.Name)
			}
		}
	}
	return found
}

// byLibrary adds to a store what is known of the library that made it: by what
// it was recognised, with the library's default as a hint, and its cleanup.
func byLibrary(s fact.Store, k fact.LibraryStore) fact.Store {
	s.Why += fmt.Sprintf("; it is a table of %s, which keeps records %s", k.Library, byDefault(k))
	if k.Cleanup == "" {
		return s
	}
	// The cleanup runs in an application: what it is set to is nowhere in the
	// database, and its default proves nothing.
	reason := fmt.Sprintf("it removes records from within an application (%s), and after how long can't be seen here; it keeps them %s", k.Cleanup, byDefault(k))
	s.Removers = append(s.Removers, fact.Remover{
		Kind: fact.Application, Name: k.Library, Active: true, Called: true, Floor: fact.Unknown[span.Span](reason), Place: s.Place, Text: k.Cleanup,
	})
	return s
}

func byDefault(k fact.LibraryStore) string {
	length := "for " + k.Keeps.String()
	if k.Keeps.Shortest.IsUnbounded() {
		length = "for ever"
	}
	if k.Setting == "" {
		return length
	}
	return length + " unless " + k.Setting + " says otherwise"
}
