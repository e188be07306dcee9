// Package schematest holds a JSON Schema against the strict reader of the same
// files: what one accepts the other must accept. Only tests use it.
package schematest

import (
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// Pair is a schema and the reader that it describes.
type Pair struct {
	Schema string
	// Read returns what the reader has against a text; nil when it accepts it.
	Read func(text []byte) error
	// ReaderOnly lists parts of the messages about what no schema can tell.
	ReaderOnly []string
}

// Agree changes each of the good texts in one place at a time and checks that
// schema and reader say the same of it. It returns how many texts were tried
// and how many of them were accepted.
func (p Pair) Agree(t *testing.T, good ...string) (tried, accepted int) {
	t.Helper()
	schema := compile(t, p.Schema)
	for _, text := range good {
		var tree yaml.Node
		if err := yaml.Unmarshal([]byte(text), &tree); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if err := p.Read([]byte(text)); err != nil {
			t.Errorf("a text that should be good is refused: %v\n%s", err, text)
		}
		for changed := range changes(tree.Content[0]) {
			tried++
			if p.compare(t, schema, changed) {
				accepted++
			}
		}
	}
	return tried, accepted
}

// Same checks that both say the same of each text, as it is.
func (p Pair) Same(t *testing.T, texts ...string) {
	t.Helper()
	schema := compile(t, p.Schema)
	for _, text := range texts {
		var tree yaml.Node
		if err := yaml.Unmarshal([]byte(text), &tree); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		p.compare(t, schema, tree.Content[0])
	}
}

// compare reports whether the reader accepts a document, and complains when
// the schema does not say the same.
func (p Pair) compare(t *testing.T, schema *jsonschema.Schema, document *yaml.Node) bool {
	t.Helper()
	text, err := yaml.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	readErr, schemaErr := p.Read(text), schema.Validate(value(document))
	switch {
	case readErr == nil && schemaErr != nil:
		t.Errorf("the reader accepts and the schema refuses: %v\n%s", schemaErr, text)
	case readErr != nil && schemaErr == nil && !p.readerOnly(readErr):
		t.Errorf("the schema accepts and the reader refuses: %v\n%s", readErr, text)
	}
	return readErr == nil
}

// readerOnly reports whether every line of an error is about what no schema can
// tell.
func (p Pair) readerOnly(err error) bool {
	for line := range strings.Lines(err.Error()) {
		tells := func(part string) bool { return strings.Contains(line, part) }
		if !slices.ContainsFunc(p.ReaderOnly, tells) {
			return false
		}
	}
	return true
}

func compile(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// value turns YAML into what a JSON document would hold, as editors do that
// check YAML with a JSON Schema: dates are texts.
func value(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		object := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			object[n.Content[i].Value] = value(n.Content[i+1])
		}
		return object
	case yaml.SequenceNode:
		list := []any{}
		for _, entry := range n.Content {
			list = append(list, value(entry))
		}
		return list
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!int", "!!float":
		var number float64
		if n.Decode(&number) == nil {
			return number
		}
	}
	return n.Value
}

// odd are the values that are put in the place of each one.
func odd() []*yaml.Node {
	text := func(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value} }
	other := func(tag, value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value} }
	values := []*yaml.Node{
		{Kind: yaml.MappingNode, Tag: "!!map"}, {Kind: yaml.SequenceNode, Tag: "!!seq"},
		other("!!null", "null"), other("!!int", "5"), other("!!float", "1.5"), other("!!bool", "true"), other("!!bool", "false"), other("!!timestamp", "2026-12-01"),
	}
	for _, word := range []string{
		"", " ", "x", "A", "a-b", "a--b", "a b", "-", "*", "*x", "x.y", ".x", "x.", "two\nlines", "a\tb", "\u0007", "\u00a0", "ä",
		"24h", "0h", "00h5m", "1h0m", "24", "24 h", " 24h ", "-24h", "1d12h", "P30D", "PT72H", "P1Y", "PT", "P", "P0D", "P1DT0H", "7d..14d", "7d .. 14d", "0d..1d", "7d..", "..7d",
		"7d..unlimited", "unlimited..7d", "unlimited", "unpublished", "none", "2w", "90s", "100us", "5ms", "PT1.5H", "1.5h", "24H",
		"exact", "at_least", "range", "configurable", "inbound", "outbound", "live", "documented", "source_code", "payments", "ignored", "never", "error", "off", "true", "1",
		"2026-12-01", "2026-02-30", "26-12-01", "2026-12-01T00:00:00Z",
		"https://x.example", "https://x.example/a?b#c", "http://x.example", "https://", "https://x y", "https://u@x.example", "https://x.example:8443/", "https://x.example:x/",
		"https://x.example/%41", "https://x.example/%4", "https://x.example/a b", "https://x.example/\"", "HTTPS://x.example", "https://x.example/a@b",
		"${NAME}", "${NAME", "$NAME", "$${NAME}", "${1}", "$", "a$", "${}",
	} {
		values = append(values, text(word))
	}
	return values
}

// changes returns copies of a document, each with one change: a value replaced,
// an entry left out, doubled or added.
func changes(root *yaml.Node) func(yield func(*yaml.Node) bool) {
	return func(yield func(*yaml.Node) bool) {
		for _, path := range paths(root, nil) {
			for _, change := range edits() {
				changed := clone(root)
				if change(at(changed, path)) && !yield(changed) {
					return
				}
			}
		}
	}
}

// edits are the changes of one value, each false where it is none.
func edits() []func(*yaml.Node) bool {
	all := []func(*yaml.Node) bool{
		func(n *yaml.Node) bool { return lengthen(n, clone) },
		func(n *yaml.Node) bool {
			if n.Kind != yaml.MappingNode {
				return false
			}
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "extra"}, odd()[3])
			return true
		},
	}
	for i, value := range odd() {
		all = append(all, func(n *yaml.Node) bool {
			// Any one text shows that a list or a mapping can't be a text.
			if n.Kind != yaml.ScalarNode && i > 10 {
				return false
			}
			*n = *clone(value)
			return true
		})
	}
	for i := range 16 {
		all = append(all, func(n *yaml.Node) bool { return leaveOut(n, i) })
	}
	return all
}

// lengthen doubles the first entry of a list.
func lengthen(n *yaml.Node, of func(*yaml.Node) *yaml.Node) bool {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return false
	}
	n.Content = append(n.Content, of(n.Content[0]))
	return true
}

// leaveOut takes the entry number i away.
func leaveOut(n *yaml.Node, i int) bool {
	switch {
	case n.Kind == yaml.MappingNode && 2*i+1 < len(n.Content):
		n.Content = slices.Delete(n.Content, 2*i, 2*i+2)
	case n.Kind == yaml.SequenceNode && i < len(n.Content):
		n.Content = slices.Delete(n.Content, i, i+1)
	default:
		return false
	}
	return true
}

// paths lists the ways to every value of a document, the document included.
func paths(n *yaml.Node, way []int) [][]int {
	all := [][]int{slices.Clone(way)}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			continue
		}
		all = append(all, paths(child, append(slices.Clone(way), i))...)
	}
	return all
}

func at(n *yaml.Node, way []int) *yaml.Node {
	for _, i := range way {
		n = n.Content[i]
	}
	return n
}

func clone(n *yaml.Node) *yaml.Node {
	c := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value}
	for _, child := range n.Content {
		c.Content = append(c.Content, clone(child))
	}
	return c
}
