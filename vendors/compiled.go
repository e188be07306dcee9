package vendors

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// compiled holds the files of the folder catalogue in one JSON document, with
// the same fields. Reading YAML takes ten times as long, and every run that
// names a vendor would pay for it. A test keeps the document true, and
//
//	UPDATE=1 go test ./vendors -run Compiled
//
// writes it anew.
//
//go:embed catalogue.json
var compiled string

// Embedded returns the catalogue that the program was built with. It is read
// on every call; an error is a defect of the build.
func Embedded() (*Catalogue, error) {
	var documents []vendorDocument
	if err := json.Unmarshal([]byte(compiled), &documents); err != nil {
		return nil, fmt.Errorf("read the embedded catalogue: %w", err)
	}
	c := &Catalogue{vendors: make([]Vendor, 0, len(documents))}
	for _, d := range documents {
		v, err := d.vendor()
		if err != nil {
			return nil, fmt.Errorf("read the embedded catalogue: vendor %s: %w", d.ID, err)
		}
		c.vendors = append(c.vendors, v)
	}
	return c, nil
}

// vendorDocument is a vendor's file as it is compiled, sorted by id among the
// others. All lengths and dates are written as in the file.
type vendorDocument struct {
	ID       string           `json:"id"`
	Name     string           `json:"name"`
	Kind     string           `json:"kind,omitempty"`
	Homepage string           `json:"homepage,omitempty"`
	Windows  []windowDocument `json:"windows,omitempty"`
	Stores   []storeDocument  `json:"stores,omitempty"`
}

type windowDocument struct {
	ID        string              `json:"id"`
	Direction fact.Direction      `json:"direction"`
	Mode      string              `json:"mode"`
	Span      string              `json:"span"`
	Bound     fact.Bound          `json:"bound"`
	Setting   string              `json:"setting,omitempty"`
	Default   string              `json:"default,omitempty"`
	Schedule  []string            `json:"schedule,omitempty"`
	Key       string              `json:"key,omitempty"`
	Evidence  fact.WindowEvidence `json:"evidence"`
	URL       string              `json:"url"`
	Read      string              `json:"read"`
	Note      string              `json:"note,omitempty"`
	Trap      string              `json:"trap,omitempty"`
}

type storeDocument struct {
	ID       string              `json:"id"`
	Tables   []string            `json:"tables,omitempty"`
	Columns  []string            `json:"columns,omitempty"`
	Place    string              `json:"place,omitempty"`
	Key      []string            `json:"key,omitempty"`
	Created  string              `json:"created,omitempty"`
	Expires  string              `json:"expires,omitempty"`
	Jobs     bool                `json:"jobs,omitempty"`
	Keeps    string              `json:"keeps"`
	Setting  string              `json:"setting,omitempty"`
	Cleanup  string              `json:"cleanup,omitempty"`
	Evidence fact.WindowEvidence `json:"evidence"`
	URL      string              `json:"url"`
	Read     string              `json:"read"`
	Note     string              `json:"note,omitempty"`
}

func (d vendorDocument) vendor() (Vendor, error) {
	v := Vendor{ID: d.ID, Name: d.Name, Kind: d.Kind, Homepage: d.Homepage}
	for _, w := range d.Windows {
		window, err := w.window(d.ID)
		if err != nil {
			return Vendor{}, fmt.Errorf("window %s: %w", w.ID, err)
		}
		v.Windows = append(v.Windows, window)
	}
	for _, s := range d.Stores {
		store, err := s.store()
		if err != nil {
			return Vendor{}, fmt.Errorf("store %s: %w", s.ID, err)
		}
		v.Stores = append(v.Stores, store)
	}
	return v, nil
}

func (d windowDocument) window(vendor string) (fact.Window, error) {
	w := fact.Window{
		Vendor: vendor, ID: d.ID, Direction: d.Direction, Mode: d.Mode, Bound: d.Bound, Setting: d.Setting, Schedule: d.Schedule,
		Key: d.Key, Evidence: d.Evidence, URL: d.URL, Note: d.Note, Trap: d.Trap,
	}
	var err error
	if w.Read, err = time.Parse(time.DateOnly, d.Read); err != nil {
		return fact.Window{}, err
	}
	if d.Default != "" {
		standard, err := parseSetting(d.Default)
		if err != nil {
			return fact.Window{}, err
		}
		w.Default = &standard
	}
	if d.Span == string(fact.Unpublished) {
		return w, nil
	}
	length, err := parseLength(d.Span)
	w.Span = &length
	return w, err
}

func (d storeDocument) store() (Store, error) {
	s := Store{
		ID: d.ID, Tables: d.Tables, Columns: d.Columns, Place: d.Place, Key: d.Key, Created: d.Created, Expires: d.Expires, Jobs: d.Jobs,
		Setting: d.Setting, Cleanup: d.Cleanup, Evidence: d.Evidence, URL: d.URL, Note: d.Note,
	}
	var err error
	if s.Read, err = time.Parse(time.DateOnly, d.Read); err != nil {
		return Store{}, err
	}
	s.Keeps, err = parseLength(d.Keeps)
	return s, err
}

// parseLength reads a span that has a length, as the files write it.
func parseLength(text string) (span.Range, error) {
	switch text {
	case string(fact.Never):
		return span.Range{}, nil
	case string(fact.Unlimited):
		return span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}, nil
	}
	return span.ParseOpenRange(text)
}
