package strictyaml

import (
	"slices"

	"gopkg.in/yaml.v3"

	"idemaudit/vendors/nearest"
)

// Pair is one entry of a mapping.
type Pair struct {
	Name  string // what Key holds
	Key   Node
	Value Node
}

// List returns the entries of a list, and nothing for a value that is none.
func (n Node) List() []Node {
	if !n.mustBe(yaml.SequenceNode, "a list") {
		return nil
	}
	var entries []Node
	for _, child := range n.yaml.Content {
		entries = append(entries, n.doc.node(child, "an entry of "+n.name))
	}
	return entries
}

// Pairs returns the entries of a mapping in their order, each name once. A
// name that comes twice and one that is no plain text are reported.
func (n Node) Pairs() []Pair {
	if !n.mustBe(yaml.MappingNode, "a mapping") {
		return nil
	}
	var pairs []Pair
	lines := map[string]int{}
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		key := n.doc.node(n.yaml.Content[i], "a name in "+n.name)
		name := key.Text()
		if name == "" {
			continue
		}
		if line, again := lines[name]; again {
			key.Reject("%s is given twice: it stands on line %d already", quote(name), line)
			continue
		}
		lines[name] = key.yaml.Line
		pairs = append(pairs, Pair{name, key, n.doc.node(n.yaml.Content[i+1], quote(name))})
	}
	return pairs
}

// Fields are the entries of a mapping whose names are fixed. Ask for each by
// Required or Optional and then RefuseOthers: what was not asked for is not
// known.
type Fields struct {
	of    Node
	pairs []Pair
	asked []string
}

// Fields returns the fields of a mapping. Those of a value that is none are
// all absent, and no longer required.
func (n Node) Fields() *Fields {
	return &Fields{of: n, pairs: n.Pairs()}
}

// Required returns the field's value and reports its absence.
func (f *Fields) Required(name string) Node {
	value, given := f.find(name)
	if !given && f.of.IsMapping() {
		f.of.Reject("the field %s is missing", name)
	}
	return value
}

// Optional returns the field's value, which may be absent.
func (f *Fields) Optional(name string) Node {
	value, _ := f.find(name)
	return value
}

// Refuse reports a field that must not be there, with the reason.
func (f *Fields) Refuse(name, reason string) {
	for i, p := range f.pairs {
		if p.Name == name {
			p.Key.Reject("%s", reason)
			f.pairs = slices.Delete(f.pairs, i, i+1)
			return
		}
	}
}

// RefuseOthers reports every field that was not asked for.
func (f *Fields) RefuseOthers() {
	for _, p := range f.pairs {
		if slices.Contains(f.asked, p.Name) {
			continue
		}
		hint := nearest.Hint(p.Name, f.asked)
		if hint == "" {
			hint = ": the fields here are " + nearest.Join(f.asked, "and")
		}
		p.Key.Reject("unknown field %s%s", quote(p.Name), hint)
	}
}

// find also tells whether the field is there, for the value of one that is
// there may have been reported as a whole.
func (f *Fields) find(name string) (Node, bool) {
	f.asked = append(f.asked, name)
	for _, p := range f.pairs {
		if p.Name == name {
			p.Value.name = name
			return p.Value, true
		}
	}
	return Node{doc: f.of.doc, name: name}, false
}
