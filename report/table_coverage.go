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
func (p *page) coverage(s audit.StoreResult, margin int64) {
	var texts []rowText
	for _, c := range s.Coverage {
		texts = append(texts, coverageRow(c))
	}
	if s.FloorCoverage != nil && s.ReplayFloor != nil {
		texts = append(texts, floorRow(*s.ReplayFloor, *s.FloorCoverage, margin))
	}
	header := rowText{window: "window", direction: "direction", length: "span", percent: "coverage", gap: "gap"}
	bar := p.fit(append([]rowText{header}, texts...))
	var rows [][]string
	for _, t := range texts {
		rows = append(rows, p.cells(t, bar))
	}
	p.grid([]string{header.window, header.direction, header.length, header.percent, header.gap, ""}, rows, 2, 3, 4)
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

func floorRow(f audit.FloorResult, c audit.FloorCoverage, margin int64) rowText {
	length := "unlimited"
	switch {
	case f.Seconds != nil:
		length = audit.Length(span.Seconds(*f.Seconds))
	case f.Window == "":
		length = "unknown"
	}
	return rowText{
		window: fmt.Sprintf("replay floor, %s margin", audit.Length(span.Seconds(margin))), direction: string(fact.Inbound), length: length,
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
			rows[i].window = strings.Replace(rows[i].window, "/", "/\n", 1)
		}
	}
	return min(room(), longestBar)
}

// widest returns how many columns the table takes without bars.
func widest(rows []rowText) int {
	total := 0
	for _, column := range []func(rowText) string{
		func(t rowText) string { return t.window }, func(t rowText) string { return t.direction }, func(t rowText) string { return t.length },
		func(t rowText) string { return t.percent }, func(t rowText) string { return t.gap },
	} {
		most := 0
		for _, row := range rows {
			for _, line := range strings.Split(column(row), "\n") {
				most = max(most, displayWidth(audit.Visible(line)))
			}
		}
		total += most + 2
	}
	return total
}
