package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Vendor is a vendor of the catalogue as reports show it.
type Vendor struct {
	ID       string
	Name     string
	Homepage string
	Windows  []fact.Window
}

func tableVendors(w io.Writer, vendors []Vendor, o Options) error {
	p := newPage(o)
	rows := [][]string{}
	for _, v := range vendors {
		inbound := audit.ReplayFloor(v.Windows, span.Span{})
		longest := "unknown"
		if sum, _, known := inbound.Sum(); known {
			longest = audit.Length(sum)
		}
		rows = append(rows, []string{
			p.paint(bold, v.ID), p.paint(plain, v.Name), fmt.Sprint(len(inbound.Terms)), longest, fmt.Sprint(len(v.Windows) - len(inbound.Terms)),
		})
	}
	p.grid([]string{"vendor", "name", "inbound", "longest", "outbound"}, rows, 2, 3, 4)
	return p.flush(w)
}

func tableVendor(w io.Writer, v Vendor, o Options) error {
	p := newPage(o)
	p.wrapped("", bold, strings.TrimSuffix(fmt.Sprintf("%s: %s, %s", v.ID, v.Name, v.Homepage), ", "))
	for _, window := range v.Windows {
		p.blank()
		p.wrapped("", bold, window.Name())
		p.wrapped("  ", plain, fmt.Sprintf("%s, %s: %s, %s", window.Direction, window.Mode, windowSpan(window), window.Bound))
		for _, fact := range []struct{ label, text string }{
			{"  key       ", window.Key},
			{"  schedule  ", strings.Join(window.Schedule, ", ")},
			{"  evidence  ", evidenceText(window) + readText(window)},
			{"  source    ", window.URL},
			{"  note      ", window.Note},
		} {
			if fact.text != "" {
				p.wrapped(fact.label, plain, fact.text)
			}
		}
	}
	return p.flush(w)
}

func evidenceText(w fact.Window) string { return strings.ReplaceAll(string(w.Evidence), "_", " ") }

func readText(w fact.Window) string {
	if w.Read.IsZero() {
		return ""
	}
	return ", read " + w.Read.Format(time.DateOnly)
}

type windowDocument struct {
	Vendor    string         `json:"vendor"`
	ID        string         `json:"window"`
	Direction fact.Direction `json:"direction"`
	Mode      string         `json:"mode"`
	// Both ends are null for a window that is unlimited or unpublished; the
	// bound tells which.
	Shortest *int64              `json:"shortest_seconds"`
	Longest  *int64              `json:"longest_seconds"`
	Bound    fact.Bound          `json:"bound"`
	Schedule []string            `json:"schedule"`
	Key      audit.Text          `json:"key"`
	Evidence fact.WindowEvidence `json:"evidence"`
	URL      audit.Text          `json:"url"`
	Read     audit.Text          `json:"read"`
	Note     audit.Text          `json:"note"`
}

func windowOf(w fact.Window) windowDocument {
	doc := windowDocument{
		Vendor: w.Vendor, ID: w.ID, Direction: w.Direction, Mode: w.Mode, Bound: w.Bound, Schedule: append([]string{}, w.Schedule...),
		Key: audit.Text(w.Key), Evidence: w.Evidence, URL: audit.Text(w.URL), Note: audit.Text(w.Note),
	}
	if w.Span != nil {
		doc.Shortest, doc.Longest = finite(w.Span.Shortest), finite(w.Span.Longest)
	}
	if !w.Read.IsZero() {
		doc.Read = audit.Text(w.Read.Format(time.DateOnly))
	}
	return doc
}

type vendorDocument struct {
	ID       string           `json:"id"`
	Name     string           `json:"name"`
	Homepage audit.Text       `json:"homepage"`
	Windows  []windowDocument `json:"windows"`
}

func vendorOf(v Vendor) vendorDocument {
	doc := vendorDocument{ID: v.ID, Name: v.Name, Homepage: audit.Text(v.Homepage), Windows: []windowDocument{}}
	for _, w := range v.Windows {
		doc.Windows = append(doc.Windows, windowOf(w))
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
