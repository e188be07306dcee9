package report

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	defaultWidth = 80
	// narrowest is the width below which a report does not shrink further: it
	// would be cut to pieces that nobody can read.
	narrowest = 40
)

// page collects a report for people. All text passes through paint, which
// makes it safe to show; nothing else puts text on the page.
type page struct {
	Options
	width int
	body  bytes.Buffer
	err   error
}

func newPage(o Options) *page {
	width := o.Width
	if width <= 0 {
		width = defaultWidth
	}
	return &page{Options: o, width: max(width, narrowest)}
}

// flush writes the page. Nothing is written before it is whole.
func (p *page) flush(w io.Writer) error {
	if p.err != nil {
		return p.err
	}
	_, err := w.Write(p.body.Bytes())
	return err
}

// style is how a piece of text stands out.
type style string

const (
	plain style = ""
	bold  style = "1"
	dim   style = "2"
	bad   style = "31"
	doubt style = "33"
	good  style = "32"
	loud  style = "1;31"
)

// paint makes a text safe to show, and then colours it.
func (p *page) paint(s style, text string) string {
	text = clean(text)
	if s == plain || !p.Color || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// line puts painted pieces on a line of their own, however long.
func (p *page) line(painted ...string) {
	for _, piece := range painted {
		p.body.WriteString(piece)
	}
	p.body.WriteByte('\n')
}

// blank puts an empty line between two parts of the page.
func (p *page) blank() {
	if p.body.Len() > 0 {
		p.body.WriteByte('\n')
	}
}

// wrapped puts text on as many lines as it needs, after a label that stands on
// the first of them.
func (p *page) wrapped(label string, s style, text string) { p.titled(plain, label, s, text) }

// titled does the same with a label that stands out.
func (p *page) titled(labelStyle style, label string, s style, text string) {
	lead := p.paint(labelStyle, label)
	for _, line := range wrap(text, p.width-displayWidth(label)) {
		p.line(lead, p.paint(s, line))
		lead = strings.Repeat(" ", displayWidth(label))
	}
}

// wrap cuts text into lines of at most width columns, between words where it
// can. A text without words is one empty line.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(clean(text)) {
		for _, piece := range chop(word, max(width, 1)) {
			switch {
			case line == "":
				line = piece
			case displayWidth(line)+1+displayWidth(piece) <= width:
				line += " " + piece
			default:
				lines = append(lines, line)
				line = piece
			}
		}
	}
	lines = append(lines, line)
	for i := range lines {
		lines[i] = asText(lines[i])
	}
	return lines
}

// chop cuts a word that is wider than a line.
func chop(word string, width int) []string {
	var pieces []string
	for displayWidth(word) > width {
		cut, taken := 0, 0
		for cut < len(word) {
			r, size := utf8.DecodeRuneInString(word[cut:])
			if w := displayWidth(string(r)); taken+w > width && cut > 0 {
				break
			} else {
				taken += w
			}
			cut += size
		}
		if cut == len(word) {
			break
		}
		pieces = append(pieces, word[:cut])
		word = word[cut:]
	}
	return append(pieces, word)
}
