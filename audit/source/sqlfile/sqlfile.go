// Package sqlfile is the source that reads SQL files: what a database would
// hold after they have run, in the model that a live server fills too. It
// needs no server and judges nothing.
package sqlfile

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/sqlfile/catalog"
	"idemaudit/audit/store"
)

// Options say what to read.
type Options struct {
	// Paths are files, directories (every .sql file below, in the order of
	// their versions) and "-" for Stdin.
	Paths  []string
	Stdin  io.Reader
	Stores store.Options
}

// UsageError is something the user wrote that can't be read: no such file, a
// directory without SQL, a table that the files do not make.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return e.Message }

// Read reads the files and finds the stores in what they define. Its error is
// a *UsageError; files that can't be read beside others that can are told in
// the snapshot.
func Read(o Options) (fact.Snapshot, error) {
	state, input, err := load(o)
	if err != nil {
		return fact.Snapshot{}, err
	}
	db := state.Database()
	survey := store.Find(db, o.Stores)
	if len(survey.Missing) > 0 {
		return fact.Snapshot{}, missingTables(survey.Missing, o.Paths)
	}
	names := callNames(db, survey.Stores)
	unread := append(input.unread(names, state.Includes()), state.Unread(names)...)
	return fact.Snapshot{
		Name:   strings.Join(o.Paths, ", "),
		Kind:   fact.Schema,
		Stores: survey.Stores,
		Hidden: db.Hidden,
		Unread: append(unread, db.Unread...),
		Notes:  slices.Concat(zoneNote(db), input.notes, db.Notes),
	}, nil
}

// Database reads the files into the model alone.
func Database(o Options) (*schema.Database, error) {
	state, _, err := load(o)
	if err != nil {
		return nil, err
	}
	return state.Database(), nil
}

// load runs every file, in order, against one state.
func load(o Options) (*catalog.Catalog, *input, error) {
	in, err := open(o.Paths, o.Stdin)
	if err != nil {
		return nil, nil, err
	}
	state := catalog.New()
	for _, f := range in.files {
		text, problem := f.read()
		if problem != "" {
			in.unreadable = append(in.unreadable, unreadable{f.name, problem})
			continue
		}
		in.readOne = true
		state.Run(f.name, happening(text))
	}
	if !in.readOne {
		return nil, nil, in.nothingReadable()
	}
	return state, in, nil
}

func missingTables(missing, paths []string) error {
	quoted := make([]string, len(missing))
	for i, name := range missing {
		quoted[i] = strconv.Quote(name)
	}
	what := "no table " + quoted[0]
	if len(missing) > 1 {
		what = "none of the tables " + strings.Join(quoted, ", ")
	}
	return &UsageError{what + " is left by the statements in " + strings.Join(paths, ", ") +
		": write it as schema.table, or leave it out to audit the stores that are found"}
}

// callNames tells by which names a statement may touch each store: its own
// and its partitions'.
func callNames(db *schema.Database, stores []fact.Store) map[string][]string {
	names := map[string][]string{}
	for _, s := range stores {
		t := db.Table(schema.SplitName(s.Name), nil)
		if t == nil {
			names[s.Name] = []string{schema.SplitName(s.Name).Name}
			continue
		}
		names[s.Name] = []string{t.Name.Name}
		for _, child := range db.Partitions(t) {
			names[s.Name] = append(names[s.Name], child.Name.Name)
		}
	}
	return names
}

func zoneNote(db *schema.Database) []string {
	if db.Zone.Known {
		return nil
	}
	return []string{"the files do not tell the database's time zone; UTC is assumed"}
}
