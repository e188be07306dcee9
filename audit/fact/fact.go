// Package fact is the only vocabulary that crosses the house: what a source
// saw of a target, and what the catalogue says counterparties may do. Facts
// never judge. Each is known, with the evidence it rests on, or unknown, with
// the reason; there is no -1, 0 or empty text that means "could not tell".
package fact

import "strconv"

// Evidence tells how a fact is known.
type Evidence string

// The evidence a fact can rest on, strongest first.
const (
	Defined  Evidence = "defined"  // read from a definition that binds
	Observed Evidence = "observed" // measured on rows or partition bounds
	Declared Evidence = "declared" // said by the user's configuration
	None     Evidence = "unknown"  // not known
)

// Value is a fact that is known, with its evidence, or unknown, with the
// reason in words a person can act on. The zero value is unknown without a
// reason; build values with Known and Unknown.
type Value[T any] struct {
	known    bool
	value    T
	evidence Evidence
	reason   string
}

// Known returns a value with the evidence it rests on.
func Known[T any](v T, e Evidence) Value[T] {
	return Value[T]{known: true, value: v, evidence: e}
}

// Unknown returns a value that could not be told, with the reason.
func Unknown[T any](reason string) Value[T] {
	return Value[T]{reason: reason}
}

// Get returns the value and whether it is known.
func (v Value[T]) Get() (T, bool) { return v.value, v.known }

// IsKnown reports whether the value is known.
func (v Value[T]) IsKnown() bool { return v.known }

// Evidence returns what a known value rests on, and None for an unknown one.
func (v Value[T]) Evidence() Evidence {
	if !v.known {
		return None
	}
	return v.evidence
}

// HasReason reports whether an unknown value says why it is.
func (v Value[T]) HasReason() bool { return !v.known && v.reason != "" }

// Reason says why the value is unknown; it is empty for a known one.
func (v Value[T]) Reason() string {
	if v.known {
		return ""
	}
	if v.reason == "" {
		return "it was not looked at"
	}
	return v.reason
}

// Place is where a fact was read: a file with its line and column, both from
// 1, or an object of a database, or both.
type Place struct {
	File   string
	Line   int
	Column int
	Object string
}

// String writes the place as compilers do, "file:line:column", with the
// object where one is known.
func (p Place) String() string {
	at := p.File
	if p.File != "" && p.Line > 0 {
		at += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			at += ":" + strconv.Itoa(p.Column)
		}
	}
	switch {
	case at == "":
		return p.Object
	case p.Object == "":
		return at
	}
	return at + " (" + p.Object + ")"
}
