package audit

import (
	"time"

	"idemaudit/audit/fact"
)

// Result is what an audit found: the JSON contract that other programs rely
// on. Within a schema version fields are added and never renamed. Spans are
// whole seconds, ratios are percent, times are UTC, and what is absent is null.
type Result struct {
	SchemaVersion string         `json:"schema_version"`
	Tool          Tool           `json:"tool"`
	AsOf          time.Time      `json:"as_of"`
	Verdict       Verdict        `json:"verdict"`
	MarginSeconds int64          `json:"margin_seconds"`
	Targets       []TargetResult `json:"targets"`
	Findings      []Finding      `json:"findings"`
	Summary       Summary        `json:"summary"`
	Gate          Gate           `json:"gate"`
}

// Tool is the program that audited.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Verdict is the last word on a store or on a whole audit.
type Verdict string

// The verdicts. A store is never empty.
const (
	Pass        Verdict = "pass"
	Fail        Verdict = "fail"
	Unfinished  Verdict = "incomplete" // something was hidden or out of reach
	NothingSeen Verdict = "empty"      // no store was found
)

// TargetResult is one target with its stores, sorted by name.
type TargetResult struct {
	Name     string          `json:"name"`
	Kind     fact.TargetKind `json:"kind"`
	Server   Text            `json:"server"`
	Database Text            `json:"database"`
	Role     Text            `json:"role"`
	Replica  bool            `json:"replica"`
	// Complete is false when the target was out of reach or the audit itself
	// failed somewhere in it.
	Complete bool          `json:"complete"`
	Stores   []StoreResult `json:"stores"`
	Failure  *Failure      `json:"failure"` // why it could not be read at all
	Hidden   []Hidden      `json:"hidden"`
	Unread   []Unread      `json:"unread"`
	Notes    []string      `json:"notes"`
}

// Failure says why a target could not be read.
type Failure struct {
	Reason string `json:"reason"`
	Fix    Text   `json:"fix"`
}

// Hidden is something in a target that could not be seen.
type Hidden struct {
	What       string `json:"what"`
	Why        string `json:"why"`
	Fix        Text   `json:"fix"`
	Incomplete bool   `json:"incomplete"` // the audit failed there
	Store      Text   `json:"store"`      // null when it concerns every store
}

// Unread is a piece of input that no sense could be made of.
type Unread struct {
	Where  *Where   `json:"where"`
	Reason string   `json:"reason"`
	Text   Text     `json:"text"`
	Stores []string `json:"stores"` // those it may touch
}

// StoreResult is what was concluded about one store.
type StoreResult struct {
	Name       string      `json:"name"` // schema.table
	Verdict    Verdict     `json:"verdict"`
	Key        []string    `json:"key"`
	Created    Text        `json:"created"`
	Expires    Text        `json:"expires"`
	Guard      Guard       `json:"guard"`
	Retention  Retention   `json:"retention"`
	Removers   []Remover   `json:"removers"`
	Partitions *Partitions `json:"partitions"`
	// ReplayFloor and FloorCoverage are null when no inbound window can
	// reach the store.
	ReplayFloor   *FloorResult   `json:"replay_floor"`
	Coverage      []CoverageRow  `json:"coverage"`
	FloorCoverage *FloorCoverage `json:"floor_coverage"`
	Why           Text           `json:"why"` // by what it was recognised
	Where         *Where         `json:"where"`
}

// Guard is what refuses the second insert of the same key.
type Guard struct {
	Status  GuardStatus `json:"status"`
	Index   Text        `json:"index"`
	Columns []string    `json:"columns"`
	Reason  string      `json:"reason"`
}

// Retention is the age that every record is certain to reach.
type Retention struct {
	Status RetentionStatus `json:"status"`
	// FloorSeconds is null unless the status is known.
	FloorSeconds *int64 `json:"floor_seconds"`
	// CeilingSeconds is the age by which every record is certain to be gone.
	CeilingSeconds *int64        `json:"ceiling_seconds"`
	Evidence       fact.Evidence `json:"evidence"`
	Basis          string        `json:"basis"`
	// DeclaredSeconds is what the configuration declares. A floor below it
	// that is declared by its evidence rests on it in part: for what could not
	// be seen.
	DeclaredSeconds *int64 `json:"declared_seconds"`
	// AtMostSeconds limits a floor that is unknown: known removers leave no
	// more. It is null otherwise.
	AtMostSeconds *int64 `json:"at_most_seconds"`
}

// Remover is one thing that ends records.
type Remover struct {
	Kind         fact.RemoverKind `json:"kind"`
	Name         string           `json:"name"`
	Schedule     Text             `json:"schedule"`
	Active       bool             `json:"active"`
	FloorSeconds *int64           `json:"floor_seconds"` // null when unbounded or opaque
	Opaque       Text             `json:"opaque"`        // why no floor can be told
	Where        Text             `json:"where"`
	Text         Text             `json:"text"`
	// Status tells a null floor that ends no record from one that can't be
	// told.
	Status   RetentionStatus `json:"status"`
	Evidence fact.Evidence   `json:"evidence"`
	Called   bool            `json:"called"`  // something visible runs it
	Ignored  Text            `json:"ignored"` // why it does not count
	Chain    []string        `json:"chain"`   // how the floor was reached
}

// Partitions sums up how a store is cut into parts.
type Partitions struct {
	Count int `json:"count"`
	// Oldest and Newest are the lowest and the highest bound, as PostgreSQL
	// writes them.
	Oldest      Text   `json:"oldest"`
	Newest      Text   `json:"newest"`
	DefaultRows *int64 `json:"default_rows"` // null without a default partition, and when not known
}

// FloorResult is the age that records must reach.
type FloorResult struct {
	// Seconds is null when the window that governs is unlimited, or when no
	// inbound window publishes a figure.
	Seconds *int64 `json:"seconds"`
	Window  Text   `json:"window"`
	// MarginSeconds is the part of it that is an outage of our own.
	MarginSeconds int64 `json:"margin_seconds"`
}

// CoverageRow tells how much of one window a store covers.
type CoverageRow struct {
	Vendor      string              `json:"vendor"`
	Window      string              `json:"window"`
	Direction   fact.Direction      `json:"direction"`
	SpanSeconds *int64              `json:"span_seconds"` // the longest end; null when unlimited or unpublished
	Percent     *Percent            `json:"percent"`
	GapSeconds  *int64              `json:"gap_seconds"`
	Verdict     CoverageVerdict     `json:"verdict"`
	Bound       fact.Bound          `json:"bound"`
	Evidence    fact.WindowEvidence `json:"evidence"`
	Limit
}

// Limit is how little of a required age is covered although the retention is
// unknown, because what known removers leave is less. Both are null otherwise.
type Limit struct {
	PercentAtMost *Percent `json:"percent_at_most"`
	// GapAtLeastSeconds is null also for a window without end.
	GapAtLeastSeconds *int64 `json:"gap_at_least_seconds"`
}

// FloorCoverage tells how much of the replay floor a store covers.
type FloorCoverage struct {
	Percent    *Percent        `json:"percent"`
	GapSeconds *int64          `json:"gap_seconds"`
	Verdict    CoverageVerdict `json:"verdict"`
	Limit
}

// Finding is one thing that is wrong or worth knowing, and what to do.
type Finding struct {
	// ID depends on target, store, rule and window alone, so that it outlives
	// a change of wording or of line numbers.
	ID       string   `json:"id"`
	Rule     string   `json:"rule"`
	Line     Line     `json:"line"`
	Severity Severity `json:"severity"`
	Target   string   `json:"target"`
	Store    Text     `json:"store"`
	Window   Text     `json:"window"`
	Message  string   `json:"message"`
	Where    *Where   `json:"where"`
	// Fix says what to do, a sentence first; lines that end in a semicolon
	// are SQL.
	Fix Text `json:"fix"`
	// Waived is reserved for what the user has accepted; nothing is yet.
	Waived *struct{} `json:"waived"`
}

// Where is the place of a finding: lines and columns count from 1.
type Where struct {
	File   Text `json:"file"`
	Line   *int `json:"line"`
	Object Text `json:"object"`
	Column *int `json:"column"`
}

// Summary counts the findings.
type Summary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
	Waived   int `json:"waived"`
	// WorstGap is the largest stretch of time in which a replay may be
	// applied twice; null when every window is covered.
	WorstGap *WorstGap `json:"worst_gap"`
}

// WorstGap is the largest gap of an audit.
type WorstGap struct {
	Target string `json:"target"`
	Store  string `json:"store"`
	Window Text   `json:"window"` // null for the replay floor
	// Seconds is null for a gap without end and for one that can't be told;
	// the verdict tells which.
	Seconds *int64          `json:"seconds"`
	Verdict CoverageVerdict `json:"verdict"`
	// AtLeastSeconds is how long a gap that can't be told is for certain.
	AtLeastSeconds *int64 `json:"at_least_seconds"`
}
