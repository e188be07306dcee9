package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/sqltree"
)

// set applies SET and RESET, which last as long as the script.
func (r *reader) set(st *sqltree.VariableSetStmt) {
	switch strings.ToLower(st.GetName()) {
	case "search_path":
		r.setPath(r.settingPath(st))
	case "timezone":
		if zone, told := settingText(st); told {
			r.setZone(zone, ofSession)
		}
	}
	if st.GetKind() == sqltree.VariableSetKind_VAR_RESET_ALL {
		r.setPath(nil)
	}
}

// setPath changes the search path of the script; nil stands for the default.
func (r *reader) setPath(path []string) {
	if path == nil {
		path = []string{"public"}
		if r.Catalog.path != nil {
			path = r.Catalog.path
		}
	} else if len(path) > 0 {
		r.sessions = append(r.sessions, path)
	}
	r.path = path
}

func (r *reader) setDatabase(st *sqltree.VariableSetStmt) {
	switch strings.ToLower(st.GetName()) {
	case "search_path":
		r.Catalog.path = r.settingPath(st)
	case "timezone":
		zone, _ := settingText(st)
		r.setZone(zone, ofDatabase)
	}
}

func (r *reader) setServer(st *sqltree.VariableSetStmt) {
	switch strings.ToLower(st.GetName()) {
	case "search_path":
		r.sessions = append(r.sessions, r.settingPath(st))
	case "timezone":
		zone, _ := settingText(st)
		r.setZone(zone, ofServer)
	}
}

// setRole takes notice of a role's settings. Which role runs what, files
// don't tell: a search path widens where names are looked for, a time zone is
// said to the reader.
func (r *reader) setRole(st *sqltree.VariableSetStmt) {
	switch strings.ToLower(st.GetName()) {
	case "search_path":
		if path := r.settingPath(st); len(path) > 0 {
			r.sessions = append(r.sessions, path)
		}
	case "timezone":
		if zone, told := settingText(st); told {
			r.note(r.place(0), "a role is given the time zone "+zone+"; the database's own was used for all code")
		}
	}
}

// settingPath reads a search path. It returns nil for the default, and an
// empty path for one without schemas.
func (r *reader) settingPath(st *sqltree.VariableSetStmt) []string {
	switch st.GetKind() {
	case sqltree.VariableSetKind_VAR_SET_CURRENT:
		return slices.Clone(r.path)
	case sqltree.VariableSetKind_VAR_SET_VALUE:
		path := []string{}
		for _, n := range st.GetArgs() {
			if name, known := plainConstant(n); known && name != "" && name != "$user" {
				path = append(path, name)
			}
		}
		return path
	}
	return nil
}

// settingText returns the single value of a setting, where one is told.
func settingText(st *sqltree.VariableSetStmt) (text string, told bool) {
	if st.GetKind() != sqltree.VariableSetKind_VAR_SET_VALUE || len(st.GetArgs()) != 1 {
		return "", false
	}
	return plainConstant(st.GetArgs()[0])
}

// pathOfText reads a search path as set_config takes it.
func pathOfText(text string) []string {
	path := []string{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if unquoted, ok := strings.CutPrefix(part, `"`); ok {
			part = strings.ReplaceAll(strings.TrimSuffix(unquoted, `"`), `""`, `"`)
		} else {
			part = strings.ToLower(part)
		}
		if part != "" && part != "$user" {
			path = append(path, part)
		}
	}
	return path
}
