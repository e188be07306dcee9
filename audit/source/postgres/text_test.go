package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres/pgtest"
)

func TestSplitPath(t *testing.T) {
	for raw, want := range map[string][]string{
		`"$user", public`:     {"$user", "public"},
		`App,public`:          {"app", "public"},
		`"a, b" , "c""d"`:     {"a, b", `c"d`},
		`""`:                  {},
		``:                    {},
		` , ,`:                {},
		`"open`:               {"open"},
		"a\tb":                {"a", "b"},
		`pg_catalog, "Größe"`: {"pg_catalog", "Größe"},
	} {
		if diff := cmp.Diff(want, splitPath(raw)); diff != "" {
			t.Errorf("splitPath(%q) (-want +got):\n%s", raw, diff)
		}
	}
}

func TestParseBound(t *testing.T) {
	for text, want := range map[string]fact.Partition{
		"FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')": {Lower: "2026-01-01", Upper: "2026-02-01"},
		"FOR VALUES FROM (MINVALUE) TO (10)":               {Upper: "10"},
		"FOR VALUES FROM (-5) TO (MAXVALUE)":               {Lower: "-5"},
		"FOR VALUES FROM ('it''s', 1) TO ('z', MAXVALUE)":  {Lower: "it's, 1", Upper: "z"},
		"FOR VALUES IN ('a', NULL)":                        {},
		"FOR VALUES WITH (modulus 4, remainder 1)":         {},
		"DEFAULT":                          {Default: true},
		"nothing the server would write (": {},
	} {
		if diff := cmp.Diff(want, parseBound(text), cmp.AllowUnexported(fact.Value[int64]{})); diff != "" {
			t.Errorf("parseBound(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestRequiredColumns(t *testing.T) {
	for condition, want := range map[string][]string{
		"(key IS NOT NULL)": {"key"},
		"((key IS NOT NULL) AND (tenant IS NOT NULL) AND (length(key) > 3))": {"key", "tenant"},
		"((key IS NOT NULL) OR (tenant IS NOT NULL))":                        nil,
		"(NOT (key IS NOT NULL))":                                            nil,
		"(key IS NULL)":                                                      nil,
		"(lower(key) IS NOT NULL)":                                           nil,
		"(key <> ''::text)":                                                  nil,
		"key IS NOT":                                                         nil,
	} {
		if diff := cmp.Diff(want, requiredColumns(condition)); diff != "" {
			t.Errorf("requiredColumns(%q) (-want +got):\n%s", condition, diff)
		}
	}
}

func TestPartsOfARule(t *testing.T) {
	for text, want := range map[string][2]string{
		"CREATE RULE r AS ON DELETE TO t DO INSTEAD NOTHING;":                                             {"", ""},
		"CREATE RULE r AS ON INSERT TO t DO DELETE FROM k WHERE (k.at < now());":                          {"", "DELETE FROM k WHERE k.at < now()"},
		"CREATE RULE r AS ON INSERT TO t WHERE (new.a = ' DO ') DO INSTEAD ( DELETE FROM k; SELECT 1; );": {"new.a = ' DO '", "DELETE FROM k; SELECT 1"},
		"CREATE RULE r AS ON INSERT TO t DO what nobody can parse":                                        {"", "what nobody can parse"},
	} {
		when, actions := ruleParts(text)
		if got := [2]string{when, actions}; got != want {
			t.Errorf("ruleParts(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAnythingCanBeScannedFromNull(t *testing.T) {
	var (
		text    = "before"
		number  = int64(1)
		flag    = true
		texts   = []string{"before"}
		numbers = []int64{1}
	)
	s := servers.Server(t, pgtest.Options{Version: 15})
	opened := openSession(t, s.Database(t).DSN)
	row := opened.conn.QueryRow(t.Context(), "SELECT NULL::text, NULL::int8, NULL::bool, NULL::text[], NULL::int8[]")
	if err := row.Scan(into(&text, &number, &flag, &texts, &numbers)...); err != nil {
		t.Fatal(err)
	}
	if text != "" || number != 0 || flag || texts != nil || numbers != nil {
		t.Errorf("%q %d %t %v %v", text, number, flag, texts, numbers)
	}
	row = opened.conn.QueryRow(t.Context(), "SELECT ARRAY['a', NULL], ARRAY[]::text[], ARRAY[1::int8, NULL]")
	var empty []string
	if err := row.Scan(into(&texts, &empty, &numbers)...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{[]string{"a", ""}, []string{}, []int64{1, 0}}, []any{texts, empty, numbers}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
