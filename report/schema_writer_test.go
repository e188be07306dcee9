package report_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"idemaudit/audit"
)

// schemaWriter writes the JSON Schema of Go types: their fields by reflection,
// and what the fields mean and which words a type knows from the source.
type schemaWriter struct {
	docs        map[string]string   // by "Type.Field"
	words       map[string][]string // the constants of a type, by its name
	definitions map[string]any
}

func newSchemaWriter(t *testing.T, folders ...string) *schemaWriter {
	t.Helper()
	s := &schemaWriter{docs: map[string]string{}, words: map[string][]string{}, definitions: map[string]any{}}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("found no source in %s (error %v)", folder, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, s.learn)
		}
	}
	return s
}

// learn takes the comments of fields and the words of types out of a file.
func (s *schemaWriter) learn(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeSpec:
		if fields, ok := n.Type.(*ast.StructType); ok {
			for _, f := range fields.Fields.List {
				for _, name := range f.Names {
					s.docs[n.Name.Name+"."+name.Name] = strings.TrimSpace(strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " "))
				}
			}
		}
	case *ast.ValueSpec:
		kind, ok := n.Type.(*ast.Ident)
		if !ok || len(n.Values) != 1 {
			return true
		}
		if literal, ok := n.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			word, err := strconv.Unquote(literal.Value)
			if err == nil {
				s.words[kind.Name] = append(s.words[kind.Name], word)
			}
		}
	}
	return true
}

// of returns the schema of a type. A struct becomes a definition, unless it is
// the root, and is referred to.
func (s *schemaWriter) of(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case reflect.TypeFor[audit.Text]():
		return map[string]any{"type": []string{"string", "null"}}
	}
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.String:
		if words := s.words[t.Name()]; t.Name() != "string" && len(words) > 0 {
			return map[string]any{"enum": words}
		}
		return map[string]any{"type": "string"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": s.refer(t.Elem())}
	case reflect.Pointer:
		return nullable(s.refer(t.Elem()))
	}
	return s.object(t)
}

// refer returns the schema of a type as a part of another.
func (s *schemaWriter) refer(t reflect.Type) map[string]any {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() || t.Name() == "" {
		return s.of(t)
	}
	if s.definitions[t.Name()] == nil {
		s.definitions[t.Name()] = true // it may refer to itself
		s.definitions[t.Name()] = s.object(t)
	}
	return map[string]any{"$ref": "#/$defs/" + t.Name()}
}

func (s *schemaWriter) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" {
			continue
		}
		property := s.refer(f.Type)
		if doc := s.docs[declaredIn(t, f)+"."+f.Name]; doc != "" {
			property["description"] = doc
		}
		properties[name] = property
		required = append(required, name)
	}
	return map[string]any{"type": "object", "required": required, "properties": properties}
}

// declaredIn names the struct that declares a field: t itself, or one that is
// embedded in it.
func declaredIn(t reflect.Type, f reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		t = t.Field(i).Type
	}
	return t.Name()
}

func nullable(s map[string]any) map[string]any {
	switch kind := s["type"].(type) {
	case string:
		s["type"] = []string{kind, "null"}
		return s
	}
	return map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
}
