package vendors

import (
	"cmp"
	"slices"

	"idemaudit/audit/fact"
)

// ChangeKind tells what became of a vendor, a window or a store.
type ChangeKind string

// The kinds of change.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
)

// What a change is of.
const (
	OfVendor = "vendor"
	OfWindow = "window"
	OfStore  = "store"
)

// Change is a difference between two catalogues.
type Change struct {
	Kind   ChangeKind
	Of     string // vendor, window or store
	Vendor string
	ID     string // of the window or the store; empty for a vendor
	// Fields are those that differ. An added entry has them all after, a
	// removed one all before.
	Fields []FieldChange
}

// FieldChange is one field that differs, written as in a file.
type FieldChange struct {
	Name, Before, After string
}

// Diff returns the differences between two catalogues, sorted by vendor. A
// vendor that only one of them has is one change, not one for each window.
func Diff(before, after *Catalogue) []Change {
	var changes []Change
	for _, old := range before.vendors {
		now, stays := after.Vendor(old.ID)
		if !stays {
			changes = append(changes, Change{Kind: Removed, Of: OfVendor, Vendor: old.ID, Fields: differences(vendorFields(old), nil)})
			continue
		}
		changes = append(changes, vendorChanges(old, now)...)
	}
	for _, now := range after.vendors {
		if _, known := before.Vendor(now.ID); !known {
			changes = append(changes, Change{Kind: Added, Of: OfVendor, Vendor: now.ID, Fields: differences(nil, vendorFields(now))})
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(a.Vendor, b.Vendor) })
	return changes
}

// vendorChanges returns the differences between two versions of one vendor.
func vendorChanges(old, now Vendor) []Change {
	var changes []Change
	if fields := differences(vendorFields(old), vendorFields(now)); len(fields) > 0 {
		changes = append(changes, Change{Kind: Changed, Of: OfVendor, Vendor: old.ID, Fields: fields})
	}
	windows := entryChanges(old.Windows, now.Windows, func(w fact.Window) string { return w.ID }, windowFields)
	stores := entryChanges(old.Stores, now.Stores, func(s fact.LibraryStore) string { return s.ID }, storeFields)
	for _, c := range windows {
		c.Of, c.Vendor = OfWindow, old.ID
		changes = append(changes, c)
	}
	for _, c := range stores {
		c.Of, c.Vendor = OfStore, old.ID
		changes = append(changes, c)
	}
	return changes
}

// entryChanges compares windows, or stores, by id: those of the older list in
// its order, then those that are new.
func entryChanges[T any](old, now []T, id func(T) string, fields func(T) []Field) []Change {
	later := map[string]T{}
	for _, entry := range now {
		later[id(entry)] = entry
	}
	var changes []Change
	for _, entry := range old {
		counterpart, stays := later[id(entry)]
		delete(later, id(entry))
		switch {
		case !stays:
			changes = append(changes, Change{Kind: Removed, ID: id(entry), Fields: differences(fields(entry), nil)})
		default:
			if differing := differences(fields(entry), fields(counterpart)); len(differing) > 0 {
				changes = append(changes, Change{Kind: Changed, ID: id(entry), Fields: differing})
			}
		}
	}
	for _, entry := range now {
		if _, isNew := later[id(entry)]; isNew {
			changes = append(changes, Change{Kind: Added, ID: id(entry), Fields: differences(nil, fields(entry))})
		}
	}
	return changes
}

// differences compares fields of the same names in the same order; nil stands
// for fields that are all empty.
func differences(before, after []Field) []FieldChange {
	var all []FieldChange
	for i := range max(len(before), len(after)) {
		var c FieldChange
		if before != nil {
			c.Name, c.Before = before[i].Name, before[i].Text
		}
		if after != nil {
			c.Name, c.After = after[i].Name, after[i].Text
		}
		if c.Before != c.After {
			all = append(all, c)
		}
	}
	return all
}
