package strictyaml

import (
	"bytes"
	"errors"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parse returns the root of the only document in text, or nil with the
// problem that there is none.
func (d *Document) parse(text []byte) *yaml.Node {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		d.reject(1, 1, "the file is empty")
		return nil
	case err != nil:
		d.rejectSyntax(text, err)
		return nil
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		d.reject(second.Line, second.Column, "a second document begins here: a file holds one")
	case !errors.Is(err, io.EOF):
		d.rejectSyntax(text, err)
	}
	return first.Content[0]
}

// rejectSyntax tells a parser's error with its place.
func (d *Document) rejectSyntax(text []byte, err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line, message := cutLine(message)
	switch {
	case strings.HasPrefix(message, "unknown anchor"):
		// The parser quotes the name and has no line. A value that only looks
		// like an alias may be a secret.
		line = firstFailingLine(text, message)
		column := columnOf(lineAt(text, line), "*")
		d.reject(line, column, "an alias (*) is not read here: write the value out, in quotes if it begins with *")
		return
	case strings.HasPrefix(message, "did not find expected key"), strings.HasPrefix(message, "did not find expected '-'"):
		line = firstFailingLine(text, message)
	case strings.HasPrefix(message, "did not find"):
		// These count their lines from 0, all others from 1.
		line++
	case strings.HasPrefix(message, "found a tab character that violates indentation"):
		// The line is that of the value before.
		line++
	}
	at := lineAt(text, max(line, 1))
	indent := at[:len(at)-len(bytes.TrimLeft(at, " \t"))]
	if tab := bytes.IndexByte(indent, '\t'); tab >= 0 {
		d.reject(max(line, 1), tab+1, "a tab can't indent YAML: use spaces")
		return
	}
	d.reject(max(line, 1), len(indent)+1, "this can't be read as YAML: %s%s", message, cure(message))
}

// cutLine takes the line off the front of a parser's message; it is 0 where
// the parser told none, as it does on the first line.
func cutLine(message string) (line int, rest string) {
	after, found := strings.CutPrefix(message, "line ")
	if !found {
		return 0, message
	}
	digits, rest, _ := strings.Cut(after, ": ")
	line, err := strconv.Atoi(digits)
	if err != nil {
		return 0, message
	}
	return line, rest
}

// longestSearched is the size in bytes up to which parts of a text are parsed
// over and over to find the place of an error. In a longer one the place is
// near where the parser gave up.
const longestSearched = 1 << 20

// firstFailingLine returns the first line, from 1, with which the text fails
// in the way that message says. For an error of indentation the parser itself
// tells where the surrounding block began, which may be far above. Every try
// is a parse of its own, so the search begins where the parser gave up, most
// often a line or two further down.
func firstFailingLine(text []byte, message string) int {
	searched := len(text) <= longestSearched
	reader := slowly{bytes.NewReader(text), 1}
	if !searched {
		reader.step = 4096
	}
	failure(reader)
	ends := lineEnds(text[:len(text)-reader.Len()])
	if !searched {
		return len(ends)
	}
	failing := func(lines int) bool { return failure(bytes.NewReader(text[:ends[lines-1]])) == message }
	high, step := len(ends), 1
	for step < high && failing(high-step) {
		high -= step
		step *= 2
	}
	low := max(high-step, 0)
	return low + 1 + sort.Search(high-low-1, func(i int) bool { return failing(low + 1 + i) })
}

func lineEnds(text []byte) []int {
	var ends []int
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		ends = append(ends, len(text))
	}
	return ends
}

// failure returns the parser's message, without a line, about what it reads.
func failure(r io.Reader) string {
	decoder := yaml.NewDecoder(r)
	for {
		var n yaml.Node
		if err := decoder.Decode(&n); err != nil {
			_, message := cutLine(strings.TrimPrefix(err.Error(), "yaml: "))
			return message
		}
	}
}

// slowly keeps the parser from reading ahead further than it must.
type slowly struct {
	*bytes.Reader
	step int // the most bytes that one Read gives
}

func (r slowly) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.step)]) }

func lineAt(text []byte, line int) []byte {
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	for ; line > 1; line-- {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return text
}

func columnOf(line []byte, what string) int {
	return utf8.RuneCount(line[:max(bytes.Index(line, []byte(what)), 0)]) + 1
}

// cure says what usually helps against a parser's complaint.
func cure(message string) string {
	switch {
	case strings.HasPrefix(message, "mapping values are not allowed"):
		return `; check the indentation, and quote a value that holds ": "`
	case strings.HasPrefix(message, "could not find expected ':'"):
		return "; every field is written name: value"
	case strings.HasPrefix(message, "found character that cannot start any token"):
		return "; quote a value that begins with @, ` or %"
	case strings.HasPrefix(message, "did not find expected key"), strings.HasPrefix(message, "did not find expected '-'"):
		return "; check the indentation"
	case strings.HasPrefix(message, "did not find expected ','"):
		return "; a bracket is not closed, or a comma is missing"
	case strings.HasPrefix(message, "found unexpected end of stream"):
		return "; a quote is not closed"
	}
	return ""
}
