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
// is merged window by window and store by store: one with a known id takes
// that one's place, another one comes behind. So nobody who corrects one
// figure loses the vendor's other windows without a word.
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

// override merges what a file says of a vendor that is known already. What it
// leaves out stays as it was.
func override(known, by Vendor) Vendor {
	return Vendor{
		ID:       known.ID,
		Name:     by.Name,
		Kind:     cmp.Or(by.Kind, known.Kind),
		Homepage: cmp.Or(by.Homepage, known.Homepage),
		Windows:  replaceByID(known.Windows, by.Windows, func(w fact.Window) string { return w.ID }),
		Stores:   replaceByID(known.Stores, by.Stores, func(s fact.LibraryStore) string { return s.ID }),
	}
}

// replaceByID puts each of the newer entries in the place of the one with its
// id, or behind all others.
func replaceByID[T any](known, newer []T, id func(T) string) []T {
	all := slices.Clone(known)
	places := map[string]int{}
	for i, entry := range all {
		places[id(entry)] = i
	}
	for _, entry := range newer {
		if i, ok := places[id(entry)]; ok {
			all[i] = entry
		} else {
			all = append(all, entry)
		}
	}
	return all
}

// LibraryStores returns the stores of every library, in the order of Vendors.
func (c *Catalogue) LibraryStores() []fact.LibraryStore {
	var all []fact.LibraryStore
	for _, v := range c.vendors {
		all = append(all, v.Stores...)
	}
	return all
}
