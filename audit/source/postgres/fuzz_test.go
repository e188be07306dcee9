package postgres

import (
	"strings"
	"testing"
)

// What a server says is as foreign as what a user writes: nothing of it may
// end the audit.
func FuzzTextOfAServer(f *testing.F) {
	for _, seed := range []string{
		"FOR VALUES FROM ('2026-01-01', MINVALUE) TO (MAXVALUE, 1)", "FOR VALUES IN (NULL)", "DEFAULT",
		`"$user", "a""b", public`, "((key IS NOT NULL) AND (* IS NOT NULL))", "lower(key), (a + 1)",
		"CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM k; NOTIFY x)",
		"CREATE TRIGGER t BEFORE INSERT ON k FOR EACH ROW WHEN (new.a IS NULL) EXECUTE FUNCTION f()",
		"", "\x00", "\"", "(((((", "';",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parseBound(text)
		for _, name := range splitPath(text) {
			if name == "" {
				t.Error("an empty name in a path")
			}
		}
		requiredColumns(text)
		splitExpressions(text)
		ruleParts(text)
		condition(text)
	})
}

func FuzzConnectionString(f *testing.F) {
	for _, seed := range [][2]string{
		{"postgres://u:", "@localhost:5432/db"}, {"postgres://u:", "@localhost:x/db"}, {"postgres://u:a/", "@h/db"}, {"postgres://u:a@", "@h/db"},
		{"postgres://u:a#", "@h"}, {"postgresql://u:%", "@h"}, {"host=h password='", ""}, {"host=h password=a ", " port=0"}, {"mysql://u:", "@h/db"}, {"", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if strings.Contains(before+after, "ssl") || strings.Contains(before+after, "service") {
			t.Skip("the message names a file that the string names")
		}
		if _, err := parse(before + canary + after); err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("%q: %v", before+canary+after, err)
		}
	})
}
