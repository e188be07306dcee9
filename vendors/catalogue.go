package vendors

import (
	"cmp"
	"slices"

	"idemaudit/audit/fact"
)

// Catalogue is a set of vendors, each id once. It never changes; With returns
// another one. The zero value is empty.
type Catalogue struct {
	vendors []Vendor // sorted by id
}

// With returns the catalogue with more vendors. One whose id is there already
// is merged window by window: a window with a known id takes that window's
// place, another one comes behind. So nobody who corrects one figure loses
// the vendor's other windows without a word.
func (c *Catalogue) With(more []Vendor) *Catalogue {
	merged := slices.Clone(c.vendors)
	for _, v := range more {
		i, known := slices.BinarySearchFunc(merged, v.ID, compareID)
		if known {
			merged[i] = override(merged[i], v)
		} else {
			merged = slices.Insert(merged, i, v)
		}
	}
	return &Catalogue{vendors: merged}
}

// Vendors returns every vendor, sorted by id. Neither they nor their windows
// may be changed.
func (c *Catalogue) Vendors() []Vendor { return slices.Clone(c.vendors) }

// Vendor returns the vendor with that id.
func (c *Catalogue) Vendor(id string) (Vendor, bool) {
	i, known := slices.BinarySearchFunc(c.vendors, id, compareID)
	if !known {
		return Vendor{}, false
	}
	return c.vendors[i], true
}

func compareID(v Vendor, id string) int { return cmp.Compare(v.ID, id) }

func override(known, by Vendor) Vendor {
	windows := slices.Clone(known.Windows)
	for _, w := range by.Windows {
		same := func(other fact.Window) bool { return other.ID == w.ID }
		if i := slices.IndexFunc(windows, same); i >= 0 {
			windows[i] = w
		} else {
			windows = append(windows, w)
		}
	}
	return Vendor{ID: known.ID, Name: by.Name, Homepage: cmp.Or(by.Homepage, known.Homepage), Windows: windows}
}
