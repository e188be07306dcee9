package vendors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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

// TestReadingTheCatalogueIsQuick takes the best of many tries, for whatever else
// the machine does only makes one longer.
func TestReadingTheCatalogueIsQuick(t *testing.T) {
	best := time.Hour
	for range 50 {
		begin := time.Now()
		embeddedCatalogue(t)
		best = min(best, time.Since(begin))
	}
	if best > 5*time.Millisecond {
		t.Errorf("reading the catalogue takes %s, want at most 5ms", best)
	}
}

// compile writes vendors as the program embeds them.
func compile(t testing.TB, all []Vendor) string {
	t.Helper()
	var out strings.Builder
	write := func(kind, id string, fields []Field) {
		line := []string{kind, id}
		for _, f := range fields {
			if strings.ContainsAny(f.Text, "\t\n") {
				t.Fatalf("%s %s: the field %s would break its line: %q", kind, id, f.Name, f.Text)
			}
			line = append(line, f.Text)
		}
		out.WriteString(strings.Join(line, "\t") + "\n")
	}
	for _, v := range all {
		write(vendorLine, v.ID, vendorFields(v))
		for _, w := range v.Windows {
			write(windowLine, w.ID, windowFields(w))
		}
		for _, s := range v.Stores {
			write(storeLine, s.ID, storeFields(s))
		}
	}
	return out.String()
}
