package pgtest

import (
	"os"
	"strings"
	"testing"
)

// Every entry of the log begins with the application and the database, and
// the lines that continue one begin with a tab.
const logPrefix = "%a|%d|"

// Log returns what the server has logged so far: every statement, among the
// rest.
func (s *Server) Log(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(s.logPath())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Statements returns the statements that an application has had executed in a
// database, in order, as the server's own log shows them.
func (s *Server) Statements(t testing.TB, application, database string) []string {
	t.Helper()
	var found []string
	for _, entry := range entries(s.Log(t)) {
		rest, ours := strings.CutPrefix(entry, application+"|"+database+"|LOG:  ")
		if !ours {
			continue
		}
		kind, text, ok := strings.Cut(rest, ": ")
		if ok && (kind == "statement" || strings.HasPrefix(kind, "execute ")) {
			found = append(found, strings.TrimSpace(text))
		}
	}
	return found
}

// entries puts the lines of each entry together.
func entries(log string) []string {
	var all []string
	for line := range strings.Lines(log) {
		if more, continues := strings.CutPrefix(line, "\t"); continues && len(all) > 0 {
			all[len(all)-1] += more
			continue
		}
		all = append(all, line)
	}
	return all
}
