package report_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A report knows the result and the facts it speaks of, no source and no
// catalogue; and tables are drawn in one file, so that the library that draws
// them can be exchanged there.
func TestReportKnowsResultsAlone(t *testing.T) {
	ours := map[string]bool{"idemaudit/audit": true, "idemaudit/audit/fact": true, "idemaudit/audit/span": true}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		checked++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			root, _, _ := strings.Cut(path, "/")
			foreign := strings.Contains(root, ".") && (name != "grid.go" || !strings.HasPrefix(path, "github.com/olekukonko/tablewriter"))
			if foreign || root == "idemaudit" && !ours[path] {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if checked < 10 {
		t.Errorf("%d files were checked, want the whole package", checked)
	}
}
