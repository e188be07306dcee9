package strictyaml

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzParse holds that no text makes the reader panic, and that every problem
// has a place inside the text's bounds and comes in order of place.
func FuzzParse(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*.yaml")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("found no seeds in testdata/seeds (error %v)", err)
	}
	for _, path := range seeds {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := Parse("f", text)
		read(d)
		var all *Error
		if !errors.As(d.Err(), &all) {
			return
		}
		last := Problem{}
		for _, p := range all.Problems {
			if p.File != "f" || p.Message == "" || p.Line < 1 || p.Column < 1 || p.Column > len(text)+2 {
				t.Errorf("no place or no message: %+v", p)
			}
			if p.Line < last.Line || p.Line == last.Line && p.Column < last.Column {
				t.Errorf("out of order: %v after %v", p, last)
			}
			last = p
		}
	})
}
