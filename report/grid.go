package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// gutter stands between columns.
const gutter = "  "

// displayWidth returns how many columns a text takes in a terminal, escape
// sequences for colours aside. It does not ask the environment whether
// characters of ambiguous width are wide, so that a report is the same
// everywhere.
func displayWidth(text string) int {
	return twwidth.WidthWithOptions(text, twwidth.Options{})
}

// grid lines up painted cells in columns, two spaces apart, and returns the
// lines. Columns whose index is in right are set flush right.
func grid(header []string, rows [][]string, right ...int) ([]string, error) {
	align := slices.Repeat([]tw.Align{tw.AlignLeft}, len(header))
	for _, i := range right {
		align[i] = tw.AlignRight
	}
	padding := slices.Repeat([]tw.Padding{{Right: gutter, Overwrite: true}}, len(header))
	padding[len(header)-1] = tw.PaddingNone
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: align},
		Padding:    tw.CellPadding{PerColumn: padding},
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
	}
	var out bytes.Buffer
	table := tablewriter.NewTable(&out,
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}),
		tablewriter.WithTrimSpace(tw.Off),
	)
	table.Header(header)
	if err := table.Bulk(rows); err != nil {
		return nil, fmt.Errorf("lining up a table: %w", err)
	}
	if err := table.Render(); err != nil {
		return nil, fmt.Errorf("drawing a table: %w", err)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines, nil
}

// grid puts a table on the page, indented.
func (p *page) grid(header []string, rows [][]string, right ...int) {
	lines, err := grid(header, rows, right...)
	if err != nil && p.err == nil {
		p.err = err
	}
	for _, line := range lines {
		p.line("  ", line)
	}
}
