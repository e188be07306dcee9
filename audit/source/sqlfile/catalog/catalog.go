// Package catalog keeps what a run of SQL statements leaves behind, as a
// server's own catalogs would: it holds state, not statements, so that the
// last word counts. What PostgreSQL would refuse contributes nothing, and what
// can't be read is named, never skipped in silence. It does no I/O and judges
// nothing.
package catalog

import (
	"strconv"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// Catalog is the state that the scripts run so far leave behind.
type Catalog struct {
	tables   map[schema.Name]*table
	indexes  map[schema.Name]*index
	views    map[schema.Name]*view
	others   map[schema.Name]bool // sequences, which share the names of tables
	types    map[schema.Name]*userType
	routines map[schema.Name][]*routine

	jobs   []*schema.Job
	events []*schema.EventTrigger
	// anySecured is set when row security was switched on for tables that
	// can't be told.
	anySecured bool
	scheduled  int // how many calls of cron.schedule there were: pg_cron numbers its jobs so
	partman    []*schema.PartmanSet

	zone     setting    // of the database
	path     []string   // of the database, nil when nothing tells
	sessions [][]string // search paths that scripts set for themselves

	unread   []lost
	includes []Include
	notes    []string
}

// setting is a time zone that was told, and how much the telling weighs.
type setting struct {
	value  string
	weight int
}

// How much a setting of the time zone says of the database: a script's own
// SET is the weakest sign of what other sessions have.
const (
	ofSession = iota + 1
	ofServer
	ofDatabase
)

// New returns the state of an empty database.
func New() *Catalog {
	return &Catalog{
		tables:   map[schema.Name]*table{},
		indexes:  map[schema.Name]*index{},
		views:    map[schema.Name]*view{},
		others:   map[schema.Name]bool{},
		types:    map[schema.Name]*userType{},
		routines: map[schema.Name][]*routine{},
	}
}

// taken reports whether a relation of that name exists: tables, indexes,
// views and sequences share one space of names.
func (c *Catalog) taken(name schema.Name) bool {
	return c.tables[name] != nil || c.indexes[name] != nil || c.views[name] != nil || c.others[name]
}

func (c *Catalog) note(place fact.Place, text string) {
	c.notes = append(c.notes, place.String()+": "+text)
}

func (c *Catalog) setZone(value string, weight int) {
	if weight >= c.zone.weight {
		c.zone = setting{value, weight}
	}
}

func (c *Catalog) nextJobNumber() string {
	c.scheduled++
	return strconv.Itoa(c.scheduled)
}
