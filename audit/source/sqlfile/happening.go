package sqlfile

import "strings"

// Migration tools keep the way forward and the way back in one file, under
// comments that say which is which. Only the way forward happens.

// mark is how a tool begins a part of a file.
type mark struct{ up, down string }

// happening returns the text of a file that happens. What undoes it is turned
// into spaces, so that places stay right.
func happening(text string) string {
	marks := []mark{
		{"-- +goose up", "-- +goose down"},
		{"-- +migrate up", "-- +migrate down"},
		{"-- migrate:up", "-- migrate:down"},
	}
	var kept []byte
	undoing := false
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		switch line := text[at:end]; {
		case says(line, marks, func(m mark) string { return m.down }):
			undoing = true
			if kept == nil {
				kept = []byte(text)
			}
		case says(line, marks, func(m mark) string { return m.up }):
			undoing = false
		case undoing:
			blankLine(kept[at:end])
		}
		at = end
	}
	if kept == nil {
		return text
	}
	return string(kept)
}

// says reports whether a line is the comment of one of the marks.
func says(line string, marks []mark, which func(mark) string) bool {
	if !strings.HasPrefix(line, "--") {
		return false
	}
	words := strings.ToLower(strings.Join(strings.Fields("-- "+line[2:]), " "))
	for _, m := range marks {
		if rest, found := strings.CutPrefix(words, which(m)); found && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// lineEnd returns the offset behind the line that begins at from.
func lineEnd(text string, from int) int {
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		return from + n + 1
	}
	return len(text)
}

func blankLine(line []byte) {
	for i, c := range line {
		if c != '\n' {
			line[i] = ' '
		}
	}
}

// undoes reports whether a file is the way back of a migration whose way
// forward is another file of the folder.
func undoes(name string, folder []string) bool {
	lower := strings.ToLower(name)
	forward := ""
	switch {
	case strings.HasSuffix(lower, ".down.sql"):
		return true
	case lower == "down.sql":
		forward = "up.sql"
	case isFlywayUndo(name):
		forward = "V" + name[1:]
	}
	if forward == "" {
		return false
	}
	for _, other := range folder {
		if strings.EqualFold(other, forward) {
			return true
		}
	}
	return false
}

// isFlywayUndo reports whether a name is one of Flyway's undo migrations:
// U<version>__<text>.sql.
func isFlywayUndo(name string) bool {
	return len(name) > 1 && name[0] == 'U' && isDigit(name[1]) && strings.Contains(name, "__") && isSQL(name)
}
