package cmd

import (
	"slices"
	"strings"
)

// nearest returns the known word that somebody who wrote word most likely
// meant, or nothing when none is near.
func nearest(word string, known []string) string {
	best, bestDistance := "", len(word)/3+2
	for _, candidate := range slices.Sorted(slices.Values(known)) {
		distance := editDistance(strings.ToLower(word), strings.ToLower(candidate))
		if strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(word)) {
			distance = 1
		}
		if distance < bestDistance {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// editDistance counts the letters to insert, drop or replace to turn a into b.
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range to {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}

// unknown refuses a word that is none of the choices and suggests one.
func unknown(kind, word string, choices []string) error {
	hint := "choose one of " + strings.Join(choices, ", ")
	if best := nearest(word, choices); best != "" {
		hint = "did you mean " + best + "? The choices are " + strings.Join(choices, ", ")
	}
	return misuse(hint, "%q is no %s", word, kind)
}
