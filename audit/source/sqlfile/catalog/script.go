package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// reader applies the statements of one script. Each script is a session of its
// own: what it sets for itself ends with it.
type reader struct {
	*Catalog
	file  string
	lines []int // offsets of the lines' beginnings
	path  []string
	at    int    // offset in the script of the statement being read
	text  string // that statement
	last  string // the statement before it

	// Bodies of blocks and routines are followed from the statement that runs
	// them.
	source  string            // the statement being applied, be it of the script or of a body
	inner   int               // how deep in bodies; 0 for the script itself
	steps   int               // how many statements of bodies were read
	running []*routine        // the routines being followed
	vars    map[string]string // variables that are constant, by name
	doubt   int               // how many conditions around it may fail, or be undone
}

// Bounds on what is followed in bodies, for one statement of a script: calls
// in calls, and statements altogether.
const (
	maxInner = 8
	maxSteps = 10_000
)

// longestStatement bounds how deep the tree of one statement can be, and with
// it how much memory walking it takes.
const longestStatement = 1 << 20

// Run applies the statements of a script in order. file is how the script is
// called in places.
func (c *Catalog) Run(file, text string) {
	r := &reader{Catalog: c, file: file, lines: lineStarts(text), path: []string{"public"}}
	for _, piece := range kept(sqltree.Split(text)) {
		r.piece(piece)
	}
}

func (r *reader) piece(piece sqltree.Piece) {
	r.last = r.text
	r.at, r.text, r.steps = piece.Offset, piece.Text, 0
	switch piece.Kind {
	case sqltree.Unclosed:
		r.at = piece.Open
		r.add(r.place(0), piece.Opened+" that begins here is never closed, so nothing from here on was read", false)
	case sqltree.Command:
		r.command(piece.Text)
	default:
		if matters(piece.Text) {
			r.statements(piece.Text)
		}
	}
}

// statements parses and applies a text, which is one statement unless the
// text is the body of something.
func (r *reader) statements(text string) {
	if len(text) > longestStatement {
		r.unreadable(text, 0, "this statement is longer than 1 MiB, which no definition is")
		return
	}
	parsed, err := sqltree.Parse(text)
	if err != nil {
		r.unreadable(text, offsetOf(err), "PostgreSQL's grammar refuses it: "+err.Error())
		return
	}
	for _, statement := range parsed {
		r.source = statement.Text
		if err := r.apply(statement); err != nil {
			r.refuse(err)
		}
	}
}

func offsetOf(err error) int {
	if refused, ok := err.(*sqltree.Error); ok {
		return refused.Offset
	}
	return 0
}

// place is where something stands in the statement being read. Bodies of
// blocks and routines have places of their own that do not count in the
// script; what is found in them stands at the statement that holds them.
func (r *reader) place(offset int) fact.Place {
	if r.inner > 0 {
		offset = 0
	}
	at := r.at + max(offset, 0)
	line, found := slices.BinarySearch(r.lines, at)
	if !found {
		line--
	}
	return fact.Place{File: r.file, Line: line + 1, Column: at - r.lines[line] + 1}
}

func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, i)
	}
}

func beginning(text string, length int) string {
	return strings.ToValidUTF8(text[:min(len(text), length)], "")
}
