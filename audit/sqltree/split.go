package sqltree

import "strings"

// Piece is one part of a script: a statement, a command of psql, or text that
// no statement can be found in because something in it is never closed.
type Piece struct {
	Kind PieceKind
	// Text is the statement without its semicolon and the space and comments
	// before it. Commands of psql within it are blanked, so that places in
	// Text are those in the script.
	Text   string
	Offset int // where Text begins in the script, in bytes from 0
	// Open is the offset of what is never closed, and Opened names it ("a
	// quoted string"); both are set for an unclosed piece only.
	Open   int
	Opened string
}

// PieceKind tells what a piece of a script is.
type PieceKind int

// The kinds of piece.
const (
	SQL      PieceKind = iota // a statement, whether the grammar takes it or not
	Command                   // a command of psql: \connect, \i
	Unclosed                  // a quote or a comment without end, up to the end of the script
)

// Split cuts a script into statements as psql does, without parsing them, so
// that one the grammar refuses costs only itself. It knows quotes of every
// kind, nested comments, the semicolons inside BEGIN ATOMIC bodies and CREATE
// RULE, psql's own commands, and the data after COPY FROM STDIN, which it
// leaves out.
func Split(script string) []Piece {
	s := &splitter{text: script}
	for s.at < len(script) {
		s.statement()
	}
	return s.pieces
}

type splitter struct {
	text   string
	at     int
	pieces []Piece

	// What is known of the statement being read.
	start    int      // its first character; -1 before there is one
	words    []string // its first words, in lower case
	last     string   // the last word read
	parens   int
	blocks   int // open BEGIN ATOMIC and CASE
	blanks   [][2]int
	deferred int // the first semicolon that did not end it, 0 for none
	retries  int
}

// maxRetries bounds how often a statement that never ends is read again, so
// that a hostile script takes linear time.
const maxRetries = 20

// wordsKept is how many first words of a statement tell its kind: CREATE OR
// REPLACE FUNCTION is four.
const wordsKept = 4

// statement reads up to the end of one statement.
func (s *splitter) statement() {
	s.start, s.words, s.last = -1, nil, ""
	s.parens, s.blocks, s.blanks, s.deferred = 0, 0, nil, 0
	begin, known := s.at, len(s.pieces)
	for s.at < len(s.text) {
		if s.token() {
			return
		}
	}
	if s.deferred > 0 && s.retries < maxRetries {
		// A body without its END, or a bracket never closed, would swallow
		// all that follows: the first semicolon ends it after all.
		s.retries++
		s.pieces = s.pieces[:known]
		s.finish(s.deferred)
		s.at = max(s.deferred+1, begin+1)
		return
	}
	s.finish(len(s.text))
}

// token reads one token and reports whether it ended the statement.
func (s *splitter) token() bool {
	c := s.text[s.at]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
		s.at++
		return false
	case strings.HasPrefix(s.text[s.at:], "--"):
		s.at = endOfLine(s.text, s.at)
		return false
	case strings.HasPrefix(s.text[s.at:], "/*"):
		return s.comment()
	case c == '\\':
		return s.command()
	case c == ';':
		return s.semicolon()
	}
	if s.start < 0 {
		s.start = s.at
	}
	switch {
	case c == '\'':
		return s.quoted(s.at, "a quoted string", endOfString(s.text, s.at, false))
	case c == '"':
		return s.quoted(s.at, "a quoted name", endOfString(s.text, s.at, false))
	case c == '$':
		return s.dollar()
	case isWordStart(c):
		return s.word()
	case c == '(':
		s.parens++
	case c == ')':
		s.parens = max(s.parens-1, 0)
	}
	s.at++
	return false
}

// semicolon ends the statement unless it stands inside a body.
func (s *splitter) semicolon() bool {
	if s.blocks > 0 || s.parens > 0 && s.isRule() {
		if s.deferred == 0 {
			s.deferred = s.at
		}
		s.at++
		return false
	}
	s.finish(s.at)
	s.at++
	if s.readsData() {
		s.copyData()
	}
	return true
}

// word reads a name or a keyword, and the string that an E, B, X or N before
// a quote belongs to.
func (s *splitter) word() bool {
	from := s.at
	for s.at < len(s.text) && isWordPart(s.text[s.at]) {
		s.at++
	}
	if s.at < len(s.text) && s.text[s.at] == '\'' && s.at == from+1 && s.text[from]|0x20 == 'e' {
		return s.quoted(s.at, "a quoted string", endOfString(s.text, s.at, true))
	}
	if len(s.words) < wordsKept || s.isRoutine() {
		s.follow(strings.ToLower(s.text[from:s.at]))
	}
	return false
}

// follow takes note of a statement's first words and of those that open and
// close a BEGIN ATOMIC body.
func (s *splitter) follow(word string) {
	switch {
	case !s.isRoutine() || s.parens > 0:
	case s.blocks == 0 && word == "atomic" && s.last == "begin":
		s.blocks = 1
	case s.blocks > 0 && word == "case":
		s.blocks++
	case s.blocks > 0 && word == "end":
		s.blocks--
	}
	s.last = word
	if len(s.words) < wordsKept {
		s.words = append(s.words, word)
	}
}

func (s *splitter) isRoutine() bool {
	kind := s.created()
	return kind == "function" || kind == "procedure"
}

func (s *splitter) isRule() bool { return s.created() == "rule" }

// created returns the kind of object a CREATE [OR REPLACE] statement makes.
func (s *splitter) created() string {
	w := s.words
	switch {
	case len(w) < 2 || w[0] != "create":
		return ""
	case w[1] != "or":
		return w[1]
	case len(w) == wordsKept:
		return w[3]
	}
	return ""
}

func (s *splitter) comment() bool {
	length, closed := blockComment(s.text[s.at:])
	if !closed {
		return s.unclosed(s.at, "a comment")
	}
	s.at += length
	return false
}

// dollar reads a dollar quote, a parameter or a lone dollar sign.
func (s *splitter) dollar() bool {
	tag := dollarTag(s.text[s.at:])
	if tag == "" {
		s.at++
		return false
	}
	end := strings.Index(s.text[s.at+len(tag):], tag)
	if end < 0 {
		return s.quoted(s.at, "a string quoted with "+tag, -1)
	}
	return s.quoted(s.at, "", s.at+len(tag)+end+len(tag))
}

// quoted goes on behind a quote, or ends the script when it has no end.
func (s *splitter) quoted(open int, what string, end int) bool {
	if end < 0 {
		return s.unclosed(open, what)
	}
	s.at = end
	s.last = ""
	return false
}

func (s *splitter) unclosed(open int, what string) bool {
	start := s.start
	if start < 0 {
		start = open
	}
	s.pieces = append(s.pieces, Piece{Kind: Unclosed, Text: s.text[start:], Offset: start, Open: open, Opened: what})
	s.at = len(s.text)
	return true
}

// finish adds the statement that ends before end, if there is any.
func (s *splitter) finish(end int) {
	if s.start < 0 || s.start >= end {
		return
	}
	text := strings.TrimRight(s.text[s.start:end], " \t\r\n\f\v")
	s.pieces = append(s.pieces, Piece{Text: blank(text, s.start, s.blanks), Offset: s.start})
}

// blank replaces parts of a text by spaces; the parts are told by their places
// in what text was cut out of at offset.
func blank(text string, offset int, parts [][2]int) string {
	if len(parts) == 0 {
		return text
	}
	cleared := []byte(text)
	for _, part := range parts {
		for i := part[0] - offset; i < part[1]-offset && i < len(cleared); i++ {
			if i >= 0 && cleared[i] != '\n' {
				cleared[i] = ' '
			}
		}
	}
	return string(cleared)
}
