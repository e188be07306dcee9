package report

import (
	"cmp"
	"fmt"
	"strings"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// store writes the block of one store: what it keeps and why, what guards it,
// and how much of each window it covers.
func (p *page) store(s audit.StoreResult) {
	p.titled(verdictStyle(s.Verdict), strings.ToUpper(string(s.Verdict))+"  ", bold, s.Name)
	p.wrapped("  keeps   ", plain, keeps(s.Retention))
	p.wrapped("  guard   ", plain, guardText(s.Guard))
	p.wrapped("  key     ", plain, fmt.Sprintf("%s; created %s; expires %s",
		cmp.Or(strings.Join(s.Key, ", "), "not known"), cmp.Or(s.Created, "not known"), cmp.Or(s.Expires, "none")))
	if s.Partitions != nil {
		p.wrapped("  parts   ", plain, partitionsText(*s.Partitions))
	}
	if p.Verbose {
		p.storeDetails(s)
	}
	if len(s.Coverage) > 0 {
		p.blank()
		p.coverage(s)
	}
}

func keeps(r audit.Retention) string {
	switch r.Status {
	case audit.RetentionUnbounded:
		return "for ever: " + r.Basis
	case audit.RetentionUnknown:
		return "unknown: " + r.Basis
	}
	if *r.FloorSeconds == 0 {
		return fmt.Sprintf("nothing for certain (%s): %s", r.Evidence, r.Basis)
	}
	return fmt.Sprintf("%s (%s): %s", audit.Length(span.Seconds(*r.FloorSeconds)), restsOn(r), r.Basis)
}

// restsOn tells a figure that is declared from one that something shorter than
// the declaration sets, with the declaration for what could not be seen.
func restsOn(r audit.Retention) string {
	if r.Evidence == fact.Declared && r.DeclaredSeconds != nil && *r.FloorSeconds < *r.DeclaredSeconds {
		return "declared in part"
	}
	return string(r.Evidence)
}

func guardText(g audit.Guard) string {
	text := strings.ReplaceAll(string(g.Status), "_", " ") + ": "
	if g.Index != "" {
		text += fmt.Sprintf("%s (%s) ", g.Index, strings.Join(g.Columns, ", "))
		if g.Status == audit.GuardHolds {
			text += "is "
		}
	}
	return text + g.Reason
}

func partitionsText(part audit.Partitions) string {
	text := count(part.Count, "partition")
	if part.Oldest != "" || part.Newest != "" {
		text += fmt.Sprintf(", from %s to %s", cmp.Or(part.Oldest, "the beginning"), cmp.Or(part.Newest, "the end"))
	}
	if part.DefaultRows != nil {
		text += fmt.Sprintf(", %s in the default one", count(int(*part.DefaultRows), "row"))
	}
	return text
}

// storeDetails adds where the store is, why it was taken for one and every
// remover with the steps to its floor.
func (p *page) storeDetails(s audit.StoreResult) {
	if at := placeText(s.Where); at != "" || s.Why != "" {
		p.wrapped("  seen    ", dim, strings.Trim(at+"; "+string(s.Why), "; "))
	}
	for _, r := range s.Removers {
		p.remover(r)
	}
}

func (p *page) remover(r audit.Remover) {
	text := fmt.Sprintf("%s %s: %s", r.Kind, r.Name, removerFloor(r))
	if r.Schedule != "" {
		text += ", runs " + string(r.Schedule)
	}
	if r.Ignored != "" {
		text += ", does not count: " + string(r.Ignored)
	}
	if r.Where != "" {
		text += ", at " + string(r.Where)
	}
	p.wrapped("  remover ", plain, text)
	if p.Quiet {
		return
	}
	for _, step := range r.Chain {
		p.wrapped("          - ", dim, step)
	}
	if r.Text != "" {
		p.wrapped("          ", dim, oneLine(string(r.Text)))
	}
}

func removerFloor(r audit.Remover) string {
	switch {
	case r.Opaque != "":
		return "can't be told, " + string(r.Opaque)
	case r.FloorSeconds == nil:
		return "ends no record"
	case *r.FloorSeconds == 0:
		return fmt.Sprintf("from any age (%s)", r.Evidence)
	}
	return fmt.Sprintf("from an age of %s (%s)", audit.Length(span.Seconds(*r.FloorSeconds)), r.Evidence)
}
