package catalog

import (
	"strings"

	"idemaudit/audit/fact"
)

// Include is a file that a script has psql read at some place.
type Include struct {
	Place fact.Place
	Path  string // as the script writes it
}

// Includes returns the files that scripts include. They are not followed here.
func (c *Catalog) Includes() []Include { return c.includes }

// command takes notice of a command of psql. Most do nothing to the database.
func (r *reader) command(text string) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(text, `\`), " ")
	switch name {
	case "i", "ir", "include", "include_relative":
		r.includes = append(r.includes, Include{r.place(0), strings.Trim(strings.TrimSpace(rest), "'")})
	case "c", "connect":
		r.note(r.place(0), "another database is connected to here; all files are read as one database")
	case "gexec":
		r.text = r.last
		r.add(r.place(0), `\gexec runs statements here that a query makes, which can't be read`, false)
	}
}
