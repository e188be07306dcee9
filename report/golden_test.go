package report_test

import (
	"bytes"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldens is every document that a golden file shows.
func goldens() map[string]func(io.Writer) error {
	result := func(r audit.Result, format string, o report.Options) func(io.Writer) error {
		return func(w io.Writer) error { return report.Write(w, format, r, o) }
	}
	inspect := func(format string, seen ...fact.Snapshot) func(io.Writer) error {
		return func(w io.Writer) error { return report.WriteInspect(w, format, seen, report.Options{}) }
	}
	floor := func(format string, windows []fact.Window) func(io.Writer) error {
		return func(w io.Writer) error {
			return report.WriteFloor(w, format, audit.ReplayFloor(windows, days(5)), report.Options{})
		}
	}
	bare := fact.Snapshot{Name: "ledger", Kind: fact.Postgres, Server: "PostgreSQL 18.4"}
	worked := judge(audit.Policy{}, ferrystone())
	all := map[string]func(io.Writer) error{
		"ferrystone-80.txt":      result(worked, "table", report.Options{Width: 80}),
		"ferrystone-60.txt":      result(worked, "table", report.Options{Width: 60}),
		"ferrystone-120.txt":     result(worked, "table", report.Options{Width: 120}),
		"ferrystone-ascii.txt":   result(worked, "table", report.Options{ASCII: true}),
		"ferrystone-color.txt":   result(worked, "table", report.Options{Color: true}),
		"ferrystone-verbose.txt": result(worked, "table", report.Options{Verbose: true}),
		"ferrystone-quiet.txt":   result(worked, "table", report.Options{Quiet: true}),
		"ferrystone.json":        result(worked, "json", report.Options{}),
		"long-names-80.txt":      result(judge(audit.Policy{Windows: wordy()}, limited()), "table", report.Options{}),
		"limited-80.txt":         result(judge(audit.Policy{}, limited()), "table", report.Options{}),
		"trouble-80.txt":         result(troubled(), "table", report.Options{}),
		"trouble.json":           result(troubled(), "json", report.Options{}),
		"hostile-80.txt":         result(judge(audit.Policy{}, hostile()), "table", report.Options{Verbose: true}),
		"hostile.json":           result(judge(audit.Policy{}, hostile()), "json", report.Options{}),
		"empty.txt":              result(judge(audit.Policy{}, bare), "table", report.Options{}),
		"pass.txt":               result(judge(audit.Policy{}, kept(35)), "table", report.Options{}),
		"inspect.txt":            inspect("table", ferrystone(), hostile()),
		"inspect-quiet.txt": func(w io.Writer) error {
			return report.WriteInspect(w, "table", []fact.Snapshot{partitioned()}, report.Options{Quiet: true})
		},
		"inspect-verbose.txt": func(w io.Writer) error {
			return report.WriteInspect(w, "table", []fact.Snapshot{partitioned()}, report.Options{Verbose: true})
		},
		"inspect.json": inspect("json", ferrystone(), hostile()),
		"floor.txt":    floor("table", stripe()),
		"floor-verbose.txt": func(w io.Writer) error {
			return report.WriteFloor(w, "table", audit.ReplayFloor(stripe(), span.Span{}), report.Options{Verbose: true})
		},
		"floor.json":        floor("json", stripe()),
		"floor-odd.txt":     floor("table", odd()),
		"floor-unknown.txt": floor("table", odd()[:1]),
	}
	maps.Copy(all, catalogueGoldens())
	return all
}

func TestGolden(t *testing.T) {
	for name, write := range goldens() {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := write(&got); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v: write it with go test ./report -update, and read it", err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
				t.Errorf("%s (-golden +written):\n%s", path, diff)
			}
		})
	}
}

// A golden file that no test writes any more shows nothing.
func TestNoGoldenIsLeftOver(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, f := range files {
		there = append(there, f.Name())
	}
	var want []string
	for name := range goldens() {
		want = append(want, name)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, there); diff != "" {
		t.Errorf("golden files (-written by tests +there):\n%s", diff)
	}
}
