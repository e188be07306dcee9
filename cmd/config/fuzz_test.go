package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idemaudit/vendors/strictyaml"
)

// FuzzConfig holds that no text makes the reader panic, that nothing it
// accepts breaks the promises of Target, and that no error shows what the
// environment holds.
func FuzzConfig(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*.yaml")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("found no seeds in testdata/seeds (error %v)", err)
	}
	for _, path := range seeds {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := load("f.yaml", strictyaml.Parse("f.yaml", text), func(string) string { return "canary-4711" })
		if err != nil {
			if strings.Contains(err.Error(), "canary-4711") && !strings.Contains(string(text), "canary-4711") {
				t.Errorf("the error shows a variable's value: %v", err)
			}
			return
		}
		names := map[string]bool{}
		for _, target := range file.Targets {
			if target.Name == "" || names[target.Name] || (target.DSN == "") == (len(target.Schema) == 0) {
				t.Errorf("accepted a target without a name or a source of its own: %+v", target)
			}
			names[target.Name] = true
			for _, s := range target.Stores {
				if s.Table == "" || s.Retention != nil && s.Retention.IsZero() {
					t.Errorf("accepted a store without a table, or kept for no time: %+v", s)
				}
			}
		}
	})
}
