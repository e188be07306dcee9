package cmd

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres"
	"idemaudit/audit/source/sqlfile"
	"idemaudit/audit/store"
	"idemaudit/cmd/config"
)

// target is one place to audit, and what the configuration says of it.
type target struct {
	name     string // as the configuration calls it; empty when flags name it
	kind     fact.TargetKind
	settings config.Target
	dsn      sealed   // for a live database; nil for the one that the environment names
	paths    []string // for SQL files
	tables   []string // the tables to audit; nil audits what is found
	// libraries are the stores of libraries that the catalogue knows.
	libraries []fact.LibraryStore
}

// targets returns what is to be audited: what flags name, else what the
// configuration names, else the database that the environment names. A
// configuration comes before DATABASE_URL because that variable is often set
// for another program, and auditing another database than the one written
// down would be a false all-clear.
func (f *sourceFlags) targets(env Env, s settings) ([]target, error) {
	if !f.given() && len(s.config.Targets) > 0 {
		var all []target
		for _, t := range s.config.Targets {
			one := f.configured(env, t, s.dsn[t.Name])
			one.libraries = s.catalogue.LibraryStores()
			all = append(all, one)
		}
		return all, nil
	}
	settings, err := merged(s.config)
	if err != nil {
		return nil, err
	}
	base := target{kind: fact.Postgres, settings: settings, tables: f.tables, libraries: s.catalogue.LibraryStores()}
	var all []target
	for _, dsn := range f.dsn {
		live := base
		live.dsn = dsn
		all = append(all, live)
	}
	if len(f.schema) > 0 {
		files := base
		files.kind, files.paths = fact.Schema, f.schema
		all = append(all, files)
	}
	if len(all) == 0 {
		all = append(all, base)
	}
	return all, nil
}

// configured returns a target of the configuration. Stores that it lists are
// the ones to audit, unless flags name others.
func (f *sourceFlags) configured(env Env, t config.Target, dsn sealed) target {
	tables := f.tables
	if len(tables) == 0 {
		for _, s := range t.Stores {
			tables = append(tables, s.Table)
		}
	}
	configured := target{name: t.Name, kind: fact.Postgres, settings: t, dsn: dsn, tables: tables}
	if len(t.Schema) > 0 {
		configured.kind = fact.Schema
	}
	for _, path := range t.Schema {
		configured.paths = append(configured.paths, shorten(env.Dir, path))
	}
	return configured
}

// merged puts what the configuration says of all its targets together, for a
// source that flags name instead of them: what is said of a table holds
// wherever the table is read. Two targets that say different things of one
// table leave open which of it holds.
func merged(c *config.File) (config.Target, error) {
	var m config.Target
	var problems []error
	for _, t := range c.Targets {
		for _, s := range t.Stores {
			same := slices.IndexFunc(m.Stores, func(o config.Store) bool { return o.Table == s.Table })
			switch {
			case same < 0:
				m.Stores = append(m.Stores, s)
			case !reflect.DeepEqual(m.Stores[same], s):
				problems = append(problems, misuse("name another configuration with --config, or let both say the same",
					"%s: two targets say different things of the table %q, and a source that flags name could be either", c.Path, s.Table))
			}
		}
		m.Vendors = append(m.Vendors, t.Vendors...)
		m.Outbound = append(m.Outbound, t.Outbound...)
	}
	return m, errors.Join(problems...)
}

// unnamed reports that nobody named a database, so that the one that psql would
// take was tried.
func (t target) unnamed(env Env) bool {
	return t.kind == fact.Postgres && t.dsn == nil &&
		!slices.ContainsFunc([]string{"DATABASE_URL", "PGHOST", "PGHOSTADDR", "PGSERVICE"}, func(name string) bool { return env.Getenv(name) != "" })
}

// label is how messages call the target.
func (t target) label(env Env) string {
	switch {
	case t.name != "":
		return t.name
	case t.kind == fact.Schema:
		return strings.Join(t.paths, ", ")
	}
	name, err := postgres.Name(t.live(env))
	if err != nil {
		return "the database" // its connection string is malformed, which is complained of elsewhere
	}
	return name
}

// about puts the name that the configuration gives the target before a text.
func (t target) about(text string) string {
	if t.name == "" {
		return text
	}
	return fmt.Sprintf("target %q: %s", t.name, text)
}

// named gives a snapshot the name that the configuration gives the target. A
// report says all the same which server and database were read.
func (t target) named(seen fact.Snapshot) fact.Snapshot {
	if t.name == "" {
		return seen
	}
	seen.Notes = append(slices.Clone(seen.Notes), "read from "+seen.Name)
	seen.Name = t.name
	return seen
}

// read collects the facts of the target.
func (t target) read(ctx context.Context, env Env) (fact.Snapshot, error) {
	if t.kind == fact.Schema {
		return readFiles(ctx, sqlfile.Options{Paths: t.paths, Stdin: env.Stdin, Stores: t.stores()})
	}
	return postgres.Read(ctx, t.live(env))
}

func (t target) live(env Env) postgres.Options {
	return postgres.Options{DSN: t.dsn.reveal(), Stores: t.stores(), Getenv: env.Getenv}
}

// stores is what is known of the stores before anything is read.
func (t target) stores() store.Options {
	o := store.Options{Tables: t.tables, Known: t.libraries}
	for _, s := range t.settings.Stores {
		o.Declared = append(o.Declared, store.Declared{
			Table: s.Table, Key: s.Key, Created: s.Created, Expires: s.Expires, Optional: t.name == "",
		})
	}
	return o
}

// readFiles reads SQL files for as long as ctx lasts. What a reader of files
// does can't be interrupted, above all not standard input that nobody closes,
// so it is left behind when the time is up.
func readFiles(ctx context.Context, o sqlfile.Options) (fact.Snapshot, error) {
	type result struct {
		snapshot fact.Snapshot
		err      error
	}
	done := make(chan result, 1)
	go func() {
		snapshot, err := sqlfile.Read(o)
		done <- result{snapshot, err}
	}()
	select {
	case r := <-done:
		return r.snapshot, r.err
	case <-ctx.Done():
		return fact.Snapshot{}, context.Cause(ctx)
	}
}
