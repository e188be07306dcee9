package audit

import (
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
)

// stability tells whether a column has the same value in every replay of the
// same request. Only then does a unique index over it refuse the replay.
type stability int

const (
	stable    stability = iota
	uncertain           // the configuration may say: replay_stable
	varying
)

// columnFlaws tells which columns of an index keep it from refusing a replay.
func columnFlaws(ix fact.Index, s fact.Store, declared []string) []flaw {
	var flaws []flaw
	for _, c := range ix.Columns {
		for _, name := range usedBy(c) {
			if how, why := stabilityOf(name, s, declared); how != stable {
				flaws = append(flaws, unstable(c, name, how, why, slices.Contains(s.Key, name)))
			}
		}
		if c.Column == "" && len(c.Uses) == 0 {
			flaws = append(flaws, flaw{ruleGuardMissing, GuardUnknown, "includes " + c.Expression + ", and what that reads is not known"})
		}
	}
	return append(flaws, scopeFlaws(ix, s, declared)...)
}

// unstable words the flaw of a column that a replay may not repeat. A key that
// the database itself makes up is no key at all, rather than a good one with
// too much beside it.
func unstable(c fact.IndexColumn, name string, how stability, why string, inKey bool) flaw {
	switch {
	case c.Bucket:
		return flaw{ruleGuardPerPartition, GuardBroken,
			fmt.Sprintf("guards for one bucket at most: %s cuts %s into pieces, and a replay may fall into the next", c.Expression, name)}
	case how == uncertain:
		return flaw{ruleGuardMissing, GuardUnknown, fmt.Sprintf("includes %s, and whether every replay repeats it is not known: %s", name, why)}
	case inKey && why == numbered:
		return flaw{ruleGuardMissing, GuardBroken, fmt.Sprintf("is over %s, which %s", name, why)}
	}
	return flaw{ruleGuardPerPartition, GuardBroken, fmt.Sprintf("includes %s, which %s", name, why)}
}

// numbered says why an identity column differs in each attempt.
const numbered = "is numbered by the database in each attempt"

func usedBy(c fact.IndexColumn) []string {
	if c.Column != "" {
		return []string{c.Column}
	}
	return c.Uses
}

// scopeFlaws holds the index against the key as a whole. With fewer columns it
// refuses more, with more columns it refuses replays that repeat them all; one
// that swaps a column of the key for another can't be told from an index over
// a surrogate, unless the other is declared to be the same in every replay.
func scopeFlaws(ix fact.Index, s fact.Store, declared []string) []flaw {
	columns := columnsOf(ix)
	missing := without(s.Key, columns)
	extra := without(without(columns, s.Key), declared)
	if len(missing) == 0 || len(extra) == 0 {
		return nil
	}
	return []flaw{{ruleGuardMissing, GuardUnknown, fmt.Sprintf("leaves out %s of the key and has %s instead, so what it refuses is not known",
		inWords(missing), inWords(extra))}}
}

func without(all, taken []string) []string {
	var rest []string
	for _, name := range all {
		if !slices.Contains(taken, name) {
			rest = append(rest, name)
		}
	}
	return rest
}

// stabilityOf judges one column. A column of the key that the caller sends is
// the same in every replay even where a default stands ready for callers that
// send none; the moment of arrival never is, whatever it is counted among.
func stabilityOf(name string, s fact.Store, declared []string) (stability, string) {
	if slices.Contains(declared, name) {
		return stable, ""
	}
	c, known := columnNamed(s, name)
	inKey := slices.Contains(s.Key, name)
	switch {
	case !known:
		return uncertain, "it was not found among the table's columns"
	case c.Identity:
		return varying, numbered
	case c.Replaced:
		return varying, "a trigger replaces in each attempt, whatever is sent"
	case c.Varies && (!inKey || c.Generated || tellsTime(c)):
		return varying, "differs in each attempt (default " + c.Default + ")"
	case countsAttempts(name):
		return uncertain, "by its name it tells one attempt from the next"
	case c.Varies || inKey && !isArrival(s, name):
		return stable, ""
	case c.Default != "" && !c.Generated:
		return stable, ""
	case isArrival(s, name):
		return uncertain, "it tells when the record was born"
	case tellsTime(c):
		return uncertain, "it is a time without a default"
	case s.Partitions != nil && slices.Contains(s.Partitions.Uses, name):
		return uncertain, "the table is partitioned by it"
	}
	return stable, ""
}

// countsAttempts reports whether a column's name says that it changes while a
// request is handled, or from one attempt to the next.
func countsAttempts(name string) bool {
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' }) {
		switch word {
		case "attempt", "attempts", "retry", "retries", "try", "tries", "status", "state":
			return true
		}
	}
	return false
}

func isArrival(s fact.Store, name string) bool { return s.Created != nil && s.Created.Name == name }

// tellsTime reports whether a column's type is a moment or a day.
func tellsTime(c fact.Column) bool {
	return strings.HasPrefix(c.Type, "timestamp") || strings.HasPrefix(c.Type, "time ") || c.Type == "time" || c.Type == "date"
}

func columnNamed(s fact.Store, name string) (fact.Column, bool) {
	for _, c := range s.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return fact.Column{}, false
}
