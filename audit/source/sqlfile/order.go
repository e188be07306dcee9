package sqlfile

import (
	"cmp"
	"strings"
)

// byVersion orders the names of files as their numbers say: V10 comes after
// V9. Repeatable migrations (R__…) run after all numbered ones.
func byVersion(a, b string) int {
	if c := cmp.Compare(stage(a), stage(b)); c != 0 {
		return c
	}
	left, right := a, b
	for left != "" && right != "" {
		var c int
		if isDigit(left[0]) && isDigit(right[0]) {
			c, left, right = compareNumbers(left, right)
		} else {
			c = cmp.Compare(rank(left[0]), rank(right[0]))
			left, right = left[1:], right[1:]
		}
		if c != 0 {
			return c
		}
	}
	if c := cmp.Compare(len(left), len(right)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func stage(name string) int {
	if strings.HasPrefix(name, "R__") {
		return 1
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// compareNumbers compares the numbers that both texts begin with, however
// long they are, and returns what stands behind them.
func compareNumbers(a, b string) (order int, restA, restB string) {
	numberA, restA := leadingNumber(a)
	numberB, restB := leadingNumber(b)
	order = cmp.Compare(len(numberA), len(numberB))
	if order == 0 {
		order = strings.Compare(numberA, numberB)
	}
	return order, restA, restB
}

// leadingNumber cuts the digits off that text begins with, without their
// leading zeros.
func leadingNumber(text string) (number, rest string) {
	end := 0
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	return strings.TrimLeft(text[:end], "0"), text[end:]
}

// rank orders single characters: what separates the parts of a name comes
// before what they are made of, so that V1__a.sql stands before V1_1__b.sql
// and V1.sql before V1_1.sql.
func rank(c byte) int {
	switch {
	case c == '.' || c == '_' || c == '-' || c == ' ':
		return 0
	case c >= 'A' && c <= 'Z':
		return int(c) | 0x20
	}
	return int(c)
}
