package postgres

import (
	"context"
	"slices"
	"strings"
)

// roleSettings are the settings that roles and the database begin their
// sessions with.
type roleSettings []roleSetting

type roleSetting struct {
	role     string // empty for every role
	database bool   // in this database only
	values   []string
}

func (r *roleSetting) columns() []any { return []any{&r.role, &r.database, &r.values} }

var roleSection = section{
	what:    "the settings of roles",
	catalog: "pg_db_role_setting",
	sql: `
SELECT r.rolname::text, s.setdatabase <> 0, s.setconfig
  FROM pg_catalog.pg_db_role_setting s
  LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole
 WHERE s.setdatabase IN (0, (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()))
   AND (s.setrole = 0 OR r.oid IS NOT NULL)
 ORDER BY s.setdatabase, s.setrole`,
}

func (c *catalog) readRoleSettings(ctx context.Context) error {
	rows, err := read[roleSetting](ctx, c, roleSection)
	c.roles = rows
	return err
}

// lookup returns the setting that a session of the role in this database
// begins with, when one is set for the role or the database. The one for both
// comes first, then the role's, then the database's.
func (all roleSettings) lookup(role, name string) (string, bool) {
	for _, who := range []roleSetting{{role: role, database: true}, {role: role}, {database: true}, {}} {
		for _, s := range all {
			if s.role != who.role || s.database != who.database {
				continue
			}
			if value, ok := s.value(name); ok {
				return value, true
			}
		}
	}
	return "", false
}

func (s roleSetting) value(name string) (string, bool) {
	for _, entry := range s.values {
		if n, value, _ := strings.Cut(entry, "="); strings.EqualFold(n, name) {
			return value, true
		}
	}
	return "", false
}

// searchPath returns the schemas that unqualified names are looked up in when
// the role is at work. A schema that does not exist is passed over.
func (c *catalog) searchPath(role string) []string {
	raw, ok := c.roles.lookup(role, "search_path")
	if !ok {
		raw = c.ofOthers("search_path", c.s.rawPath)
	}
	path := []string{}
	for _, name := range splitPath(raw) {
		if name == "$user" {
			name = role
		}
		if slices.Contains(c.s.schemas, name) {
			path = append(path, name)
		}
	}
	return path
}

// ofOthers returns a setting as a role has it for which none is set. What the
// audit's own role has set for itself counts for nobody else.
func (c *catalog) ofOthers(name string, own ownSetting) string {
	if own.isPersonal() {
		if value, ok := c.roles.lookup("", name); ok {
			return value
		}
	}
	return own.value
}

// isPersonal reports whether a setting was made for the audit's role or its
// session rather than for everybody.
func (s ownSetting) isPersonal() bool {
	switch s.source {
	case "user", "database user", "client", "session":
		return true
	}
	return false
}

// splitPath reads a search_path as it is set: identifiers separated by commas,
// in quotes where they need them.
func splitPath(raw string) []string {
	path := []string{}
	for raw != "" {
		var name string
		name, raw = nextIdentifier(strings.TrimLeft(raw, " \t\n,"))
		if name != "" {
			path = append(path, name)
		}
	}
	return path
}

// nextIdentifier takes the identifier that text begins with off it. Without
// quotes it is in lower case and ends at a comma or a space; in quotes a
// doubled one stands for one.
func nextIdentifier(text string) (name, rest string) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, ", \t\n")
		if end < 0 {
			end = len(text)
		}
		return strings.ToLower(text[:end]), text[end:]
	}
	text = text[1:]
	for {
		part, after, _ := strings.Cut(text, `"`)
		name += part
		if !strings.HasPrefix(after, `"`) {
			return name, after
		}
		name, text = name+`"`, after[1:]
	}
}
