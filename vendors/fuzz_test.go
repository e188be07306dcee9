package vendors

import (
	"os"
	"path/filepath"
	"testing"

	"idemaudit/audit/fact"
	"idemaudit/vendors/strictyaml"
)

// FuzzCatalogue holds that no text makes the reader panic, and that whatever it
// accepts keeps the promises that judgement relies on.
func FuzzCatalogue(f *testing.F) {
	seeds, err := filepath.Glob("catalogue/*.yaml")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("found no seeds in the folder catalogue (error %v)", err)
	}
	for _, path := range seeds {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(acme))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := read(strictyaml.Parse("f", text))
		if err != nil {
			return
		}
		if !IsID(v.ID) || v.Name == "" || len(v.Windows)+len(v.Stores) == 0 {
			t.Errorf("accepted a vendor without id, name, windows and stores: %+v", v)
		}
		c := (&Catalogue{}).With([]Vendor{v})
		for _, w := range v.Windows {
			checkWindow(t, v, w)
			if _, err := c.Select(v.ID + ":" + w.ID); err != nil {
				t.Errorf("a window of an accepted vendor can't be selected: %v", err)
			}
		}
		for _, s := range v.Stores {
			if !IsID(s.ID) || s.Keeps.Longest.IsZero() || s.Evidence == "" || s.URL == "" || len(s.Tables)+len(s.Columns) == 0 && s.Place == "" {
				t.Errorf("accepted a store that lacks something: %+v", s)
			}
		}
	})
}

func checkWindow(t *testing.T, v Vendor, w fact.Window) {
	t.Helper()
	if w.Vendor != v.ID || !IsID(w.ID) || w.Direction == "" || w.Mode == "" || w.Evidence == "" || w.URL == "" {
		t.Errorf("accepted a window that lacks something: %+v", w)
	}
	if (w.Setting != "") != (w.Bound == fact.Configurable) || w.Default != nil && w.Setting == "" {
		t.Errorf("a setting without a configurable window, or the other way round: %+v", w)
	}
	if !spanFits(w) {
		t.Errorf("bound %s, and %v long", w.Bound, w.Span)
	}
}

// spanFits reports whether a window's span is one that goes with its bound.
func spanFits(w fact.Window) bool {
	r := w.Span
	switch w.Bound {
	case fact.Unpublished:
		return r == nil
	case fact.Unlimited:
		return r != nil && r.Shortest.IsUnbounded() && r.Longest.IsUnbounded()
	case fact.Never:
		return r != nil && r.Longest.IsZero()
	case fact.Between:
		return r != nil && !r.Shortest.IsZero() && r.Shortest.Less(r.Longest)
	case fact.Exact, fact.AtLeast, fact.AtMost:
		return r != nil && !r.Shortest.IsZero() && r.Shortest == r.Longest && !r.Longest.IsUnbounded()
	case fact.Configurable:
		return r == nil || !r.Shortest.IsZero() && !r.Longest.Less(r.Shortest)
	}
	return false
}
