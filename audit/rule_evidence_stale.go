package audit

import (
	"fmt"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// stalePast is the age from which on a source should be read again.
const stalePast = 180 * span.Day

func evidenceStale() Rule {
	return Rule{
		ID: "evidence-stale", Line: CatalogueLine, Severity: Note,
		Summary: "a window was read longer ago than 180 days",
		Why:     "Vendors change their windows without a word. A figure that nobody has looked at for half a year may be history.",
		Remedy:  "Read the source again and put the day into the catalogue.",
		check:   checkEvidenceStale,
	}
}

func checkEvidenceStale(s scene) []draft {
	always := func(judged, int) bool { return true }
	today := s.asOf.UTC().Truncate(span.Day)
	return perWindow(s, always, func(w fact.Window, _ []string) (draft, bool) {
		return draft{
			message: fmt.Sprintf("%s was read on %s, %d days ago", w.Name(), w.Read.Format(time.DateOnly), today.Sub(w.Read)/span.Day),
			fix:     []string{"read " + sourceOf(w) + " again"},
		}, Stale(w.Read, s.asOf)
	})
}

// Stale reports whether a source that was read on a day, midnight UTC, should
// be read again: after more than 180 whole days. The zero day is that of a
// source that nobody dated, which is not stale.
func Stale(read, asOf time.Time) bool {
	return !read.IsZero() && asOf.UTC().Truncate(span.Day).Sub(read) > stalePast
}
