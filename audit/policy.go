package audit

import (
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Run is what holds for a whole audit.
type Run struct {
	Tool Tool
	// AsOf is the moment the audit speaks of; ages of sources are taken
	// against it.
	AsOf time.Time
	// Margin is what the report states; each target is held against the
	// margin of its own policy.
	Margin span.Span
	// FailOn is the least severity that closes the gate: Error when empty,
	// Never for none.
	FailOn          Severity
	AllowIncomplete bool // an incomplete audit does not close the gate
	AllowEmpty      bool // finding no store does not close the gate
	// Failed lists the targets that no source could read.
	Failed []FailedTarget
}

// FailedTarget is a target that could not be reached or read at all.
type FailedTarget struct {
	Name   string // how the user calls it, without any secret
	Kind   fact.TargetKind
	Reason string
	Fix    string // empty when there is no advice
}

// Target is what a source saw of one target, with the user's word on it.
type Target struct {
	Snapshot fact.Snapshot
	Policy   Policy
}

// Policy is what the user says of one target: the flags and the configuration
// put together.
type Policy struct {
	// Margin is the longest outage of our own that the stores must outlast
	// beyond the longest window.
	Margin span.Span
	// Windows are those that can reach a store that declares none of its own.
	Windows []fact.Window
	// Stores is what is said of single stores, by "schema.table".
	Stores map[string]StorePolicy
	// Outbound is how long we retry requests of our own.
	Outbound []OutboundUse
	// Severities replaces the default severity of rules, by rule id; Off
	// drops their findings.
	Severities map[string]Severity
}

// StorePolicy is what the user says of one store.
type StorePolicy struct {
	// ExpiryIgnored is set when lookups find a record whether or not its
	// expiry has passed.
	ExpiryIgnored bool
	// ReplayStable names columns that have the same value in every replay.
	ReplayStable []string
	// Retention is declared for what removes records out of sight, such as
	// an application; nil when nothing is declared.
	Retention *span.Span
	// Never names removers that are known not to run.
	Never []string
	// Effects names the tables, "schema.table", whose rows the records
	// protect.
	Effects []string
	// Windows are those that can reach this store; none stands for the
	// target's.
	Windows []fact.Window
}

// OutboundUse is a declared retry of our own against a provider that
// remembers our key for the length of a window.
type OutboundUse struct {
	Window   fact.Window
	RetryFor span.Span
}
