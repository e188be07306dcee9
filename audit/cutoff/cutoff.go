// Package cutoff reads code, from one DELETE to a PL/pgSQL routine, and tells
// the age that every record is certain to reach before the code can end it.
// It knows no database and does no I/O; it works on the model of package
// schema and on the trees of PostgreSQL's own grammar.
//
// Its rule is to be sound before it is anything else. Each comparison is put
// as so many times now, so many times the record's birth, and a rest between a
// smallest and a largest value, and is solved for the age. What can't be put
// so is opaque, with the reason, and is never skipped.
package cutoff

import (
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
	"idemaudit/audit/sqltree"
)

// Role says what a column's time means for the life of a record.
type Role int

// The roles of a column.
const (
	NoClock Role = iota // no time, or one of which nothing is known
	Birth               // the moment the record was stored
	Later               // that moment or a later one: updated_at, completed_at
	Sender              // a moment the sender tells, which may be long before
	Until               // the moment up to which something holds: expires_at
	Length              // how long something holds: ttl_seconds
)

// Roles tells the role of each column of a table.
type Roles func(*schema.Table, fact.Column) Role

// Keys tells the columns that name a request in a store; none for a table that
// is no store.
type Keys func(*schema.Table) []string

// Reader reads the code of one database.
type Reader struct{ *reader }

type reader struct {
	db     *schema.Database
	roles  Roles
	keys   Keys
	clocks map[*schema.Table]map[string]value
	below  map[*schema.Table][]*schema.Table
	parsed map[string][]sqltree.Statement
	dumps  map[*schema.Routine]*program
	// queries counts the queries entered for the code being read.
	queries int
}

// New returns a reader of db's code.
func New(db *schema.Database, roles Roles, keys Keys) *Reader {
	return &Reader{&reader{
		db: db, roles: roles, keys: keys,
		clocks: map[*schema.Table]map[string]value{},
		below:  map[*schema.Table][]*schema.Table{},
		parsed: map[string][]sqltree.Statement{},
		dumps:  map[*schema.Routine]*program{},
	}}
}

// Action is how code ends records.
type Action string

// The actions.
const (
	Delete   Action = "DELETE"
	Truncate Action = "TRUNCATE"
	Drop     Action = "DROP"
	Detach   Action = "DETACH"
	Unkey    Action = "UPDATE of the key"
	Expire   Action = "an expiry set"
	Redate   Action = "a birth set"
	Hide     Action = "a lookup that looks no further back"
)

// Removal is one way in which code ends records.
type Removal struct {
	// Table is the table whose records go; nil when it can't be told which,
	// and then it may be any.
	Table  *schema.Table
	Action Action
	// Floor is the age every record is certain to reach before it goes.
	Floor fact.Value[span.Span]
	// Everything says why records of any age go, where no condition on their
	// age stands at all; empty otherwise.
	Everything string
	Text       string   // the statement
	Via        []string // the routines passed through, outermost first
	// Named is set where the table can't be told but for how its name begins.
	Named string

	// Column is the column that an update of the key sets.
	Column string

	// Conditional is set where a condition around the statement may keep it
	// from being carried out.
	Conditional bool

	decides *sqltree.Node
	steps   []string
}

// Chain tells how the floor was reached, a step a line: the condition that
// decides, and what it comes to.
func (r Removal) Chain() []string {
	var chain []string
	if r.Table == nil {
		chain = append(chain, "which table it touches can't be told")
	}
	if r.decides != nil {
		if condition, err := sqltree.DeparseExpression(r.decides); err == nil {
			chain = append(chain, "decided by: "+condition)
		}
	}
	return append(chain, r.steps...)
}

// Effects are what code does to records, and the routines it runs.
type Effects struct {
	Removals []Removal
	Calls    []*schema.Routine
	// Replaced are the columns of its table that a trigger sets on each
	// insert, whatever is sent, to what differs from one attempt to the next.
	Replaced []string
}

// removal makes a Removal of a bound.
func (run *run) removal(t *schema.Table, a Action, b bound, text string) Removal {
	made := Removal{Table: t, Action: a, Text: text, Via: run.via(), Conditional: run.doubt > 0, decides: b.decides}
	if b.never {
		made.Floor = fact.Known(span.Unbounded(), fact.Defined)
		made.steps = []string{"the condition never holds"}
		return made
	}
	if !b.known() {
		made.Floor = fact.Unknown[span.Span](b.reason)
		made.steps = []string{"can't be told: " + b.reason}
		return made
	}
	floor := span.Of(b.least.Truncate(time.Second))
	made.Floor = fact.Known(floor, evidenceOf(b.observed))
	if b.decides == nil && floor.IsZero() {
		made.Everything = "no condition on the record's age"
		made.steps = []string{"no condition on the record's age: a record of any age goes"}
		return made
	}
	made.steps = []string{"true only once now() − birth of the record ≥ " + floor.String()}
	return made
}

func evidenceOf(observed bool) fact.Evidence {
	if observed {
		return fact.Observed
	}
	return fact.Defined
}

func (r *reader) partitions(t *schema.Table) []*schema.Table {
	below, known := r.below[t]
	if !known {
		below = r.db.Partitions(t)
		r.below[t] = below
	}
	return below
}

// parse is sqltree.Parse, once a text: a cleanup called by many is read once.
func (r *reader) parse(text string) ([]sqltree.Statement, error) {
	if statements, ok := r.parsed[text]; ok {
		return statements, nil
	}
	statements, err := sqltree.Parse(text)
	if err == nil {
		r.parsed[text] = statements
	}
	return statements, err
}
