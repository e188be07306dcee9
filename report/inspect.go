package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

// tableInspect shows what was seen of each store, and draws no conclusion.
// Verbose adds every column and partition, quiet leaves out how the floors of
// removers were reached.
func tableInspect(w io.Writer, snapshots []fact.Snapshot, o Options) error {
	p := newPage(o)
	for _, seen := range snapshots {
		p.blank()
		p.targetHead(audit.TargetOf(seen))
		for _, h := range seen.Hidden {
			p.wrapped("  hidden: ", doubt, strings.TrimSuffix(fmt.Sprintf("%s: %s; %s", h.What, h.Why, h.Fix), "; "))
		}
		if len(seen.Stores) == 0 {
			p.wrapped("  ", plain, noStore)
		}
		for _, s := range seen.Stores {
			p.blank()
			p.facts(s)
		}
	}
	return p.flush(w)
}

func (p *page) facts(s fact.Store) {
	p.wrapped("", bold, s.Name)
	p.known("seen", strings.Trim(s.Place.String()+"; "+s.Why, "; "))
	p.known("key", strings.Join(s.Key, ", "))
	p.known("created", columnFact(s.Created))
	p.known("expires", columnFact(s.Expires))
	for _, ix := range s.Indexes {
		p.known("unique", indexFact(ix))
	}
	for _, g := range s.Guards {
		p.known("trigger", strings.TrimSuffix(g.Name+" at "+g.Place.String(), " at "))
	}
	p.known("parts", partitionFact(s.Partitions))
	if p.Verbose {
		p.factDetails(s)
	}
	p.known("storage", storageFact(s))
	p.known("deleted", deletedFact(s))
	if len(s.Cascades) > 0 {
		p.known("cascade", "deleting a record deletes its rows in "+strings.Join(s.Cascades, ", "))
	}
	for _, r := range s.Removers {
		p.remover(audit.RemoverOf(r, audit.StorePolicy{}))
	}
}

func (p *page) factDetails(s fact.Store) {
	for _, c := range s.Columns {
		text := columnFact(&c)
		if c.Nullable {
			text += ", may be NULL"
		}
		p.known("column", text)
	}
	if s.Partitions == nil {
		return
	}
	for _, child := range s.Partitions.Children {
		p.known("part", childFact(child))
	}
}

func childFact(child fact.Partition) string {
	switch {
	case child.Default:
		return child.Name + ", the default one"
	case child.Lower != "" || child.Upper != "":
		return fmt.Sprintf("%s, from %s to %s", child.Name, cmp.Or(child.Lower, "the beginning"), cmp.Or(child.Upper, "the end"))
	}
	return child.Name
}

// known writes one fact; what is not there is left out.
func (p *page) known(label, text string) {
	if text != "" {
		p.wrapped(fmt.Sprintf("  %-8s", label), plain, text)
	}
}

func columnFact(c *fact.Column) string {
	if c == nil {
		return ""
	}
	text := c.Name + " " + c.Type
	switch {
	case c.Generated:
		text += ", generated as " + c.Default
	case c.Default != "":
		text += ", default " + c.Default
	}
	return text
}

func indexFact(ix fact.Index) string {
	var columns []string
	for _, c := range ix.Columns {
		columns = append(columns, cmp.Or(c.Column, c.Expression))
	}
	text := fmt.Sprintf("%s (%s)", ix.Name, strings.Join(columns, ", "))
	for _, trait := range []struct {
		there bool
		text  string
	}{
		{ix.Primary, "primary key"},
		{ix.Partition != "", "on partition " + ix.Partition + " alone"},
		{!ix.Valid, "not valid"},
		{!ix.Ready, "not ready"},
		{ix.Deferrable, "deferrable"},
		{ix.NullsNotDistinct, "nulls not distinct"},
		{ix.Predicate != "", "where " + ix.Predicate},
	} {
		if trait.there {
			text += ", " + trait.text
		}
	}
	return text
}

func partitionFact(part *fact.Partitions) string {
	if part == nil {
		return ""
	}
	return fmt.Sprintf("%s by %s (%s)", count(len(part.Children), "partition"), part.Strategy, strings.Join(part.Columns, ", "))
}

func storageFact(s fact.Store) string {
	switch {
	case s.Foreign:
		return "foreign table"
	case len(s.Unlogged) > 0:
		return "unlogged partitions " + strings.Join(s.Unlogged, ", ")
	case s.Persistence == fact.Permanent:
		return ""
	}
	return string(s.Persistence)
}

func deletedFact(s fact.Store) string {
	n, known := s.Deleted.Get()
	if !known {
		return "unknown: " + s.Deleted.Reason()
	}
	return count(int(n), "row") + " by the statistics"
}
