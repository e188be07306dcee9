package postgres

import (
	"cmp"
	"context"
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
)

// catalog reads the system catalogs of one database into the model.
type catalog struct {
	s      *session
	db     *schema.Database
	tables map[int64]*schema.Table // by oid
	named  map[schema.Name]*schema.Table
	locked []int64 // the relations that another session holds or awaits exclusively
	roles  roleSettings
	zones  map[string]schema.Zone // by name
	cron   string                 // the other database that pg_cron lives in; empty for none
}

func newCatalog(s *session) *catalog {
	return &catalog{
		s:      s,
		db:     &schema.Database{Name: s.database, Live: true, SearchPath: s.path},
		tables: map[int64]*schema.Table{},
		named:  map[schema.Name]*schema.Table{},
		locked: []int64{},
	}
}

// read fills the model. The order matters where one part is told in terms of
// another: tables come first.
func (c *catalog) read(ctx context.Context) error {
	for _, part := range []func(context.Context) error{
		c.readLocks,
		c.readTables,
		c.readParents,
		c.readColumns,
		c.readChecks,
		c.readPartitionKeys,
		c.readIndexes,
		c.readViews,
		c.readRoutines,
		c.readTriggers,
		c.readRules,
		c.readPolicies,
		c.readEventTriggers,
		c.readForeignKeys,
		c.readCounters,
		c.readNulls,
		c.readRoleSettings,
		c.readZones,
		c.readAddOns,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	c.hideLocked()
	return nil
}

// sorted puts what is hidden in an order that does not depend on how it was
// found.
func (c *catalog) sorted() *schema.Database {
	slices.SortFunc(c.db.Hidden, func(a, b fact.Hidden) int {
		return cmp.Or(cmp.Compare(a.Store, b.Store), cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why))
	})
	return c.db
}

// above returns the tables that t is a part of, at any distance.
func (c *catalog) above(t *schema.Table) []*schema.Table {
	var all []*schema.Table
	for _, name := range t.Parents {
		parent := c.named[name]
		all = append(append(all, parent), c.above(parent)...)
	}
	return all
}

func (c *catalog) hide(h fact.Hidden) {
	if !slices.Contains(c.db.Hidden, h) {
		c.db.Hidden = append(c.db.Hidden, h)
	}
}

// place is where an object of the database was read.
func place(object string) fact.Place { return fact.Place{Object: object} }

// tryAgain is what helps against a lock.
const tryAgain = "run the audit again when the other session is done"

// grant writes the statement that lets a role do something with an object,
// whose name is quoted already.
func grant(privilege, object, role string) string {
	return "GRANT " + privilege + " ON " + object + " TO " + ident.Quote(role)
}
