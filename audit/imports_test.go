package audit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Judgement takes values and returns values: no file, no network, no clock, no
// YAML, no driver. The sources are parsed here rather than asked of the go
// command, whose answer a test cache would keep after the code has changed.
func TestJudgementReadsNothing(t *testing.T) {
	ours := map[string]bool{"idemaudit/audit/fact": true, "idemaudit/audit/ident": true, "idemaudit/audit/span": true}
	forbidden := []string{"os", "io", "net", "syscall", "embed", "path", "plugin", "unsafe", "log", "runtime", "database", "math/rand"}
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
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			root, _, _ := strings.Cut(path, "/")
			switch {
			case ours[path]:
			case strings.Contains(root, ".") || root == "idemaudit":
				t.Errorf("%s imports %s: judgement may use the standard library, fact, ident and span", name, path)
			default:
				for _, f := range forbidden {
					if path == f || strings.HasPrefix(path, f+"/") {
						t.Errorf("%s imports %s: judgement reads nothing", name, path)
					}
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && readsClock(sel) {
				t.Errorf("%s reads the clock: the moment of an audit is an input", name)
			}
			return true
		})
	}
	if checked < 30 {
		t.Errorf("%d files were checked, want the whole package", checked)
	}
}

func readsClock(sel *ast.SelectorExpr) bool {
	pkg, ok := sel.X.(*ast.Ident)
	if !ok || pkg.Name != "time" {
		return false
	}
	switch sel.Sel.Name {
	case "Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker":
		return true
	}
	return false
}
