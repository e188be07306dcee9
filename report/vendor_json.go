package report

import (
	"io"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

type windowDocument struct {
	Vendor    string         `json:"vendor"`
	ID        string         `json:"window"`
	Direction fact.Direction `json:"direction"`
	Mode      string         `json:"mode"`
	// Both ends are null for a window that is unlimited or unpublished, and the
	// longest alone for one that can be set to be unlimited.
	Shortest *int64              `json:"shortest_seconds"`
	Longest  *int64              `json:"longest_seconds"`
	Bound    fact.Bound          `json:"bound"`
	Schedule []string            `json:"schedule"`
	Key      audit.Text          `json:"key"`
	Evidence fact.WindowEvidence `json:"evidence"`
	URL      audit.Text          `json:"url"`
	Read     audit.Text          `json:"read"`
	Note     audit.Text          `json:"note"`
	// Unlimited is set when the longest end is.
	Unlimited bool       `json:"unlimited"`
	Setting   audit.Text `json:"setting"`
	// Default is how long a configurable window is unless somebody sets it; the
	// number is null where it is unlimited.
	Default        audit.Text `json:"default"`
	DefaultSeconds *int64     `json:"default_seconds"`
	Trap           audit.Text `json:"trap"`
}

func windowOf(w fact.Window) windowDocument {
	doc := windowDocument{
		Vendor: w.Vendor, ID: w.ID, Direction: w.Direction, Mode: w.Mode, Bound: w.Bound, Schedule: append([]string{}, w.Schedule...),
		Key: audit.Text(w.Key), Evidence: w.Evidence, URL: audit.Text(w.URL), Read: day(w.Read), Note: audit.Text(w.Note),
		Setting: audit.Text(w.Setting), Trap: audit.Text(w.Trap),
	}
	if w.Span != nil {
		doc.Shortest, doc.Longest, doc.Unlimited = finite(w.Span.Shortest), finite(w.Span.Longest), w.Span.Longest.IsUnbounded()
	}
	if w.Default != nil {
		doc.Default, doc.DefaultSeconds = audit.Text(audit.Length(*w.Default)), finite(*w.Default)
	}
	return doc
}

type storeDocument struct {
	ID      string     `json:"store"`
	Tables  []string   `json:"tables"`
	Columns []string   `json:"columns"`
	Place   audit.Text `json:"place"`
	Key     []string   `json:"key"`
	Created audit.Text `json:"created"`
	Expires audit.Text `json:"expires"`
	Jobs    bool       `json:"jobs"`
	// Both ends are null where records are kept for ever.
	Shortest *int64              `json:"keeps_shortest_seconds"`
	Longest  *int64              `json:"keeps_longest_seconds"`
	Setting  audit.Text          `json:"setting"`
	Cleanup  audit.Text          `json:"cleanup"`
	Evidence fact.WindowEvidence `json:"evidence"`
	URL      audit.Text          `json:"url"`
	Read     audit.Text          `json:"read"`
	Note     audit.Text          `json:"note"`
}

func storeOf(s fact.LibraryStore) storeDocument {
	return storeDocument{
		ID: s.ID, Tables: append([]string{}, s.Tables...), Columns: append([]string{}, s.Columns...), Place: audit.Text(s.Place),
		Key: append([]string{}, s.Key...), Created: audit.Text(s.Created), Expires: audit.Text(s.Expires), Jobs: s.Jobs,
		Shortest: finite(s.Keeps.Shortest), Longest: finite(s.Keeps.Longest), Setting: audit.Text(s.Setting), Cleanup: audit.Text(s.Cleanup),
		Evidence: s.Evidence, URL: audit.Text(s.URL), Read: day(s.Read), Note: audit.Text(s.Note),
	}
}

func day(d time.Time) audit.Text {
	if d.IsZero() {
		return ""
	}
	return audit.Text(d.Format(time.DateOnly))
}

type vendorDocument struct {
	ID       string           `json:"id"`
	Name     string           `json:"name"`
	Homepage audit.Text       `json:"homepage"`
	Windows  []windowDocument `json:"windows"`
	Kind     audit.Text       `json:"kind"`
	Stores   []storeDocument  `json:"stores"`
	// Longest names the longest inbound window; it is null when none publishes
	// a figure.
	Longest *longestDocument `json:"longest_inbound"`
}

type longestDocument struct {
	Window  string `json:"window"`
	Seconds *int64 `json:"seconds"` // null when it is unlimited
}

func vendorOf(v Vendor) vendorDocument {
	doc := vendorDocument{
		ID: v.ID, Name: v.Name, Homepage: audit.Text(v.Homepage), Kind: audit.Text(v.Kind), Windows: []windowDocument{}, Stores: []storeDocument{},
	}
	for _, w := range v.Windows {
		doc.Windows = append(doc.Windows, windowOf(w))
	}
	for _, s := range v.Stores {
		doc.Stores = append(doc.Stores, storeOf(s))
	}
	if v.Longest != nil {
		doc.Longest = &longestDocument{v.Longest.ID, finite(v.Longest.Span.Longest)}
	}
	return doc
}

func jsonVendors(w io.Writer, vendors []Vendor, _ Options) error {
	doc := struct {
		SchemaVersion string           `json:"schema_version"`
		Vendors       []vendorDocument `json:"vendors"`
	}{audit.SchemaVersion, []vendorDocument{}}
	for _, v := range vendors {
		doc.Vendors = append(doc.Vendors, vendorOf(v))
	}
	return writeJSON(w, doc)
}

func jsonVendor(w io.Writer, v Vendor, _ Options) error {
	return writeJSON(w, struct {
		SchemaVersion string `json:"schema_version"`
		vendorDocument
	}{audit.SchemaVersion, vendorOf(v)})
}
