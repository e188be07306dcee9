package audit

import (
	"fmt"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/ident"
	"idemaudit/audit/span"
)

// lengthen says how to make a store keep its records for the length needed,
// and why that length.
func lengthen(j judged, needed span.Span, because string) []string {
	if needed.IsUnbounded() {
		return []string{fmt.Sprintf("keep records for ever (%s): stop %s", because, whatEnds(j))}
	}
	keep := fmt.Sprintf("keep records for %s (%s): ", Length(needed), because)
	switch {
	case len(j.retention.governing) == 0:
		return []string{keep + "lengthen what carries out the declared retention, then the declaration"}
	case j.retention.governing[0].Kind == fact.Expiry:
		return lengthenExpiry(j, needed, keep)
	}
	return []string{keep + fmt.Sprintf("let %s remove only what is older%s", whatEnds(j), condition(j.facts, needed))}
}

func lengthenExpiry(j judged, needed span.Span, keep string) []string {
	e := j.facts.Expires
	if e == nil || e.Default == "" || e.Generated || e.Type != "timestamp with time zone" {
		return []string{keep + "set the expiry that far ahead when the record is written"}
	}
	return []string{
		keep + "lengthen the default of the expiry; rows that are there keep theirs",
		fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT now() + %s;", qualified(j.facts.Name), ident.Quote(e.Name), interval(needed)),
	}
}

// condition writes the cut-off for stores whose age SQL can tell.
func condition(s fact.Store, needed span.Span) string {
	if s.Created == nil || s.Created.Type != "timestamp with time zone" {
		return ""
	}
	return fmt.Sprintf(", WHERE %s < now() - %s", ident.Quote(s.Created.Name), interval(needed))
}

func whatEnds(j judged) string {
	if len(j.retention.governing) == 0 {
		return "what carries out the declared retention"
	}
	var names []string
	for _, r := range j.retention.governing {
		names = append(names, removerName(r))
	}
	return inWords(names)
}

// floorInWords writes what the needed length is made of.
func floorInWords(j judged) string {
	sum, governing, ok := j.floor.Sum()
	switch {
	case !ok:
		return "no window publishes a figure"
	case sum.IsUnbounded():
		return governing.Name() + " has no end"
	}
	if j.floor.Margin.IsZero() {
		return fmt.Sprintf("%s of %s without a margin", Length(governing.Span.Longest), governing.Name())
	}
	return fmt.Sprintf("%s of %s and a margin of %s", Length(governing.Span.Longest), governing.Name(), Margin(j.floor.Margin))
}

// decidingPlace is where to look for what ends records first.
func decidingPlace(j judged) fact.Place {
	if len(j.retention.governing) > 0 {
		return j.retention.governing[0].Place
	}
	return j.facts.Place
}

// keeps says how long records are kept, as the beginning of a sentence.
func keeps(j judged) string {
	if j.retention.floor.IsZero() {
		return "keeps no record for certain"
	}
	text := "keeps records " + Length(j.retention.floor)
	if e := j.retention.floorEvidence; e == fact.Observed || e == fact.Declared {
		text += " (" + string(e) + ")"
	}
	return text
}

// sentenceOf joins the parts of a message that reports several things at once.
func sentenceOf(parts []string) string { return strings.Join(parts, "; ") }
