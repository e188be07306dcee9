package report

import (
	"fmt"
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

// rowText is one row of the coverage table before it is drawn.
type rowText struct {
	window, direction, length, percent, gap string
	share                                   *audit.Percent
	style                                   style
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
		p.paint(row.style, row.percent), p.paint(row.style, row.gap), p.paint(row.style, p.bar(row.share, bar)),
	}
}

// bar draws the covered share, rounded down: it is full only when the window
// is covered. What is not known is drawn as neither.
func (p *page) bar(share *audit.Percent, length int) string {
	if length < shortestBar {
		return ""
	}
	if share == nil {
		return strings.Repeat("?", length)
	}
	full, empty := "█", "░"
	if p.ASCII {
		full, empty = "#", "."
	}
	covered := int(float64(*share) / 100 * float64(length))
	return strings.Repeat(full, covered) + strings.Repeat(empty, length-covered)
}

func coverageRow(c audit.CoverageRow) rowText {
	t := rowText{
		window: c.Vendor + "/" + c.Window, direction: string(c.Direction), length: spanText(c),
		percent: percentText(c.Percent), gap: gapText(c.GapSeconds, c.Verdict), share: c.Percent, style: verdictColour(c.Verdict),
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
		window: fmt.Sprintf("replay floor, %s margin", audit.Length(span.Seconds(f.MarginSeconds))), direction: string(fact.Inbound), length: length,
		percent: percentText(c.Percent), gap: gapText(c.GapSeconds, c.Verdict), share: c.Percent, style: verdictColour(c.Verdict),
	}
}

// spanText writes a window's length; a vendor that only promises a least one
// is not taken at a word it did not give.
func spanText(c audit.CoverageRow) string {
	switch {
	case c.SpanSeconds == nil:
		return string(c.Bound) // unlimited or unpublished
	case c.Bound == fact.AtLeast:
		return ">=" + audit.Length(span.Seconds(*c.SpanSeconds))
	}
	return audit.Length(span.Seconds(*c.SpanSeconds))
}

func percentText(p *audit.Percent) string {
	if p == nil {
		return "unknown"
	}
	return p.String()
}

// gapText writes a gap; one without a number is without end or not known.
func gapText(seconds *int64, v audit.CoverageVerdict) string {
	switch {
	case seconds != nil:
		return audit.Gap(span.Seconds(*seconds))
	case v == audit.Short:
		return "unlimited"
	}
	return "unknown"
}

func verdictColour(v audit.CoverageVerdict) style {
	switch v {
	case audit.Covered:
		return good
	case audit.Short:
		return bad
	case audit.UnknownCover:
		return doubt
	}
	return dim
}

// fit returns how long bars can be, after making room for them where the page
// is narrow: directions are cut short first, then windows go onto two lines.
func (p *page) fit(rows []rowText) int {
	room := func() int { return p.width - 2 - widest(rows) }
	if room() < shortestBar {
		for i := range rows {
			rows[i].direction = map[string]string{"inbound": "in", "outbound": "out", "direction": ""}[rows[i].direction]
		}
	}
	if room() < shortestBar {
		for i := range rows {
			rows[i].window = twoLines(rows[i].window)
		}
	}
	return min(room(), longestBar)
}

// twoLines breaks the name of a window after its vendor, and that of the replay
// floor before its margin.
func twoLines(window string) string {
	return strings.Replace(strings.Replace(window, "/", "/\n", 1), ", ", ",\n", 1)
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
