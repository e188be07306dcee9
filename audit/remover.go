package audit

import (
	"fmt"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// countedRemovers returns the removers that can end a record as things stand.
func countedRemovers(all []fact.Remover, p StorePolicy) []fact.Remover {
	var counted []fact.Remover
	for _, r := range all {
		if ignoredBecause(r, p) == "" {
			counted = append(counted, r)
		}
	}
	return counted
}

// ignoredBecause says why a remover does not count; empty when it does.
func ignoredBecause(r fact.Remover, p StorePolicy) string {
	switch {
	case r.Kind == fact.Expiry && p.ExpiryIgnored:
		return "the configuration says that lookups ignore the expiry"
	case declaredNever(r, p.Never):
		return "the configuration says that it never runs"
	case canBeSwitchedOff(r.Kind) && !r.Active:
		return "it is switched off"
	}
	return ""
}

// canBeSwitchedOff tells the removers of which Active speaks. A function that
// nobody calls, an expiry, a cascade have no switch.
func canBeSwitchedOff(k fact.RemoverKind) bool {
	switch k {
	case fact.PgCron, fact.PgAgent, fact.PgTimetable, fact.Partman, fact.Timescale, fact.Trigger, fact.Rule:
		return true
	}
	return false
}

// runsByItself reports whether nobody has to call the remover.
func runsByItself(r fact.Remover) bool { return r.Kind != fact.Function || r.Called }

func declaredNever(r fact.Remover, never []string) bool {
	for _, name := range never {
		if sameRemover(name, r.Name) {
			return true
		}
	}
	return false
}

// sameRemover compares a remover's name as the user writes it with the one it
// was found under. Either may leave out the schema or the argument list; what
// both give must agree, since overloads differ.
func sameRemover(said, found string) bool {
	if said == found {
		return true
	}
	saidName, saidArgs, saidHas := cutArguments(said)
	foundName, foundArgs, foundHas := cutArguments(found)
	if saidHas && (!foundHas || saidArgs != foundArgs) {
		return false // with its parentheses a routine is named, and no job of its name
	}
	if saidName == foundName {
		return true
	}
	saidSchema, saidBare := cutSchema(saidName)
	foundSchema, foundBare := cutSchema(foundName)
	return saidBare == foundBare && (saidSchema == "" || foundSchema == "")
}

func cutArguments(name string) (bare, arguments string, has bool) {
	bare, rest, has := strings.Cut(name, "(")
	arguments = strings.ReplaceAll(strings.TrimSuffix(rest, ")"), " ", "")
	return strings.TrimSpace(bare), arguments, has
}

func cutSchema(name string) (schema, bare string) {
	schema, bare, found := strings.Cut(name, ".")
	if !found {
		return "", name
	}
	return schema, bare
}

// ceilingOf returns the age by which some remover is certain to have ended
// every record; nil when none is.
func ceilingOf(counted []fact.Remover) *span.Span {
	var lowest *span.Span
	for _, r := range counted {
		if r.Ceiling == nil || r.Ceiling.IsUnbounded() || !runsByItself(r) {
			continue
		}
		if lowest == nil || r.Ceiling.Less(*lowest) {
			lowest = r.Ceiling
		}
	}
	return lowest
}

// governs says in words which removers set the floor and how.
func governs(removers []fact.Remover, floor span.Span) string {
	first := removers[0]
	age := "from an age of " + Length(floor)
	if floor.IsZero() {
		age = "of any age"
	}
	text := fmt.Sprintf("%s ends records %s", removerAt(first), age)
	if first.Everything != "" {
		text += fmt.Sprintf(" (%s)", first.Everything)
	}
	switch more := len(removers) - 1; {
	case more == 1:
		text += ", and so does 1 more"
	case more > 1:
		text += fmt.Sprintf(", and so do %d more", more)
	}
	return text
}

// removerAt names a remover with its schedule and the place it was read at.
func removerAt(r fact.Remover) string {
	text := removerName(r)
	if r.Schedule != "" {
		text += " [" + r.Schedule + "]"
	}
	at := r.Place
	if at.File != "" || strings.Contains(at.Object, r.Name) {
		at.Object = "" // the name says it already
	}
	if at != (fact.Place{}) {
		text += " at " + at.String()
	}
	return text
}

func removerName(r fact.Remover) string {
	return strings.TrimSpace(kindInWords(r.Kind) + " " + r.Name)
}

func kindInWords(k fact.RemoverKind) string {
	switch k {
	case fact.PgCron:
		return "pg_cron job"
	case fact.PgAgent:
		return "pgAgent job"
	case fact.PgTimetable:
		return "pg_timetable job"
	case fact.Partman:
		return "pg_partman set"
	case fact.Timescale:
		return "TimescaleDB policy"
	case fact.Application:
		return "application"
	case fact.Cascade:
		return "cascade from"
	}
	return string(k)
}

// ignoredNote says which removers were seen and do not count.
func ignoredNote(all []fact.Remover, p StorePolicy) string {
	var notes []string
	for _, r := range all {
		if why := ignoredBecause(r, p); why != "" {
			notes = append(notes, fmt.Sprintf("%s does not count: %s", removerName(r), why))
		}
	}
	if len(notes) == 0 {
		return ""
	}
	return "; " + strings.Join(notes, "; ")
}

// RemoverOf shows a remover as the result does. The policy says which ones do
// not count; an empty one leaves that to what was seen.
func RemoverOf(r fact.Remover, p StorePolicy) Remover {
	out := Remover{
		Kind: r.Kind, Name: r.Name, Schedule: Text(r.Schedule), Active: r.Active || !canBeSwitchedOff(r.Kind),
		Where: Text(r.Place.String()), Text: Text(r.Text), Status: RetentionUnknown, Evidence: r.Floor.Evidence(),
		Called: r.Called, Ignored: Text(ignoredBecause(r, p)), Chain: listed(r.Chain),
	}
	floor, known := r.Floor.Get()
	switch {
	case !known:
		out.Opaque = Text(r.Floor.Reason())
	case floor.IsUnbounded():
		out.Status = RetentionUnbounded
	default:
		out.Status, out.FloorSeconds = RetentionKnown, seconds(floor)
	}
	return out
}
