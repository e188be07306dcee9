package catalog

import "strings"

// matters reports whether a statement can define something. It looks at words
// only, so that the rows of a dump cost no parsing; where a statement of rows
// has a word that could define something it matters, since a semicolon may be
// missing between two statements.
func matters(text string) bool {
	first, _, _ := strings.Cut(beginning(text, 40), " ")
	if i := strings.IndexAny(first, "\t\r\n\f\v(;"); i >= 0 {
		first = first[:i]
	}
	switch strings.ToLower(first) {
	case "insert", "update", "delete", "merge", "select", "with", "values", "table", "copy", "truncate",
		"grant", "revoke", "analyze", "vacuum", "reindex", "cluster", "lock", "explain", "show", "checkpoint",
		"discard", "declare", "fetch", "move", "close", "listen", "notify", "unlisten", "prepare", "deallocate",
		"security", "refresh", "load", "reassign":
		return mentionsDefinition(text)
	case "comment":
		return mentions(text, "table") || mentionsDefinition(text)
	}
	return true
}

// mentionsDefinition reports whether a statement that reads or writes rows
// has a word that defines something: DDL, a call of a routine, a scheduler.
func mentionsDefinition(text string) bool {
	first := strings.ToLower(beginning(text, 6))
	if first == "select" || strings.HasPrefix(first, "with") {
		return true
	}
	for _, word := range []string{"create", "alter", "drop", "cron", "part_config", "timetable", "pgagent"} {
		if mentions(text, word) {
			return true
		}
	}
	return false
}

// mentions reports whether text holds a word, given in lower case, in any
// case.
func mentions(text, word string) bool {
	first := word[0]
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == first && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
