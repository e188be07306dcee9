package postgres

import (
	"context"
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// locks are the relations of this database that another session has locked
// against reading, or waits to: whoever asks to read one queues up behind it.
// A server writes out most definitions only after it has locked the table.
var locks = section{
	what:    "which tables are locked",
	catalog: "pg_locks",
	sql: `
SELECT DISTINCT l.relation::int8
  FROM pg_catalog.pg_locks l
 WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' AND l.pid <> pg_catalog.pg_backend_pid()
   AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())`,
}

type lockRow struct{ relation int64 }

func (r *lockRow) columns() []any { return []any{&r.relation} }

// readLocks adds to the locked relations; one that was locked once stays, so
// that everything read of it is read alike.
func (c *catalog) readLocks(ctx context.Context) error {
	rows, err := read[lockRow](ctx, c, locks)
	for _, r := range rows {
		if !slices.Contains(c.locked, r.relation) {
			c.locked = append(c.locked, r.relation)
		}
	}
	slices.Sort(c.locked)
	return err
}

// hideLocked says of every locked table that it was not read whole. What is
// known of it was read without waiting; a change may be about to end it.
func (c *catalog) hideLocked() {
	const why = "another session holds an ACCESS EXCLUSIVE lock on it, or waits for one"
	for _, relation := range c.locked {
		t := c.tables[relation]
		if t == nil {
			continue
		}
		t.Unreadable = why
		c.hideFor(fact.Hidden{What: "the definition of table " + t.Name.String(), Why: why, Fix: tryAgain, Incomplete: true}, t)
	}
}

// hideReferring says that an object could not be read because a relation that
// it refers to is locked. It may touch every table that it refers to.
func (c *catalog) hideReferring(what string, relations []int64) {
	h := fact.Hidden{
		What:       what,
		Why:        "it refers to a relation on which another session holds an ACCESS EXCLUSIVE lock, or waits for one",
		Fix:        tryAgain,
		Incomplete: true,
	}
	known := false
	for _, relation := range relations {
		if t := c.tables[relation]; t != nil {
			c.hideFor(h, t)
			known = true
		}
	}
	if !known {
		c.hide(h)
	}
}

// hideFor records what is hidden for the store that a table is, or is a
// partition of.
func (c *catalog) hideFor(h fact.Hidden, t *schema.Table) {
	for _, root := range c.db.Roots(t) {
		h.Store = root.Name.String()
		c.hide(h)
	}
}
