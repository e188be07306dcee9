package vendors

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// compiled holds the files of the folder catalogue in one text, because reading
// YAML takes a hundred times as long and every run that names a vendor would
// pay for it. Each line is a vendor, or one window or store of the vendor above
// it: its fields in a fixed order, a tab between two, the entries of a list
// joined. A test keeps the text true, and
//
//	UPDATE=1 go test ./vendors -run Compiled
//
// writes it anew.
//
//go:embed catalogue.tsv
var compiled string

// What a line of the compiled catalogue holds, and how many fields it has: that
// word, the id, and then those of the vendor, the window or the store.
const (
	vendorLine, vendorWidth = "vendor", 5
	windowLine, windowWidth = "window", 15
	storeLine, storeWidth   = "store", 16
)

// Embedded returns the catalogue that the program was built with. It is read
// on every call; an error is a defect of the build.
func Embedded() (*Catalogue, error) {
	c := &Catalogue{}
	number := 0
	for line := range strings.Lines(compiled) {
		number++
		if err := c.addLine(strings.Split(strings.TrimSuffix(line, "\n"), "\t")); err != nil {
			return nil, fmt.Errorf("read the embedded catalogue: line %d: %w", number, err)
		}
	}
	return c, nil
}

// addLine adds what a line holds. Vendors come sorted by id.
func (c *Catalogue) addLine(fields []string) error {
	kind, rest := fields[0], &row{fields[1:]}
	switch {
	case kind == vendorLine && len(fields) == vendorWidth:
		c.vendors = append(c.vendors, Vendor{ID: rest.next(), Name: rest.next(), Kind: rest.next(), Homepage: rest.next()})
		return nil
	case kind == windowLine && len(fields) == windowWidth && len(c.vendors) > 0:
		v := &c.vendors[len(c.vendors)-1]
		w, err := rest.window(v.ID)
		v.Windows = append(v.Windows, w)
		return err
	case kind == storeLine && len(fields) == storeWidth && len(c.vendors) > 0:
		v := &c.vendors[len(c.vendors)-1]
		s, err := rest.store(v.Name)
		v.Stores = append(v.Stores, s)
		return err
	}
	return fmt.Errorf("%d fields are no %q", len(fields), kind)
}

// row is a line whose fields are taken from left to right.
type row struct{ fields []string }

func (r *row) next() string {
	field := r.fields[0]
	r.fields = r.fields[1:]
	return field
}

func (r *row) window(vendor string) (fact.Window, error) {
	w := fact.Window{Vendor: vendor, ID: r.next(), Direction: fact.Direction(r.next()), Mode: r.next()}
	var spanErr, defaultErr, readErr error
	w.Span, spanErr = parseSpan(r.next())
	w.Bound, w.Setting = fact.Bound(r.next()), r.next()
	w.Default, defaultErr = parseDefault(r.next())
	w.Schedule, w.Key = listOf(r.next()), r.next()
	w.Evidence, w.URL = fact.WindowEvidence(r.next()), r.next()
	w.Read, readErr = time.Parse(time.DateOnly, r.next())
	w.Note, w.Trap = r.next(), r.next()
	return w, errors.Join(spanErr, defaultErr, readErr)
}

func (r *row) store(library string) (fact.LibraryStore, error) {
	s := fact.LibraryStore{
		Library: library, ID: r.next(), Tables: listOf(r.next()), Columns: listOf(r.next()), Place: r.next(),
		Key: listOf(r.next()), Created: r.next(), Expires: r.next(), Jobs: r.next() == "true",
	}
	var keepsErr, readErr error
	s.Keeps, keepsErr = parseLength(r.next())
	s.Setting, s.Cleanup = r.next(), r.next()
	s.Evidence, s.URL = fact.WindowEvidence(r.next()), r.next()
	s.Read, readErr = time.Parse(time.DateOnly, r.next())
	s.Note = r.next()
	return s, errors.Join(keepsErr, readErr)
}

func listOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, listSeparator)
}

// parseSpan returns nil for a window that publishes no figure.
func parseSpan(text string) (*span.Range, error) {
	if text == string(fact.Unpublished) {
		return nil, nil
	}
	r, err := parseLength(text)
	return &r, err
}

func parseDefault(text string) (*span.Span, error) {
	if text == "" {
		return nil, nil
	}
	standard, err := parseSetting(text)
	return &standard, err
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
