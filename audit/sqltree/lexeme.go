package sqltree

import "strings"

func isWordStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isWordPart(c byte) bool {
	return isWordStart(c) || c == '$' || c >= '0' && c <= '9'
}

// endOfLine returns the offset of the line's end, or of the text's.
func endOfLine(text string, from int) int {
	n := strings.IndexAny(text[from:], "\r\n")
	if n < 0 {
		return len(text)
	}
	return from + n
}

// endOfString returns the offset behind the quote that closes the string or
// name which opens at from, or -1 when none does. Doubled quotes stand for
// one; backslashes escape only in strings that say so.
func endOfString(text string, from int, escapes bool) int {
	quote := text[from]
	stops := string(quote)
	if escapes {
		stops += `\`
	}
	for i := from + 1; i < len(text); {
		n := strings.IndexAny(text[i:], stops)
		if n < 0 {
			return -1
		}
		i += n
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case text[i] == '\\' || next == quote:
			i += 2
		case escapes && continuation(text, i+1) > 0:
			i = continuation(text, i+1)
		default:
			return i + 1
		}
	}
	return -1
}

// continuation returns the offset behind the quote that takes a string up
// again after a line's end, or 0 when none does. SQL joins such parts into one
// string, and the second keeps the escapes of the first.
func continuation(text string, from int) int {
	newline := false
	for i := from; i < len(text); {
		switch {
		case text[i] == '\n' || text[i] == '\r':
			newline = true
			i++
		case strings.IndexByte(" \t\f\v", text[i]) >= 0:
			i++
		case newline && strings.HasPrefix(text[i:], "--"):
			i = endOfLine(text, i)
		case newline && text[i] == '\'':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// dollarTag returns the opening of a dollar quote, "$$" or "$tag$", that text
// begins with; empty when there is none.
func dollarTag(text string) string {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$':
			return text[:i+1]
		case isWordStart(c) || i > 1 && c >= '0' && c <= '9':
		default:
			return ""
		}
	}
	return ""
}
