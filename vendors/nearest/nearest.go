// Package nearest finds the known name that a mistyped one was most likely
// meant to be, so that every refusal of an unknown name can say so.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// A longer name is no slip of the keyboard, and comparing it would cost time
// in proportion to whatever a file holds.
const longestName = 100

const mostSuggestions = 3

// Names returns the known names nearest to name, the nearest first and at most
// three: those within a few keystrokes of it, then those that hold it as a
// part ("resend" for "cli-resend"). It returns nil when none is near.
func Names(name string, known []string) []string {
	name = strings.ToLower(name)
	if name == "" || len(name) > longestName {
		return nil
	}
	type candidate struct {
		name string
		rank int
	}
	var found []candidate
	for _, k := range known {
		lower := strings.ToLower(k)
		switch d := distance(name, lower); {
		case d <= max(1, len(name)/3):
			found = append(found, candidate{k, d})
		case len(name) >= 3 && strings.Contains(lower, name):
			found = append(found, candidate{k, longestName + d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range found[:min(len(found), mostSuggestions)] {
		names = append(names, c.name)
	}
	return names
}

// Hint returns ": did you mean x, y or z?" for the end of an error about name,
// and an empty text when no known name is near.
func Hint(name string, known []string) string {
	near := Names(name, known)
	if len(near) == 0 {
		return ""
	}
	return ": did you mean " + Join(near, "or") + "?"
}

// Join lists names as a sentence does: "a", "a or b", "a, b or c".
func Join(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// distance counts the keystrokes between two names: a letter left out, put in,
// changed, or two neighbours swapped.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, above, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range above {
		above[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			changed := above[j]
			if s[i] != t[j] {
				changed++
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, changed)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(t)]
}
