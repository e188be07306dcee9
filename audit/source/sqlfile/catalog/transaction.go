package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/sqltree"
)

// kept leaves out what a ROLLBACK takes back, and the statements that begin
// and end transactions. One that is begun and not ended counts as committed:
// most migration tools do that themselves.
func kept(pieces []sqltree.Piece) []sqltree.Piece {
	var left []sqltree.Piece
	begun := -1
	points := map[string]int{}
	for _, piece := range pieces {
		verb, point := transaction(piece)
		switch verb {
		case "begin", "start":
			begun, points = len(left), map[string]int{}
		case "commit", "end":
			begun, points = -1, map[string]int{}
		case "savepoint":
			points[point] = len(left)
		case "rollback", "abort":
			if back, known := points[point]; known {
				left = left[:back]
			} else if begun >= 0 && point == "" {
				left, begun = left[:begun], -1
			}
		default:
			left = append(left, piece)
		}
	}
	return left
}

// transaction returns the first word of a statement that begins or ends a
// transaction or a part of it, with the point it names; it is empty for any
// other, such as one that only begins like it.
func transaction(piece sqltree.Piece) (verb, point string) {
	if piece.Kind != sqltree.SQL || len(piece.Text) > excerptLength {
		return "", ""
	}
	words := strings.Fields(strings.ToLower(piece.Text))
	if len(words) == 0 {
		return "", "" // only space of another alphabet
	}
	switch verb = words[0]; verb {
	case "savepoint":
		return verb, words[len(words)-1]
	case "rollback":
		if len(words) > 2 && slices.Contains(words, "to") {
			return verb, words[len(words)-1]
		}
	case "begin", "start", "commit", "end", "abort":
	default:
		return "", ""
	}
	for _, word := range words[1:] {
		switch strings.Trim(word, ",") {
		case "work", "transaction", "isolation", "level", "serializable", "repeatable", "read", "committed", "uncommitted",
			"only", "write", "not", "deferrable", "and", "no", "chain":
		default:
			return "", ""
		}
	}
	return verb, ""
}
