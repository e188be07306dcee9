// Package schema is the model of what a PostgreSQL database defines: tables,
// indexes, routines, triggers, jobs. The live source fills it from the system
// catalogs, the file source from statements, so that one reading of stores and
// removers serves both. It holds definitions as text and judges nothing.
package schema

import (
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
)

// Database is what one database defines.
type Database struct {
	Name string
	// Live is set when every object of the database was read from its
	// server: a function that is not here belongs to PostgreSQL itself.
	Live       bool
	SearchPath []string // schemas that unqualified names are looked up in, in order
	Zone       Zone     // of a session that sets none of its own
	Tables     []*Table
	Views      []*View
	Routines   []*Routine
	Triggers   []*Trigger
	Rules      []*Rule
	Policies   []*Policy
	Events     []*EventTrigger
	Foreign    []*ForeignKey
	Jobs       []*Job
	Partman    []*PartmanSet
	Timescale  []*ChunkPolicy
	Hidden     []fact.Hidden
	Unread     []fact.Unread
	Notes      []string
}

// Name is the name of an object in a schema.
type Name struct {
	Schema string
	Name   string
}

// String writes the name unquoted, as reports and the configuration do.
func (n Name) String() string {
	if n.Schema == "" {
		return n.Name
	}
	return n.Schema + "." + n.Name
}

// Quoted writes the name as SQL needs it.
func (n Name) Quoted() string {
	if n.Schema == "" {
		return ident.Quote(n.Name)
	}
	return ident.Quote(n.Schema) + "." + ident.Quote(n.Name)
}

// TableKind is the kind of a relation that holds rows.
type TableKind string

// The kinds of table.
const (
	Plain       TableKind = "table"
	Partitioned TableKind = "partitioned table"
	ForeignKind TableKind = "foreign table"
)

// Table is a table, partitioned or not, or a partition.
type Table struct {
	Name        Name
	Kind        TableKind
	Place       fact.Place
	Comment     string
	Persistence fact.Persistence
	Columns     []fact.Column
	Indexes     []fact.Index // the unique ones
	// Parents are the tables it is a partition of or inherits from.
	Parents []Name
	// Bound is set for a partition.
	Bound *fact.Partition
	// Key is set for a partitioned table.
	Key *fact.Partitions
	// Extension is the extension the table belongs to, empty for none.
	Extension string
	// Deleted and Since are the server's statistics; see fact.Store.
	Deleted fact.Value[int64]
	Since   time.Time
	// NullColumns lists the columns that statistics or rows show to hold
	// NULLs; it is unknown offline and for tables never analysed.
	NullColumns fact.Value[[]string]
	// Lifetime is what rows show of how long the application lets a record
	// count; unknown where it was not measured, with the reason.
	Lifetime fact.Value[Lifetime]
	// Unreadable says why the definition could not be read whole (a lock that
	// another session holds, a missing privilege); empty when it was.
	Unreadable string
}

// Column returns the column of that name.
func (t *Table) Column(name string) (fact.Column, bool) {
	for _, c := range t.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return fact.Column{}, false
}

// Lifetime is the least time from one column to another over the rows that a
// sample of a table saw.
type Lifetime struct {
	From, To string
	Least    time.Duration
	Rows     int64
}

// View is a view or a materialized view.
type View struct {
	Name         Name
	Place        fact.Place
	Query        string // the SELECT
	Materialized bool
}

// Routine is a function or a procedure.
type Routine struct {
	Name       Name
	Place      fact.Place
	Procedure  bool
	Language   string // in lower case: "sql", "plpgsql", …
	Params     []Param
	Returns    string // the type's name; "trigger" for a trigger function
	Body       string // what stands between the dollar quotes
	SQLBody    string // the text of a BEGIN ATOMIC or RETURN body, empty otherwise
	Volatility string // "volatile", "stable" or "immutable"
	// SearchPath and TimeZone are the routine's own settings, empty for none.
	SearchPath []string
	TimeZone   string
	Extension  string // the extension it belongs to, empty for none
}

// Param is one parameter of a routine that takes a value.
type Param struct {
	Name     string // empty when it has none
	Type     string
	Mode     string // "in", "inout" or "variadic"; "out" and "table" parameters take none
	Default  string // the text of the default, empty for none
	Position int    // from 1, among the parameters that take a value; 0 for those that take none
}

// Inputs returns the parameters that take a value.
func (r *Routine) Inputs() []Param {
	var in []Param
	for _, p := range r.Params {
		if p.Position > 0 {
			in = append(in, p)
		}
	}
	return in
}

// Trigger is a trigger of a table.
type Trigger struct {
	Name       string
	Table      Name
	Function   Name
	Args       []string
	Events     []string // "insert", "update", "delete", "truncate"
	Timing     string   // "before", "after" or "instead of"
	Row        bool     // FOR EACH ROW
	When       string   // the condition, empty for none
	Constraint bool
	Enabled    bool
	Place      fact.Place
}

// Rule is a rewrite rule other than a view's.
type Rule struct {
	Name    string
	Table   Name
	Event   string // "select", "insert", "update", "delete"
	When    string // the condition, empty for none
	Instead bool
	Actions string // the statements it does, separated by semicolons
	Enabled bool
	Place   fact.Place
}

// Policy is a row security policy that is in force for reading a table.
type Policy struct {
	Name  string
	Table Name
	// Permissive policies each let rows through; restrictive ones each hold
	// rows back.
	Permissive bool
	Everyone   bool   // it is for PUBLIC
	Using      string // the condition for a row to be seen, empty for none
	Place      fact.Place
}

// EventTrigger runs a routine when something is defined, changed or dropped.
type EventTrigger struct {
	Name     string
	Function Name
	Enabled  bool
	Place    fact.Place
}

// ForeignKey is a foreign key of a table.
type ForeignKey struct {
	Name       string
	Table      Name // the one that refers
	Columns    []string
	References Name // the one referred to
	RefColumns []string
	OnDelete   string // "no action", "restrict", "cascade", "set null", "set default"
	OnUpdate   string
	Place      fact.Place
}

// Job is a job of a scheduler in the server.
type Job struct {
	Scheduler fact.RemoverKind // PgCron, PgAgent or PgTimetable
	Name      string           // the job's name, or its number where it has none
	Schedule  string
	Command   string // SQL
	Database  string // the database it runs in
	Role      string // the role it runs as
	Active    bool
	// SearchPath and Zone are those of the role in the database; a nil path
	// and an unknown zone stand for the database's own.
	SearchPath []string
	Zone       Zone
	Place      fact.Place
}

// ChunkPolicy is a retention policy of TimescaleDB: it drops the chunks of a
// hypertable whose newest time is past.
type ChunkPolicy struct {
	Table     Name
	Column    string // the time that chunks are cut by; empty when it was not told
	DropAfter string // an interval, or a number for a table cut by numbers
	Schedule  string
	Active    bool
	Place     fact.Place
}

// PartmanSet is a row of pg_partman's part_config.
type PartmanSet struct {
	Parent    Name
	Control   string
	Retention string // the text, empty for none
	// Epoch is how an integer control column tells time ("none", "seconds",
	// "milliseconds", …); a set controlled by a plain id has "none" and no
	// time at all.
	Epoch    string
	Interval string // the width of a partition
	Place    fact.Place
}
