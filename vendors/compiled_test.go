package vendors

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
)

// updating reports whether files that tests keep true are to be written anew.
func updating() bool { return os.Getenv("UPDATE") != "" }

// catalogueFiles reads the files of the folder catalogue, each with the
// strictness of a user's own.
func catalogueFiles(t testing.TB) []Vendor {
	t.Helper()
	paths, err := filepath.Glob("catalogue/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found no files in the folder catalogue (error %v)", err)
	}
	c := &Catalogue{}
	for _, path := range paths {
		read, err := ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := read[0].ID + ".yaml"; filepath.Base(path) != want {
			t.Errorf("%s holds the vendor %s, which belongs into %s", path, read[0].ID, want)
		}
		c = c.With(read)
	}
	return c.Vendors()
}

// TestCompiledCatalogueIsWhatTheFilesSay holds the text that the program embeds
// against the files it was made of.
func TestCompiledCatalogueIsWhatTheFilesSay(t *testing.T) {
	files := catalogueFiles(t)
	if updating() && !t.Failed() {
		if err := os.WriteFile("catalogue.tsv", []byte(compile(t, files)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("catalogue.tsv was written anew")
	}
	const cure = "write catalogue.tsv anew with UPDATE=1 go test ./vendors -run Compiled"
	if diff := cmp.Diff(files, embeddedCatalogue(t).Vendors(), compareSpans); diff != "" {
		t.Errorf("the compiled catalogue differs from the files, %s (-files +compiled):\n%s", cure, diff)
	}
	if compile(t, files) != compiled {
		t.Errorf("the compiled catalogue is written in another way, %s", cure)
	}
}

func compile(t testing.TB, all []Vendor) string {
	t.Helper()
	var out strings.Builder
	write := func(fields ...string) {
		for _, field := range fields {
			if strings.ContainsAny(field, "\t\n") {
				t.Fatalf("the field %q would break its line", field)
			}
		}
		out.WriteString(strings.Join(fields, "\t") + "\n")
	}
	for _, v := range all {
		write(vendorLine, v.ID, v.Name, v.Kind, v.Homepage)
		for _, w := range v.Windows {
			write(windowLine, w.ID, string(w.Direction), w.Mode, writtenSpan(w), string(w.Bound), w.Setting, writtenDefault(w), joined(t, w.Schedule),
				w.Key, string(w.Evidence), w.URL, w.Read.Format(time.DateOnly), w.Note, w.Trap)
		}
		for _, s := range v.Stores {
			write(storeLine, s.ID, joined(t, s.Tables), joined(t, s.Columns), s.Place, joined(t, s.Key), s.Created, s.Expires, strconv.FormatBool(s.Jobs),
				saidRange(s.Keeps), s.Setting, s.Cleanup, string(s.Evidence), s.URL, s.Read.Format(time.DateOnly), s.Note)
		}
	}
	return out.String()
}

func joined(t testing.TB, list []string) string {
	t.Helper()
	for _, entry := range list {
		if strings.Contains(entry, listSeparator) {
			t.Fatalf("the entry %q would break its list", entry)
		}
	}
	return strings.Join(list, listSeparator)
}

// writtenSpan writes how long a window is as the files do.
func writtenSpan(w fact.Window) string {
	switch {
	case w.Span == nil:
		return string(fact.Unpublished)
	case w.Bound == fact.Never:
		return string(fact.Never)
	}
	return saidRange(*w.Span)
}

func writtenDefault(w fact.Window) string {
	if w.Default == nil {
		return ""
	}
	return said(*w.Default)
}
