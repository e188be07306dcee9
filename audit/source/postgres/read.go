// Package postgres reads the facts of a live PostgreSQL server, 14 or later.
// It reads definitions from the system catalogs, in one short read-only
// transaction, with a number of queries that does not grow with the database.
// It judges nothing and writes nothing. Of rows it reads two columns of a small
// sample, and only where an expiry that the application sets leaves no other
// way to tell how long a record counts; keys are never read.
package postgres

import (
	"context"
	"fmt"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/store"
)

// Options say which database to read and which tables in it are stores.
type Options struct {
	// DSN is a connection URL or keyword=value pairs. When it is empty,
	// DATABASE_URL is used, and without that the PG* variables, the service
	// file and the password file, as psql does. The PG* variables are those
	// of the process.
	DSN    string
	Stores store.Options
	Getenv func(string) string // looks up DATABASE_URL; nil finds nothing
}

// Read collects the facts of one database. It ends when ctx does, also while
// it waits for the server. Errors are of type *UsageError or
// *UnavailableError; neither holds a password.
func Read(ctx context.Context, o Options) (fact.Snapshot, error) {
	t, err := parse(dsn(o))
	if err != nil {
		return fact.Snapshot{}, err
	}
	found, err := readDatabase(ctx, t, o.Stores)
	if err != nil {
		return fact.Snapshot{}, err
	}
	db := found.Database
	survey := store.Find(db, o.Stores)
	if len(survey.Missing) > 0 {
		return fact.Snapshot{}, missingTables(db.Name, survey.Missing)
	}
	return fact.Snapshot{
		Name:     t.name(),
		Kind:     fact.Postgres,
		Server:   "PostgreSQL " + found.version,
		Database: db.Name,
		Role:     found.role,
		Replica:  found.replica,
		Stores:   survey.Stores,
		Hidden:   db.Hidden,
		Unread:   db.Unread,
		Notes:    db.Notes,
	}, nil
}

// database is what a server holds under one name, and who saw it.
type database struct {
	*schema.Database
	version string // "18.4"
	role    string
	replica bool
}

// attempts is how often an audit begins anew after what passes.
const attempts = 3

func readDatabase(ctx context.Context, t target, stores store.Options) (database, error) {
	for attempt := 1; ; attempt++ {
		found, err := readOnce(ctx, t, stores)
		if err == nil || attempt == attempts || !passes(err) {
			return found, t.unavailable(ctx, err)
		}
	}
}

// readOnce reads a database over one connection and then, when the scheduler
// keeps its jobs in another database, those over a second. They are not open
// at the same time, since a role may be allowed only one.
func readOnce(ctx context.Context, t target, stores store.Options) (database, error) {
	s, err := open(ctx, t.config, t.path)
	if err != nil {
		return database{}, err
	}
	defer s.close()
	c := newCatalog(s)
	if err := c.read(ctx); err != nil {
		return database{}, err
	}
	if err := c.readLifetimes(ctx, stores); err != nil {
		return database{}, err
	}
	s.close()
	if err := c.readDistantCron(ctx, t); err != nil {
		return database{}, err
	}
	if t.options {
		c.db.Notes = append(c.db.Notes, "the connection string's options are not sent to the server, because poolers refuse them")
	}
	return database{Database: c.sorted(), version: s.version, role: s.role, replica: s.replica}, nil
}

func missingTables(database string, names []string) *UsageError {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	what := "no table"
	if len(names) > 1 {
		what = "none of the tables"
	}
	return &UsageError{fmt.Sprintf("database %q has %s %s: name it as schema.table, as it is spelled there",
		database, what, strings.Join(quoted, ", "))}
}
