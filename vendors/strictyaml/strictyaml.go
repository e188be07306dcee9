// Package strictyaml reads the YAML of the catalogue and of the configuration.
// Whatever it does not understand is a problem with its place, and all
// problems of a file are told at once: a field that is silently ignored would
// leave an audit believing what nobody said.
package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Problem is one thing wrong with a file. Line and column count from 1, the
// column in characters.
type Problem struct {
	File    string
	Line    int
	Column  int
	Message string
}

// String writes the problem as compilers do, "file:line:column: message".
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Error is everything that is wrong with a file, in order of place.
type Error struct {
	Problems []Problem
}

// Error writes the problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Document is a file that is being read. It gathers the problems that its
// readers come upon.
type Document struct {
	file     string
	root     Node
	problems []Problem
	more     int // problems that were counted only
}

// Parse reads the YAML text of a file whose root has to be a mapping. The
// name is for messages only. Parse itself never fails: ask Err when everything
// is read.
func Parse(file string, text []byte) *Document {
	d := &Document{file: file}
	if !d.checkText(text) {
		return d
	}
	root := d.parse(text)
	if root == nil {
		return d
	}
	d.refuseIndirection(root)
	d.root = d.node(root, "the file")
	return d
}

// Root returns what the document holds.
func (d *Document) Root() Node { return d.root }

// A file of some other kind can have a problem in every line. Nobody reads
// thousands of them, so that those past the first are counted only.
const mostProblems = 1000

// Err returns an *Error with every problem so far, or nil when there is none.
// Past the first thousand it says how many more there are.
func (d *Document) Err() error {
	if len(d.problems) == 0 {
		return nil
	}
	sorted := slices.Clone(d.problems)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if d.more > 0 {
		last := sorted[len(sorted)-1]
		sorted = append(sorted, Problem{d.file, last.Line, last.Column, fmt.Sprintf("%d more problems are not listed", d.more)})
	}
	return &Error{Problems: sorted}
}

func (d *Document) reject(line, column int, format string, args ...any) {
	if len(d.problems) == mostProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, Problem{d.file, line, column, fmt.Sprintf(format, args...)})
}

// refuseIndirection rejects anchors, aliases and tags anywhere below n. Each
// makes a value mean something else than it reads, and an alias that is
// followed can make a small file very large.
func (d *Document) refuseIndirection(n *yaml.Node) {
	switch {
	case n.Kind == yaml.AliasNode:
		d.reject(n.Line, n.Column, "an alias (*) is not read here: write the value out")
		return
	case n.Anchor != "":
		d.reject(n.Line, n.Column, "an anchor (&) is not read here: take it out")
	case n.Style&yaml.TaggedStyle != 0:
		d.reject(n.Line, n.Column, "a tag (!) is not read here: take it out")
	}
	for _, child := range n.Content {
		d.refuseIndirection(child)
	}
}

const longestQuote = 60

// quote shows what was written in a file, shortened, without control
// characters, and not at all where it may be a password.
func quote(text string) string {
	if mayHoldSecret(text) {
		return "not shown, for it may hold a password"
	}
	if utf8.RuneCountInString(text) > longestQuote {
		text = string([]rune(text)[:longestQuote]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// mayHoldSecret reports whether text looks like a connection string, which
// somebody may have put in the wrong place.
func mayHoldSecret(text string) bool {
	_, afterScheme, isURL := strings.Cut(text, "://")
	return isURL && strings.Contains(afterScheme, "@") || strings.Contains(strings.ToLower(text), "password")
}
