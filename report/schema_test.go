package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"idemaudit/audit"
	"idemaudit/report"
)

// TestSchemaIsThatOfTheResult holds the schema against the type that is
// written. To write it anew after a change of the type:
// go test ./report -run Schema -update
func TestSchemaIsThatOfTheResult(t *testing.T) {
	s := newSchemaWriter(t, "../audit", "../audit/fact")
	root := s.of(reflect.TypeFor[audit.Result]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "What idemaudit check --format json writes"
	root["$defs"] = s.definitions
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("report.schema.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("report.schema.json was written anew")
	}
	if diff := cmp.Diff(want.String(), report.Schema()); diff != "" {
		t.Errorf("the schema is not that of the result, write it anew with go test ./report -run Schema -update (-type +schema):\n%s", diff)
	}
}

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(report.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("report.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func TestReportsFitTheSchema(t *testing.T) {
	schema := compiledSchema(t)
	for _, name := range []string{"ferrystone.json", "trouble.json", "hostile.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTheSchemaRefuses changes a report in one place at a time, for a schema
// that accepts everything would fit too.
func TestTheSchemaRefuses(t *testing.T) {
	schema := compiledSchema(t)
	text, err := os.ReadFile("testdata/ferrystone.json")
	if err != nil {
		t.Fatal(err)
	}
	for shows, change := range map[string][2]string{
		"an unknown verdict":       {`"verdict": "fail"`, `"verdict": "failed"`},
		"a renamed field":          {`"margin_seconds"`, `"margin"`},
		"a number for a text":      {`"schema_version": "1"`, `"schema_version": 1`},
		"a text for a number":      {`"percent": 33.3333`, `"percent": "33.3333"`},
		"a direction that is none": {`"direction": "inbound"`, `"direction": "in"`},
		"a day for a time":         {`"as_of": "2026-12-01T12:00:00Z"`, `"as_of": "2026-12-01"`},
		"null for a list":          {`"unread": []`, `"unread": null`},
	} {
		if !bytes.Contains(text, []byte(change[0])) {
			t.Errorf("%s: the report does not hold %s", shows, change[0])
			continue
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(document) == nil {
			t.Errorf("%s is accepted", shows)
		}
	}
}
