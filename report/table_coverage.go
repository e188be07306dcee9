package report

import (
	"math"
	"slices"
	"strings"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// The bar is as long as the page allows, within these bounds.
const (
	shortestBar = 4
	longestBar  = 40
)

// noRequirement stands in place of the bar of an outbound window, whose share
// must not be taken for a failure.
const noRequirement = "informative"

// rowText is one row of the coverage table before it is drawn.
type rowText struct {
	window, direction, length, percent, gap string
	bar                                     barText
	style                                   style
}

// barText is what the bar of a row shows: the covered share, the largest share
// that may be covered, or that there is no requirement.
type barText struct {
	share, atMost *audit.Percent
	informative   bool
}

// coverage writes a row for each window and the replay floor as the last.
func (p *page) coverage(s audit.StoreResult) {
	rows := []rowText{{window: "window", direction: "direction", length: "span", percent: "coverage", gap: "gap"}}
	for _, c := range s.Coverage {
		rows = append(rows, coverageRow(c))
	}
	if s.FloorCoverage != nil && s.ReplayFloor != nil {
		rows = append(rows, floorRow(*s.ReplayFloor, *s.FloorCoverage))
	}
	bar := p.fit(rows)
	header := rows[0]
	var cells [][]string
	for _, row := range rows[1:] {
		cells = append(cells, p.cells(row, bar))
	}
	p.grid([]string{header.window, header.direction, header.length, header.percent, header.gap, ""}, cells, 2, 3, 4)
}

// cells paints a row. Windows are information where they are outbound, so the
// whole row stands back then.
func (p *page) cells(row rowText, bar int) []string {
	base := plain
	if row.style == dim {
		base = dim
	}
	var window []string
	for _, line := range strings.Split(row.window, "\n") {
		window = append(window, p.paint(base, line))
	}
	return []string{
		strings.Join(window, "\n"), p.paint(base, row.direction), p.paint(base, row.length),
		p.paint(row.style, row.percent), p.paint(row.style, row.gap), p.paint(row.style, p.draw(row.bar, bar)),
	}
}

// draw draws the covered share, rounded down: the bar is full only when the
// window is covered. What is not known is drawn as neither, rounded up.
func (p *page) draw(b barText, length int) string {
	full, empty := "█", "░"
	if p.ASCII {
		full, empty = "#", "."
	}
	switch {
	case length < shortestBar:
		return ""
	case b.informative && length < len(noRequirement):
		return "info"
	case b.informative:
		return noRequirement
	case b.share != nil:
		covered := int(float64(*b.share) / 100 * float64(length))
		return strings.Repeat(full, covered) + strings.Repeat(empty, length-covered)
	case b.atMost != nil:
		open := int(math.Ceil(float64(*b.atMost) / 100 * float64(length)))
		return strings.Repeat("?", open) + strings.Repeat(empty, length-open)
	}
	return strings.Repeat("?", length)
}

func coverageRow(c audit.CoverageRow) rowText {
	t := rowText{
		window: c.Vendor + "/" + c.Window, direction: string(c.Direction), length: spanText(c),
		percent: percentText(c.Percent, c.Limit), gap: gapText(c.GapSeconds, c.Verdict, c.Limit),
		bar: barText{c.Percent, c.PercentAtMost, c.Direction == fact.Outbound}, style: verdictColour(c.Verdict, c.Limit),
	}
	if c.Direction == fact.Outbound && c.Percent != nil && c.GapSeconds == nil {
		t.gap = "unlimited"
	}
	return t
}

func floorRow(f audit.FloorResult, c audit.FloorCoverage) rowText {
	length := "unlimited"
	switch {
	case f.Seconds != nil:
		length = audit.Length(span.Seconds(*f.Seconds))
	case f.Window == "":
		length = "unknown"
	}
	return rowText{
		window: "replay floor, margin " + audit.Margin(span.Seconds(f.MarginSeconds)), direction: string(fact.Inbound), length: length,
		percent: percentText(c.Percent, c.Limit), gap: gapText(c.GapSeconds, c.Verdict, c.Limit),
		bar: barText{share: c.Percent, atMost: c.PercentAtMost}, style: verdictColour(c.Verdict, c.Limit),
	}
}

// spanText writes a window's length; a vendor that only promises a least one
// is not taken at a word it did not give.
func spanText(c audit.CoverageRow) string {
	switch {
	case c.SpanSeconds == nil || c.Bound == fact.Never:
		return string(c.Bound) // unlimited, unpublished, configurable or none
	case c.Bound == fact.AtLeast:
		return ">=" + audit.Length(span.Seconds(*c.SpanSeconds))
	}
	return audit.Length(span.Seconds(*c.SpanSeconds))
}

func percentText(p *audit.Percent, l audit.Limit) string {
	switch {
	case p != nil:
		return p.String()
	case l.PercentAtMost != nil:
		return audit.AtMost(*l.PercentAtMost)
	}
	return "unknown"
}

// gapText writes a gap; one without a number is without end, at least as long
// as something, or not known.
func gapText(seconds *int64, v audit.CoverageVerdict, l audit.Limit) string {
	switch {
	case seconds != nil:
		return audit.GapInFull(span.Seconds(*seconds))
	case l.GapAtLeastSeconds != nil:
		return ">=" + audit.GapInFull(span.Seconds(*l.GapAtLeastSeconds))
	case v == audit.Short || l.PercentAtMost != nil:
		return "unlimited"
	}
	return "unknown"
}

func verdictColour(v audit.CoverageVerdict, l audit.Limit) style {
	switch {
	case v == audit.Covered:
		return good
	case v == audit.Short, v == audit.UnknownCover && l.PercentAtMost != nil:
		return bad
	case v == audit.UnknownCover:
		return doubt
	}
	return dim
}

// fit returns how long bars can be, after making room for them where the page
// is narrow: directions are cut short first, then gaps lose their days, windows
// go onto two lines and more, and at last words become signs. A word in place
// of a bar needs more room.
func (p *page) fit(rows []rowText) int {
	wanted := shortestBar
	if slices.ContainsFunc(rows, func(r rowText) bool { return r.bar.informative }) {
		wanted = len(noRequirement)
	}
	room := func() int { return p.width - 2 - widest(rows) }
	shorten := func(least int, cut func(*rowText)) {
		if room() >= least {
			return
		}
		for i := range rows {
			cut(&rows[i])
		}
	}
	shorten(wanted, func(r *rowText) {
		r.direction = map[string]string{"inbound": "in", "outbound": "out", "direction": ""}[r.direction]
	})
	shorten(wanted, func(r *rowText) { r.gap, _, _ = strings.Cut(r.gap, " (") })
	shorten(shortestBar, func(r *rowText) { r.window = twoLines(r.window) })
	shorten(shortestBar, func(r *rowText) { r.window = moreLines(r.window) })
	shorten(shortestBar, func(r *rowText) { r.percent = strings.Replace(r.percent, "at most ", "<=", 1) })
	return min(room(), longestBar)
}

// twoLines breaks the name of a window after its vendor, and that of the replay
// floor before its margin.
func twoLines(window string) string {
	return strings.Replace(strings.Replace(window, "/", "/\n", 1), ", ", ",\n", 1)
}

// longestLine is how much of a window's name stands on one line where names are
// broken at their dashes.
const longestLine = 24

// moreLines breaks lines that are too long at the last dash that fits.
func moreLines(window string) string {
	var lines []string
	for _, line := range strings.Split(window, "\n") {
		for len(line) > longestLine {
			dash := strings.LastIndexByte(line[:longestLine], '-')
			if dash < 0 {
				break
			}
			lines, line = append(lines, line[:dash+1]), line[dash+1:]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// widest returns how many columns the table takes without bars.
func widest(rows []rowText) int {
	var most [5]int
	for _, row := range rows {
		for i, cell := range []string{row.window, row.direction, row.length, row.percent, row.gap} {
			for _, line := range strings.Split(cell, "\n") {
				most[i] = max(most[i], displayWidth(clean(line)))
			}
		}
	}
	total := 0
	for _, columns := range most {
		total += columns + len(gutter)
	}
	return total
}
