package report

import (
	"fmt"
	"io"

	"idemaudit/audit"
)

// Change is a difference between two catalogues as reports show it.
type Change struct {
	Kind   string // added, removed or changed
	Of     string // vendor, window or store
	Vendor string
	ID     string // of the window or the store; empty for a vendor
	Fields []FieldChange
}

// FieldChange is one field that differs; what is absent is empty.
type FieldChange struct {
	Name, Before, After string
}

func (c Change) name() string {
	if c.ID == "" {
		return c.Vendor
	}
	return c.Vendor + "/" + c.ID
}

// tableChanges shows a block for each change, and the counts as the last line.
func tableChanges(w io.Writer, changes []Change, o Options) error {
	p := newPage(o)
	counts := map[string]int{}
	for _, c := range changes {
		counts[c.Kind]++
		p.titled(bold, fmt.Sprintf("%s %s ", c.Of, c.name()), changeStyle(c.Kind), c.Kind)
		for _, f := range c.Fields {
			if p.Quiet {
				break
			}
			p.fieldChange(c.Kind, f)
		}
	}
	p.blank()
	p.wrapped("", bold, changeCounts(counts))
	return p.flush(w)
}

func (p *page) fieldChange(kind string, f FieldChange) {
	label := fmt.Sprintf("  %-10s", f.Name)
	switch {
	case kind == "added":
		p.wrapped(label, plain, f.After)
	case kind == "removed":
		p.wrapped(label, dim, f.Before)
	default:
		p.wrapped(label, dim, orNothing(f.Before))
		p.wrapped("      now   ", plain, orNothing(f.After))
	}
}

func orNothing(text string) string {
	if text == "" {
		return "(nothing)"
	}
	return text
}

func changeStyle(kind string) style {
	switch kind {
	case "added":
		return good
	case "removed":
		return bad
	}
	return doubt
}

func changeCounts(counts map[string]int) string {
	if len(counts) == 0 {
		return "no difference"
	}
	return fmt.Sprintf("%d added, %d removed, %d changed", counts["added"], counts["removed"], counts["changed"])
}

type changeDocument struct {
	Kind   string                `json:"change"`
	Of     string                `json:"of"`
	Vendor string                `json:"vendor"`
	ID     audit.Text            `json:"id"` // null for a vendor
	Fields []fieldChangeDocument `json:"fields"`
}

type fieldChangeDocument struct {
	Name   string     `json:"field"`
	Before audit.Text `json:"before"`
	After  audit.Text `json:"after"`
}

func jsonChanges(w io.Writer, changes []Change, _ Options) error {
	doc := struct {
		SchemaVersion string           `json:"schema_version"`
		Changes       []changeDocument `json:"changes"`
	}{audit.SchemaVersion, []changeDocument{}}
	for _, c := range changes {
		one := changeDocument{Kind: c.Kind, Of: c.Of, Vendor: c.Vendor, ID: audit.Text(c.ID), Fields: []fieldChangeDocument{}}
		for _, f := range c.Fields {
			one.Fields = append(one.Fields, fieldChangeDocument{f.Name, audit.Text(f.Before), audit.Text(f.After)})
		}
		doc.Changes = append(doc.Changes, one)
	}
	return writeJSON(w, doc)
}
