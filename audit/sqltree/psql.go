package sqltree

import "strings"

// command reads a command of psql, which ends with its line, and reports
// whether it ended the statement as well.
func (s *splitter) command() bool {
	from, end := s.at, endOfLine(s.text, s.at)
	s.at = end
	text := strings.TrimRight(s.text[from:end], " \t")
	name, _, _ := strings.Cut(strings.TrimPrefix(text, `\`), " ")
	if name == ";" || strings.HasPrefix(name, ";") {
		s.at = from + 2
		s.finish(from)
		return true
	}
	sends := sendsStatement(name)
	if sends {
		s.finish(from)
	} else if s.start >= 0 {
		s.blanks = append(s.blanks, [2]int{from, end})
	}
	s.pieces = append(s.pieces, Piece{Kind: Command, Text: text, Offset: from})
	return sends
}

// sendsStatement reports whether a command of psql sends what was read so far,
// as a semicolon does.
func sendsStatement(command string) bool {
	switch command {
	case "g", "gx", "gexec", "gset", "gdesc", "crosstabview", "watch":
		return true
	}
	return false
}

// readsData reports whether the statement just finished is followed by data.
func (s *splitter) readsData() bool {
	if len(s.words) == 0 || s.words[0] != "copy" || s.start < 0 {
		return false
	}
	words := strings.Fields(strings.ToLower(s.pieces[len(s.pieces)-1].Text))
	for i, word := range words {
		if word == "stdin" && i > 0 && words[i-1] == "from" {
			return true
		}
	}
	return false
}

// copyData goes on behind the data of COPY FROM STDIN, which ends with a line
// of its own.
func (s *splitter) copyData() {
	begin := s.at
	for s.at < len(s.text) {
		n := strings.IndexByte(s.text[s.at:], '\n')
		if n < 0 {
			break
		}
		s.at += n + 1
		if line := s.text[s.at:endOfLine(s.text, s.at)]; line == `\.` {
			s.at += len(line)
			return
		}
	}
	s.start = begin
	s.unclosed(begin, `the data of COPY, which a line \. should end,`)
}
