package catalog

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"idemaudit/audit/schema"
)

// longestName is the length in bytes that PostgreSQL cuts names to.
const longestName = 63

// objectName builds a name as PostgreSQL does for what has none: the parts
// joined by "_", the longer of the first two cut until all fit.
func objectName(first, second, label string) string {
	room := longestName
	if second != "" {
		room--
	}
	if label != "" {
		room -= len(label) + 1
	}
	n, m := len(first), len(second)
	for n+m > room {
		if n > m {
			n--
		} else {
			m--
		}
	}
	name := clip(first, n)
	if second != "" {
		name += "_" + clip(second, m)
	}
	if label != "" {
		name += "_" + label
	}
	return name
}

// clip cuts text to at most n bytes, between characters.
func clip(text string, n int) string {
	if n >= len(text) {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// relationName chooses a name for an index or a sequence of table that is not
// taken yet: label gets a number until it is not.
func (c *Catalog) relationName(t schema.Name, second, label string, constraintOf *table) schema.Name {
	for pass := 0; ; pass++ {
		numbered := label
		if pass > 0 {
			numbered += strconv.Itoa(pass)
		}
		name := schema.Name{Schema: t.Schema, Name: objectName(t.Name, second, numbered)}
		if !c.taken(name) && (constraintOf == nil || constraintOf.constraint(name.Name) == nil) {
			return name
		}
	}
}

// constraintName chooses a name for a constraint of t that no other of its
// constraints has.
func (t *table) constraintName(second, label string) string {
	for pass := 0; ; pass++ {
		numbered := label
		if pass > 0 {
			numbered += strconv.Itoa(pass)
		}
		if name := objectName(t.name.Name, second, numbered); t.constraint(name) == nil {
			return name
		}
	}
}

// joinedColumns joins names of columns as PostgreSQL does for the name of an
// index: it stops after the first that reaches the longest name's length.
func joinedColumns(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(clip(name, longestName))
		if b.Len() > longestName {
			break
		}
	}
	return b.String()
}

// distinctNames numbers the names of an index's columns that occur twice, as
// PostgreSQL does.
func distinctNames(names []string) []string {
	seen := map[string]bool{}
	var distinct []string
	for _, name := range names {
		unique := name
		for i := 1; seen[unique]; i++ {
			number := strconv.Itoa(i)
			unique = clip(name, longestName-len(number)) + number
		}
		seen[unique] = true
		distinct = append(distinct, unique)
	}
	return distinct
}
