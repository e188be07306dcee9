package audit

import (
	"math"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// CoverageVerdict tells whether a store outlasts a window.
type CoverageVerdict string

// The verdicts on a window.
const (
	Covered       CoverageVerdict = "covered"
	Short         CoverageVerdict = "short"
	UnknownCover  CoverageVerdict = "unknown"
	Informational CoverageVerdict = "informative" // outbound: no requirement on our records
)

// share is how much of a required age a retention reaches. Percent and gap are
// nil where there is no such number.
type share struct {
	percent *Percent
	gap     *int64 // in seconds
	verdict CoverageVerdict
}

// shareOf holds a retention against a required age; a nil age is one that
// nobody published. Only an unbounded retention covers that, or an age without
// end.
func shareOf(r retention, required *span.Span) share {
	switch {
	case r.status == RetentionUnbounded:
		return share{percent: percentage(100), gap: wholeSeconds(0), verdict: Covered}
	case r.status == RetentionUnknown || required == nil:
		return share{verdict: UnknownCover}
	case required.IsUnbounded():
		return share{percent: percentage(0), verdict: Short}
	case r.floor.Less(*required):
		return share{percent: percentage(part(r.floor, *required)), gap: wholeSeconds(required.Sub(r.floor).Length()), verdict: Short}
	}
	return share{percent: percentage(100), gap: wholeSeconds(0), verdict: Covered}
}

// part returns the percentage that floor is of a longer required age, to four
// decimals. Rounding never makes it whole: 99.99999 % still lets a replay in.
func part(floor, required span.Span) float64 {
	exact := 100 * float64(floor.Length()) / float64(required.Length())
	return min(math.Round(exact*1e4)/1e4, 99.9999)
}

func percentage(f float64) *Percent {
	p := Percent(f)
	return &p
}

// wholeSeconds rounds up: a gap of half a second is a gap.
func wholeSeconds(d time.Duration) *int64 {
	n := int64(d / time.Second)
	if d%time.Second > 0 {
		n++
	}
	return &n
}

func coverageOf(r retention, windows []fact.Window) []CoverageRow {
	rows := make([]CoverageRow, 0, len(windows))
	for _, w := range windows {
		row := CoverageRow{Vendor: w.Vendor, Window: w.ID, Direction: w.Direction, Bound: boundOf(w), Evidence: w.Evidence}
		longest := longestOf(w)
		if longest != nil {
			row.SpanSeconds = seconds(*longest)
		}
		s := shareOf(r, longest)
		row.Percent, row.GapSeconds, row.Verdict, row.Limit = s.percent, s.gap, s.verdict, limitOf(r, longest)
		switch {
		case w.Direction != fact.Inbound:
			row.Verdict = Informational
		case row.Verdict == Covered && !w.EndIsTold() && r.status != RetentionUnbounded:
			row.Percent, row.GapSeconds, row.Verdict = nil, nil, UnknownCover
		}
		rows = append(rows, row)
	}
	return rows
}

// longestOf returns the end of a window that coverage is taken against; nil
// when the vendor publishes no figure.
func longestOf(w fact.Window) *span.Span {
	if w.Span == nil {
		return nil
	}
	return &w.Span.Longest
}

// boundOf returns how the figure is stated, so that a row without a span tells
// an unlimited window from an unpublished one and from one that somebody sets.
func boundOf(w fact.Window) fact.Bound {
	switch {
	case w.Bound == fact.Configurable && w.Span == nil:
		return w.Bound
	case w.Span == nil:
		return fact.Unpublished
	case w.Span.Longest.IsUnbounded():
		return fact.Unlimited
	}
	return w.Bound
}

// floorCoverageOf holds a retention against the replay floor; nil when no
// inbound window can reach the store. With a window among them whose vendor does
// not say how long it is at most, the floor may be short, and is never covered
// for certain.
func floorCoverageOf(r retention, f Floor) *FloorCoverage {
	if len(f.Terms) == 0 {
		return nil
	}
	var required *span.Span
	if sum, _, ok := f.Sum(); ok {
		required = &sum
	}
	s := shareOf(r, required)
	if s.verdict == Covered && r.status != RetentionUnbounded && len(f.WithoutEnd()) > 0 {
		s = share{verdict: UnknownCover}
	}
	return &FloorCoverage{Percent: s.percent, GapSeconds: s.gap, Verdict: s.verdict, Limit: limitOf(r, required)}
}
