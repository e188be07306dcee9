package strictyaml

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"gopkg.in/yaml.v3"

	"idemaudit/audit/span"
	"idemaudit/vendors/nearest"
)

// Node is a value in a document, or the absence of one. Whatever is asked of
// a value that is absent, or of the wrong kind, gives the zero value; the
// wrong kind is reported, the absence only by Required.
type Node struct {
	doc  *Document
	yaml *yaml.Node // nil when the value is absent or was reported as a whole
	name string     // what messages call it
}

func (d *Document) node(n *yaml.Node, name string) Node {
	if n.Kind == yaml.AliasNode {
		return Node{doc: d, name: name}
	}
	return Node{doc: d, yaml: n, name: name}
}

// mergeTag is what YAML makes of the text <<, whose meaning is not read here.
const mergeTag = "!!merge"

// Given reports whether there is a value.
func (n Node) Given() bool { return n.yaml != nil }

// Place returns the line and the column of the value, both from 1, and zeros
// when there is none.
func (n Node) Place() (line, column int) {
	if n.yaml == nil {
		return 0, 0
	}
	return n.yaml.Line, n.yaml.Column
}

// Reject reports a problem with the value, at its place. It does nothing for
// an absent one, about which enough has been said.
func (n Node) Reject(format string, args ...any) {
	if n.yaml != nil {
		n.doc.reject(n.yaml.Line, n.yaml.Column, format, args...)
	}
}

// IsList reports whether the value is a list.
func (n Node) IsList() bool { return n.is(yaml.SequenceNode) }

// IsMapping reports whether the value is a mapping of names to values.
func (n Node) IsMapping() bool { return n.is(yaml.MappingNode) }

// Text returns a text that is not blank and holds no control character, as it
// was written. Numbers, dates and the like are no texts unless they are
// quoted. The value is in no message, for it may be a secret.
func (n Node) Text() string {
	if !n.mustBe(yaml.ScalarNode, "a text") {
		return ""
	}
	switch {
	case n.yaml.Tag == "!!null" || strings.TrimSpace(n.yaml.Value) == "":
		n.Reject("%s is empty", n.name)
	case n.yaml.Tag != "!!str" && n.yaml.Tag != mergeTag:
		n.Reject("%s must be a text, and YAML takes this for %s: put it in quotes", n.name, kindOf(n.yaml))
	case strings.ContainsFunc(n.yaml.Value, unicode.IsControl):
		n.Reject("%s holds a line break or another control character", n.name)
	default:
		return n.yaml.Value
	}
	return ""
}

// Prose returns a text like Text does, with its lines joined to one.
func (n Node) Prose() string {
	if n.is(yaml.ScalarNode) {
		joined := *n.yaml
		joined.Value = strings.Join(strings.Fields(joined.Value), " ")
		n.yaml = &joined
	}
	return n.Text()
}

// Word returns one of the allowed words, as it was written: where YAML takes
// off for a truth value, it is the word off here.
func (n Node) Word(allowed ...string) string {
	written, ok := n.scalar()
	if !ok {
		return ""
	}
	for _, word := range allowed {
		if written == word {
			return word
		}
	}
	n.Reject("%s is %s: write %s", n.name, quote(written), nearest.Join(allowed, "or"))
	return ""
}

// Date returns a day, at midnight UTC.
func (n Node) Date() time.Time {
	written, ok := n.scalar()
	if !ok {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, written)
	if err != nil {
		n.Reject("%s: %s is no date: write a day that exists, such as 2026-10-29", n.name, quote(written))
	}
	return day
}

// Span returns a length of time of more than zero.
func (n Node) Span() span.Span { return lengthOf(n, span.Parse) }

// Margin returns a length of time that may be zero.
func (n Node) Margin() span.Span { return lengthOf(n, span.ParseMargin) }

// Truth returns whether the value is true; it must be true or false.
func (n Node) Truth() bool { return n.Word("true", "false") == "true" }

// SpanOr returns a length of time of more than zero, or one of the words that
// may stand in its place.
func (n Node) SpanOr(words ...string) (length span.Span, word string) {
	if n.isWord(words, "a length such as 72h") {
		return span.Span{}, n.yaml.Value
	}
	return lengthOf(n, span.Parse), ""
}

// RangeOr returns a length of time, or two that it lies between, of which the
// longer may be unlimited, or one of the words that may stand in its place.
func (n Node) RangeOr(words ...string) (r span.Range, word string) {
	if n.isWord(words, "a length such as 72h", "a range such as 7d..14d") {
		return span.Range{}, n.yaml.Value
	}
	return lengthOf(n, span.ParseOpenRange), ""
}

// isWord reports whether one of the words stands in the place of a length. It
// reports another word, and then leaves nothing that could be reported again.
func (n *Node) isWord(words []string, lengths ...string) bool {
	if !n.is(yaml.ScalarNode) || n.yaml.Value == "" || strings.ContainsAny(n.yaml.Value, "0123456789") {
		return false
	}
	if slices.Contains(words, n.yaml.Value) {
		return true
	}
	n.Reject("%s is %s: write %s", n.name, quote(n.yaml.Value), nearest.Join(append(lengths, words...), "or"))
	n.yaml = nil
	return false
}

// A longer text is no length of time, and would be repeated whole in the
// message.
const longestLength = 64

func lengthOf[T any](n Node, parse func(string) (T, error)) T {
	var none T
	written, ok := n.scalar()
	if !ok {
		return none
	}
	if len(written) > longestLength || mayHoldSecret(written) {
		n.Reject("%s: %s is no length of time: write one such as 72h or 30d", n.name, quote(written))
		return none
	}
	length, err := parse(written)
	if err != nil {
		n.Reject("%s: %v", n.name, err)
		return none
	}
	return length
}

// scalar returns what was written for a value of any type that is neither a
// list nor a mapping.
func (n Node) scalar() (string, bool) {
	if !n.mustBe(yaml.ScalarNode, "one value") {
		return "", false
	}
	if n.yaml.Tag == "!!null" {
		n.Reject("%s is empty", n.name)
		return "", false
	}
	return n.yaml.Value, true
}

func (n Node) is(kind yaml.Kind) bool { return n.yaml != nil && n.yaml.Kind == kind }

func (n Node) mustBe(kind yaml.Kind, what string) bool {
	if n.yaml == nil {
		return false
	}
	if n.yaml.Kind != kind {
		n.Reject("%s must be %s, and is %s", n.name, what, kindOf(n.yaml))
		return false
	}
	return true
}

func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "empty"
	case n.Tag == "!!int" || n.Tag == "!!float":
		return "a number"
	case n.Tag == "!!bool":
		return "a truth value"
	case n.Tag == "!!timestamp":
		return "a date"
	}
	return "a text"
}
