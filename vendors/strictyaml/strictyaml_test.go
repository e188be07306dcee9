package strictyaml

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/span"
)

// sample reads one field of every kind, as the readers of the catalogue and of
// the configuration do.
type sample struct {
	ID     string
	Note   string
	Mode   string
	Read   time.Time
	Keep   span.Span
	Margin span.Span
	Range  span.Range
	Word   string
	Parts  []string
	Rules  map[string]string
}

func read(d *Document) sample {
	var s sample
	f := d.Root().Fields()
	s.ID = f.Required("id").Text()
	s.Note = f.Optional("note").Prose()
	s.Mode = f.Optional("mode").Word("live", "test", "off")
	s.Read = f.Optional("read").Date()
	s.Keep = f.Optional("keep").Span()
	s.Margin = f.Optional("margin").Margin()
	s.Range, s.Word = f.Optional("range").RangeOr("unlimited", "unpublished")
	for _, n := range f.Optional("parts").List() {
		p := n.Fields()
		s.Parts = append(s.Parts, p.Required("name").Text())
		p.RefuseOthers()
	}
	for _, p := range f.Optional("rules").Pairs() {
		if s.Rules == nil {
			s.Rules = map[string]string{}
		}
		s.Rules[p.Name] = p.Value.Text()
	}
	f.RefuseOthers()
	return s
}

// problemsOf reads text and returns what is wrong with it, without the file's
// name.
func problemsOf(text string) []string {
	d := Parse("f", []byte(text))
	read(d)
	return lines(d.Err())
}

func lines(err error) []string {
	var all *Error
	if !errors.As(err, &all) {
		return nil
	}
	var got []string
	for _, p := range all.Problems {
		got = append(got, strings.TrimPrefix(p.String(), "f:"))
	}
	return got
}

func TestReadsEveryKind(t *testing.T) {
	d := Parse("f", []byte(`id: stripe
note: >-
  two
  lines
mode: off
read: 2026-10-29
keep: 1d12h
margin: 0d
range: 7d..14d
parts: [{name: a}, {name: "5"}]
rules: {x: on, z: "~"}
`))
	got := read(d)
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	want := sample{
		ID: "stripe", Note: "two lines", Mode: "off",
		Read: time.Date(2026, 10, 29, 0, 0, 0, 0, time.UTC),
		Keep: span.Of(36 * time.Hour), Range: span.Range{Shortest: span.Of(7 * span.Day), Longest: span.Of(14 * span.Day)},
		Parts: []string{"a", "5"}, Rules: map[string]string{"x": "on", "z": "~"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(span.Span{})); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestReadsWhateverTheLineEnds(t *testing.T) {
	for shows, text := range map[string]string{
		"a byte order mark":   "\ufeffid: a\nmode: live\n",
		"carriage returns":    "id: a\r\nmode: live\r\n",
		"no newline at end":   "id: a\nmode: live",
		"tabs between":        "id:\ta\nmode: live\t# x\n",
		"a document marker":   "---\nid: a\nmode: live\n",
		"an end marker":       "id: a\nmode: live\n...\n",
		"flow style":          "{id: a, mode: live}",
		"comments all around": "# x\nid: a # y\n# z\nmode: live\n# w\n",
	} {
		t.Run(shows, func(t *testing.T) {
			d := Parse("f", []byte(text))
			got := read(d)
			if err := d.Err(); err != nil {
				t.Fatal(err)
			}
			if got.ID != "a" || got.Mode != "live" {
				t.Errorf("read id %q, mode %q", got.ID, got.Mode)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		shows, text string
		want        []string
	}{
		{"an unknown field", "id: a\nmod: live\n", []string{`2:1: unknown field "mod": did you mean mode?`}},
		{"an unknown field near to nothing", "id: a\nparts: [{name: b, zzzzzz: c}]\n", []string{`2:19: unknown field "zzzzzz": the fields here are name`}},
		{"a field given twice", "id: a\nmode: live\nid: b\n", []string{`3:1: "id" is given twice: it stands on line 1 already`}},
		{"a missing field", "mode: live\n", []string{"1:1: the field id is missing"}},
		{"a missing field in a list", "id: a\nparts:\n  - {}\n", []string{"3:5: the field name is missing"}},
		{"a list for a text", "id: [a]\n", []string{"1:5: id must be a text, and is a list"}},
		{"a number for a text", "id: 12\n", []string{"1:5: id must be a text, and YAML takes this for a number: put it in quotes"}},
		{"a date for a text", "id: 2026-01-01\n", []string{"1:5: id must be a text, and YAML takes this for a date: put it in quotes"}},
		{"a truth value for a text", "id: true\n", []string{"1:5: id must be a text, and YAML takes this for a truth value: put it in quotes"}},
		{"a text for a list", "id: a\nparts: b\n", []string{"2:8: parts must be a list, and is a text"}},
		{"a text for a mapping in a list", "id: a\nparts: [b]\n", []string{"2:9: an entry of parts must be a mapping, and is a text"}},
		{"a mapping for a length of time", "id: a\nkeep: {d: 1}\n", []string{"2:7: keep must be one value, and is a mapping"}},
		{"a list for a mapping", "id: a\nrules: [b]\n", []string{"2:8: rules must be a mapping, and is a list"}},
		{"a list for a name", "id: a\n? [b]\n: c\n", []string{"2:3: a name in the file must be a text, and is a list"}},
		{"a number for a name", "id: a\nrules: {5: b}\n", []string{"2:9: a name in rules must be a text, and YAML takes this for a number: put it in quotes"}},
		{"a name with a control character", "id: a\nrules: {\"\\e[31m\": b}\n", []string{"2:9: a name in rules holds a line break or another control character"}},
		{"an empty field", "id:\nkeep:\nparts:\nmode: ~\n", []string{
			"1:4: id is empty", "2:6: keep is empty", "3:7: parts must be a list, and is empty", "4:7: mode is empty"}},
		{"a blank text", "id: \" \"\n", []string{"1:5: id is empty"}},
		{"a control character", "id: \"a\\e[31m\"\n", []string{"1:5: id holds a line break or another control character"}},
		{"an unknown word", "id: a\nmode: Live\n", []string{`2:7: mode is "Live": write live, test or off`}},
		{"a date that does not exist", "id: a\nread: 2026-02-30\n", []string{`2:7: read: "2026-02-30" is no date: write a day that exists, such as 2026-10-29`}},
		{"a date with a time", "id: a\nread: 2026-02-03T00:00:00Z\n", []string{`2:7: read: "2026-02-03T00:00:00Z" is no date: write a day that exists, such as 2026-10-29`}},
		{"a number without a unit", "id: a\nkeep: 5\n", []string{`2:7: keep: "5" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`}},
		{"no length of time at all", "id: a\nkeep: 0d\n", []string{`2:7: keep: "0d" is no length of time: it must be more than zero`}},
		{"a range that runs backwards", "id: a\nrange: 14d..7d\n", []string{`2:8: range: "14d..7d" runs backwards: write the shorter end first`}},
		{"a word that is near to one", "id: a\nrange: unlimitd\n", []string{`2:8: range is "unlimitd": write a length such as 72h, a range such as 7d..14d, unlimited or unpublished`}},
		{"a very long length of time", "id: a\nkeep: " + strings.Repeat("9", 70) + "\n", []string{
			`2:7: keep: "` + strings.Repeat("9", 60) + `…" is no length of time: write one such as 72h or 30d`}},
		{"a merge key", "id: a\n<<: {mode: live}\n", []string{`2:1: unknown field "<<": the fields here are id, note, mode, read, keep, margin, range, parts and rules`}},
		{"an anchor and an alias", "id: &x a\nmode: *x\n", []string{
			"1:5: an anchor (&) is not read here: take it out", "2:7: an alias (*) is not read here: write the value out"}},
		{"an alias for a field that is required", "id: a\nparts: [{name: &x b}, {name: *x}]\n", []string{
			"2:16: an anchor (&) is not read here: take it out", "2:30: an alias (*) is not read here: write the value out"}},
		{"an anchor that holds itself", "id: a\nparts: &x [*x]\n", []string{
			"2:8: an anchor (&) is not read here: take it out", "2:12: an alias (*) is not read here: write the value out"}},
		{"a tag", "id: !!str 5\n", []string{"1:5: a tag (!) is not read here: take it out"}},
		{"columns count characters", "{note: äöü, id: 5}\n", []string{"1:17: id must be a text, and YAML takes this for a number: put it in quotes"}},
		{"problems in order of place", "zz: 1\nkeep: x\nid: [\n]\nmode: q\n", []string{
			"1:1: unknown field \"zz\": the fields here are id, note, mode, read, keep, margin, range, parts and rules",
			`2:7: keep: "x" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`,
			"3:5: id must be a text, and is a list",
			`5:7: mode is "q": write live, test or off`}},
	} {
		t.Run(test.shows, func(t *testing.T) {
			if diff := cmp.Diff(test.want, problemsOf(test.text)); diff != "" {
				t.Errorf("problems of %q differ (-want +got):\n%s", test.text, diff)
			}
		})
	}
}

func TestNoProblemShowsAPassword(t *testing.T) {
	const secret = "postgres://u:canary-4711@h/db"
	for _, text := range []string{
		"{id=" + secret + "}", "id: [" + secret + "]", "mode: " + secret, "keep: " + secret, "read: " + secret,
		"range: " + secret, secret + ": 1\nid: a\nid: b", secret + ": 1\n" + secret + ": 2", "password=canary-4711: 1",
		"- " + secret, "parts: [" + secret + "]", "id: a\n  b: " + secret + "\n", "id: *canary-4711", "id: &canary-4711 a",
		"id: !canary-4711 a", "id: '" + secret, "id: \"" + secret + "\\q\"", "mode: password=canary-4711",
	} {
		problems := problemsOf(text)
		if len(problems) == 0 {
			t.Errorf("%q has no problem", text)
		}
		if strings.Contains(strings.Join(problems, "\n"), "canary") {
			t.Errorf("problems of %q show the password: %q", text, problems)
		}
	}
}

func TestErrorWritesAProblemALine(t *testing.T) {
	err := &Error{Problems: []Problem{{"a.yaml", 1, 2, "x"}, {"a.yaml", 3, 4, "y"}}}
	if got, want := err.Error(), "a.yaml:1:2: x\na.yaml:3:4: y"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}
