package fact

import (
	"strings"
	"time"

	"idemaudit/audit/span"
)

// TargetKind names what was audited.
type TargetKind string

// The kinds of target.
const (
	Postgres TargetKind = "postgres" // a live PostgreSQL server
	Schema   TargetKind = "schema"   // SQL files
)

// Snapshot is everything one source saw of one target.
type Snapshot struct {
	Name     string // how the user calls the target, without any secret
	Kind     TargetKind
	Server   string // "PostgreSQL 18.4"; empty for files
	Database string
	Role     string
	Replica  bool
	Stores   []Store
	// Hidden lists what the source was not allowed or not able to see and
	// that could hold a remover. While it is not empty, seeing no remover is
	// no evidence that there is none.
	Hidden []Hidden
	// Unread lists statements and objects of the source that it could not
	// make sense of, and what they may touch.
	Unread []Unread
	// Notes are assumptions that the facts rest on and that a reader should
	// know of, such as the time zone taken for files.
	Notes []string
}

// Hidden is something the audit could not see.
type Hidden struct {
	What string // "the pg_cron jobs in database scheduler"
	Why  string // "permission denied for schema cron"
	Fix  string // the exact GRANT, or what else makes it visible
	// Incomplete is set when the audit itself failed there (denied, locked,
	// timed out), rather than a fact being absent by design.
	Incomplete bool
	// Store is the store that this concerns; empty when it concerns all.
	Store string
}

// Unread is a piece of input that could not be read.
type Unread struct {
	Place  Place
	Reason string
	Text   string // the beginning of it
	// Stores lists the stores it may touch; nil when it is known to touch
	// none of them.
	Stores []string
}

// Store is a place where idempotency records live: for PostgreSQL one table,
// partitioned or not.
type Store struct {
	Name        string // schema.table
	Place       Place
	Why         string   // by what it was recognised
	Key         []string // the columns that name a request, scope columns included
	Created     *Column  // when a record was born; nil when no column tells
	Expires     *Column  // when a record stops counting; nil when there is none
	Columns     []Column
	Indexes     []Index
	Persistence Persistence
	Foreign     bool     // a foreign table: its rows live in another server
	Heirs       []string // tables that inherit from it without being partitions: no index of it reaches their rows
	Unlogged    []string // partitions that are unlogged although the store is not
	Partitions  *Partitions
	Removers    []Remover
	Guards      []TriggerGuard // triggers that may refuse a second insert without an index
	// Diverted lists what may keep an insert from being stored at all.
	Diverted []Diversion
	// Deleted counts the rows that the server's statistics saw deleted since
	// Since. It is unknown on a standby, after a reset, and offline.
	Deleted Value[int64]
	Since   time.Time
	// NullKeys tells whether rows with a NULL in a column of the guard exist.
	NullKeys Value[bool]
	// Cascades lists the tables whose rows go when a record of this store is
	// deleted, by foreign keys ON DELETE CASCADE.
	Cascades []string
}

// Persistence is what a crash leaves of a table.
type Persistence string

// The kinds of persistence.
const (
	Permanent Persistence = "permanent"
	Unlogged  Persistence = "unlogged"  // emptied by crash recovery
	Temporary Persistence = "temporary" // gone with the session
)

// Column is a column of a store.
type Column struct {
	Name     string
	Type     string // as format_type writes it: "timestamp with time zone"
	Nullable bool
	// Default is the text of the column's default or generation expression;
	// empty when it has none.
	Default string
	// Varies is set when the default gives another value in each attempt
	// (now(), a random uuid, a sequence) rather than the same in every one.
	Varies bool
	// Replaced is set when a trigger puts another value in each attempt,
	// whatever was sent.
	Replaced bool
	// Scope is set for a column that a key is unique within, such as a tenant,
	// rather than being the key itself.
	Scope     bool
	Generated bool // GENERATED ALWAYS AS (…) STORED or VIRTUAL
	Identity  bool
}

// IsCalendar reports whether the column holds a date or a timestamp, rather
// than a number that may tell a time.
func (c Column) IsCalendar() bool { return c.Type == "date" || strings.HasPrefix(c.Type, "timestamp") }

// Diversion is a rule or a trigger that may do something else in the place of
// an insert, so that no record is there to refuse the next.
type Diversion struct {
	Name   string // "rule r"
	Always bool   // no insert is ever stored
	Place  Place
}

// Index is a unique index of a store or of a single partition of it. Others
// are not carried: they guard nothing.
type Index struct {
	Name  string
	Place Place
	// Columns are the key columns in order; an expression stands as its text.
	Columns    []IndexColumn
	Primary    bool
	Valid      bool
	Ready      bool
	Deferrable bool
	// NullsNotDistinct is set for NULLS NOT DISTINCT: two NULLs are alike.
	NullsNotDistinct bool
	// Predicate is the WHERE of a partial index, empty for a whole one.
	Predicate string
	// OnlyNotNull is set when the predicate does no more than leave out rows
	// without a key (key IS NOT NULL).
	OnlyNotNull bool
	// Partition is the partition the index is on; empty for the store itself.
	Partition string
}

// IndexColumn is one key column of an index.
type IndexColumn struct {
	Column string // the column's name; empty for an expression
	// Expression is the text of an expression; empty for a plain column.
	Expression string
	// Uses lists the columns an expression reads.
	Uses []string
	// Bucket is set when the expression cuts time into pieces (date_trunc):
	// two attempts on either side of an edge differ.
	Bucket bool
	// NullSafe is set when the expression never gives NULL (coalesce with a
	// constant).
	NullSafe bool
	// MakesNull is set when the expression may give NULL although no column in
	// it is NULL: nullif, ->>, a CASE without ELSE, a function that isn't known.
	MakesNull bool
}

// Partitions tells how a store is cut into parts.
type Partitions struct {
	Strategy string   // range, list or hash
	Columns  []string // the partition key; an expression stands as its text
	Uses     []string // the columns the key reads
	Children []Partition
}

// Partition is one leaf or branch under a partitioned store.
type Partition struct {
	Name    string
	Lower   string // the bound as PostgreSQL writes it; empty for MINVALUE or no range
	Upper   string
	Default bool
	Rows    Value[int64]
}

// TriggerGuard is a constraint trigger that may refuse a second insert.
type TriggerGuard struct {
	Name  string
	Place Place
}

// RemoverKind says what ends a record's life.
type RemoverKind string

// The kinds of remover.
const (
	Expiry      RemoverKind = "expiry"
	PgCron      RemoverKind = "pg_cron"
	PgAgent     RemoverKind = "pgagent"
	PgTimetable RemoverKind = "pg_timetable"
	Function    RemoverKind = "function" // a function or procedure
	Trigger     RemoverKind = "trigger"
	Rule        RemoverKind = "rule"
	Partman     RemoverKind = "partman"
	Timescale   RemoverKind = "timescale"
	PartitionOf RemoverKind = "partition"
	Cascade     RemoverKind = "cascade"
	Lookup      RemoverKind = "lookup"
	Application RemoverKind = "application"
)

// Remover is whatever ends records: it removes them or hides them from the
// lookup. Whatever the engine, it becomes this one kind of fact.
type Remover struct {
	Kind     RemoverKind
	Name     string
	Schedule string // as the scheduler writes it; empty without one
	// Active is false for a job that is switched off: it removes nothing now.
	Active bool
	// Called tells whether something visible runs it: a job, a trigger. A
	// function nobody calls is judged by its defaults all the same, since an
	// application may call it.
	Called bool
	// Floor is the age that every record is certain to reach before this
	// remover may end it. Unknown means opaque, with the reason.
	Floor Value[span.Span]
	// Ceiling is the age by which this remover is certain to have ended every
	// record; nil when nothing guarantees one.
	Ceiling *span.Span
	// Everything is set when the remover takes records of any age because of
	// what it is rather than of a cut-off: TRUNCATE, no condition, a bare
	// number where an interval was meant. It says which.
	Everything string
	Place      Place
	Text       string   // the statement or definition that decides
	Chain      []string // how the floor was reached, a step a line
}
