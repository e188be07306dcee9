package strictyaml

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlacesOfSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ shows, text, want string }{
		{"an empty file", "", "1:1: the file is empty"},
		{"comments only", "# x\n\n# y\n", "1:1: the file is empty"},
		{"an empty document", "---\n", "2:1: the file must be a mapping, and is empty"},
		{"a text for a document", "hello\n", "1:1: the file must be a mapping, and is a text"},
		{"a list for a document", "\n- a\n", "2:1: the file must be a mapping, and is a list"},
		{"two documents", "id: a\n---\nid: b\n", "2:1: a second document begins here: a file holds one"},
		{"a broken second document", "id: a\n---\nid: b\n - c\nid: d: e\n", `5:1: this can't be read as YAML: mapping values are not allowed in this context; check the indentation, and quote a value that holds ": "`},
		{"no colon", "id a\nmode: live\n", `2:1: this can't be read as YAML: mapping values are not allowed in this context; check the indentation, and quote a value that holds ": "`},
		{"no colon further down", "id: a\nmode\n", "2:1: this can't be read as YAML: could not find expected ':'; every field is written name: value"},
		{"two colons on the first line", "id: a: b\n", `1:1: this can't be read as YAML: mapping values are not allowed in this context; check the indentation, and quote a value that holds ": "`},
		{"too deep", "id: a\nrules:\n  b: c\n    d: e\n", `4:5: this can't be read as YAML: mapping values are not allowed in this context; check the indentation, and quote a value that holds ": "`},
		{"not deep enough", "id: a\nrules:\n    b: c\n    d: e\n\n  # x\n  f: g\nmode: live\n", "7:3: this can't be read as YAML: did not find expected key; check the indentation"},
		{"far below its block, far above the end", "id: a\nrules:\n" + strings.Repeat("    b: c\n", 1000) + "  d: e\n" + strings.Repeat("\n# x\n", 1000), "1003:3: this can't be read as YAML: did not find expected key; check the indentation"},
		{"a list entry not deep enough", "id: a\nparts:\n    - name: b\n    - name: c\n  - name: d\nmode: live\n", "5:3: this can't be read as YAML: did not find expected key; check the indentation"},
		{"a name among list entries", "id: a\nparts:\n- name: b\nx\n- name: c\n", "4:1: this can't be read as YAML: could not find expected ':'; every field is written name: value"},
		{"an entry among fields", "id: a\nmode: live\n- b\n", "3:1: this can't be read as YAML: did not find expected key; check the indentation"},
		{"a field among entries", "- a\n- b\nid: c\n", "3:1: this can't be read as YAML: did not find expected '-' indicator; check the indentation"},
		{"a bracket not closed", "id: a\nparts: [{name: b}\nmode: live\n", "2:1: this can't be read as YAML: did not find expected ',' or ']'; a bracket is not closed, or a comma is missing"},
		{"a quote not closed", "id: a\nnote: 'b\nmode: live\n", "2:1: this can't be read as YAML: found unexpected end of stream; a quote is not closed"},
		{"a tab that indents a field of a list's entry", "id: a\nparts:\n  - name: b\n\tid: c\n", "4:1: a tab can't indent YAML: use spaces"},
		{"a tab that indents", "id: a\nrules:\n \tb: c\n", "3:2: a tab can't indent YAML: use spaces"},
		{"a value with an at sign", "id: a\nnote: @b\n", "2:1: this can't be read as YAML: found character that cannot start any token; quote a value that begins with @, ` or %"},
		{"an unknown escape", "id: a\nnote: \"\\q\"\n", "2:1: this can't be read as YAML: found unknown escape character"},
		{"an alias of nothing", "id: a\nnote: *b\n", "2:7: an alias (*) is not read here: write the value out, in quotes if it begins with *"},
		{"an alias of nothing before a long text", "id: a\nnote: *b\nmode: '" + strings.Repeat("x\n", 1000) + "'\n", "2:7: an alias (*) is not read here: write the value out, in quotes if it begins with *"},
		{"a Latin-1 text", "id: a\nnote: caf\xe9\n", "2:10: this is no UTF-8: save the file as UTF-8"},
		{"UTF-16", "\xff\xfei\x00d\x00", "1:1: this is no UTF-8: save the file as UTF-8"},
		{"a NUL", "id: a\r\nnote: \x00\r\n", "2:7: the control character U+0000 can't stand in YAML: take it out"},
		{"a byte order mark in the middle", "id: a\rnote: \ufeffb\n", "2:7: a byte order mark can stand at the very beginning only: take it out"},
	} {
		t.Run(test.shows, func(t *testing.T) {
			got := problemsOf(test.text)
			if len(got) == 0 || got[0] != test.want {
				t.Errorf("%q gives\n  %q, want first\n  %q", test.text, got, test.want)
			}
		})
	}
}

func TestReadingGoesOnBeforeABrokenSecondDocument(t *testing.T) {
	got := problemsOf("mode: x\nid: a\n---\na: b: c\n")
	want := []string{
		`1:7: mode is "x": write live, test or off`,
		`4:1: this can't be read as YAML: mapping values are not allowed in this context; check the indentation, and quote a value that holds ": "`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems differ (-want +got):\n%s", diff)
	}
}

func TestAnAliasBombIsHarmless(t *testing.T) {
	text := "a0: &a0 x\n"
	for i := range 9 {
		n := string(rune('0' + i))
		next := string(rune('1' + i))
		text += "a" + next + ": &a" + next + " [" + strings.Repeat("*a"+n+", ", 9) + "*a" + n + "]\n"
	}
	if got, want := len(problemsOf(text)), 10+9*10+10+1; got != want {
		t.Errorf("%d problems, want %d: 10 anchors, 90 aliases, 10 unknown fields, 1 missing", got, want)
	}
}

func TestVeryDeepIsRefused(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 20_000), strings.Repeat("- ", 20_000), strings.Repeat("{a: ", 20_000), strings.Repeat("? ", 20_000)} {
		got := problemsOf(text)
		if len(got) != 1 || !strings.Contains(got[0], "exceeded max depth") {
			t.Errorf("%.8q… gives %q", text, got)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int) string {
		path := filepath.Join(dir, name)
		text := "id: a\n" + strings.Repeat("#", size-len("id: a\n"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Run("as large as is allowed", func(t *testing.T) {
		d, err := ReadFile(write("fits.yaml", LargestFile))
		if err != nil {
			t.Fatal(err)
		}
		if got := read(d); got.ID != "a" || d.Err() != nil {
			t.Errorf("read id %q, error %v", got.ID, d.Err())
		}
	})
	t.Run("a byte larger", func(t *testing.T) {
		path := write("large.yaml", LargestFile+1)
		d, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.Err().Error(), path+":1:1: the file is larger than 8192 KiB, the most that is read"; got != want {
			t.Errorf("error %q, want %q", got, want)
		}
	})
	t.Run("no such file", func(t *testing.T) {
		if _, err := ReadFile(filepath.Join(dir, "none.yaml")); !os.IsNotExist(err) {
			t.Errorf("error %v, want that it does not exist", err)
		}
	})
	t.Run("a folder", func(t *testing.T) {
		if _, err := ReadFile(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
			t.Errorf("error %v, want that it is a directory", err)
		}
	})
	t.Run("a device without an end", func(t *testing.T) {
		d, err := ReadFile("/dev/zero")
		if err != nil {
			t.Skip("no /dev/zero here")
		}
		if d.Err() == nil {
			t.Error("no problem with endless zeros")
		}
	})
}
