package catalog

import (
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
)

// lost is a statement that was not made sense of.
type lost struct {
	fact.Unread
	whole    string // all of its text, with that of the routines it runs
	harmless bool   // it is known to touch no store
}

// refusal is a statement that PostgreSQL would refuse as far as the scripts
// tell, or one that this package does not follow.
type refusal struct {
	reason   string
	harmless bool
}

func (r *refusal) Error() string { return r.reason }

// refused is a statement that may touch whatever it names.
func refused(format string, args ...any) error {
	return &refusal{reason: fmt.Sprintf(format, args...)}
}

// idle is a statement that changes nothing: PostgreSQL refuses it whatever
// else there is.
func idle(format string, args ...any) error {
	return &refusal{reason: fmt.Sprintf(format, args...), harmless: true}
}

func (r *reader) refuse(err error) {
	harmless := onlyAdds(r.source)
	if known, ok := err.(*refusal); ok {
		harmless = harmless || known.harmless
	}
	r.add(r.place(0), err.Error(), harmless)
}

// unreadable names a statement that can't be parsed by the place where reading
// failed.
func (r *reader) unreadable(text string, offset int, reason string) {
	r.add(r.place(offset), reason, onlyAdds(text))
}

// leftOut names something that was passed over and touches no store by
// itself.
func (r *reader) leftOut(place fact.Place, reason string) {
	r.add(place, reason, true)
}

func (r *reader) add(place fact.Place, reason string, harmless bool) {
	whole := r.text
	for _, called := range r.running {
		whole += "\n" + called.source
	}
	r.unread = append(r.unread, lost{
		Unread: fact.Unread{Place: place, Reason: reason, Text: excerpt(r.text)}, whole: whole, harmless: harmless,
	})
}

// onlyAdds reports whether a statement makes something that ends no record,
// whatever else is wrong with it: a table, an index, a type. Without it a store
// may lack its guard, which is told by what is there.
func onlyAdds(statement string) bool {
	words := strings.Fields(strings.ToLower(beginning(statement, excerptLength)))
	if len(words) == 0 || words[0] != "create" {
		return false
	}
	for _, word := range words[1:] {
		switch word {
		case "or", "replace", "unique", "unlogged", "temp", "temporary", "global", "local", "foreign":
		case "table", "index", "sequence", "type", "domain", "extension", "policy", "role", "user", "statistics":
			return true
		default:
			return false
		}
	}
	return false
}

// excerptLength is how much of a statement is quoted, in bytes.
const excerptLength = 120

// excerpt returns the beginning of a statement on one line.
func excerpt(text string) string {
	cut := strings.Join(strings.Fields(beginning(text, excerptLength)), " ")
	if len(text) > excerptLength {
		cut += " …"
	}
	return cut
}

// Unread returns what was not made sense of, with the stores each may touch:
// those that its text names. stores tells the names by which each store may
// be called, table and partitions, without their schemas.
func (c *Catalog) Unread(stores map[string][]string) []fact.Unread {
	var all []fact.Unread
	for _, u := range c.unread {
		if !u.harmless {
			u.Stores = mentioned(u.whole, stores)
		}
		all = append(all, u.Unread)
	}
	return all
}

func mentioned(text string, stores map[string][]string) []string {
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), isNoWord) {
		words[word] = true
	}
	var touched []string
	for store, names := range stores {
		if slices.ContainsFunc(names, func(name string) bool {
			return words[strings.ToLower(name)] || isOdd(name) && strings.Contains(text, name)
		}) {
			touched = append(touched, store)
		}
	}
	slices.Sort(touched)
	return touched
}

// isNoWord reports whether a character can't be part of a plain name.
func isNoWord(r rune) bool {
	return r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// isOdd reports whether a name needs quotes in SQL for the characters in it.
func isOdd(name string) bool { return strings.ContainsFunc(name, isNoWord) }
