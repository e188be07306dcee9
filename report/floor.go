package report

import (
	"io"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// tableFloor shows the terms of a replay floor as a sum.
func tableFloor(w io.Writer, f audit.Floor, o Options) error {
	p := newPage(o)
	p.floorTerms(f)
	p.blank()
	sum, governing, known := f.Sum()
	if !known {
		p.wrapped("", bold, "replay floor: unknown, since no inbound window publishes a figure")
		return p.flush(w)
	}
	if !p.Quiet {
		p.withoutGoverning(f, governing)
	}
	if governing.Bound == fact.Configurable {
		p.wrapped("", doubt, governing.Name()+" depends on "+settingText(governing))
	}
	for _, open := range f.WithoutEnd() {
		said := " publishes no figure and is not counted"
		if open.Span != nil {
			said = " publishes no more than the least it can be"
		}
		p.wrapped("", doubt, open.Name()+said+": the floor may be too low")
	}
	terms := governing.Name() + " " + audit.Length(governing.Span.Longest)
	if f.Margin.IsZero() {
		terms += ", no margin"
	} else {
		terms += " + margin " + audit.Margin(f.Margin)
	}
	p.wrapped("", bold, "replay floor: "+audit.Length(sum)+" ("+terms+")")
	return p.flush(w)
}

func (p *page) floorTerms(f audit.Floor) {
	rows := [][]string{}
	for _, t := range f.Terms {
		mark := ""
		if t.Governs {
			mark = "governs"
		}
		rows = append(rows, []string{
			p.paint(plain, t.Window.Name()), p.paint(plain, windowSpan(t.Window)), p.paint(dim, evidenceText(t.Window)), p.paint(good, mark),
		})
	}
	rows = append(rows, []string{"margin", audit.Margin(f.Margin), "", ""})
	p.grid([]string{"inbound window", "span", "evidence", ""}, rows, 1)
	if p.Verbose {
		p.floorSources(f)
	}
}

// floorSources tells where each figure can be read.
func (p *page) floorSources(f audit.Floor) {
	p.blank()
	for _, t := range f.Terms {
		p.wrapped("  "+t.Window.Name()+"  ", dim, t.Window.URL+readText(t.Window))
	}
}

// withoutGoverning tells what ruling out the longest window would gain.
func (p *page) withoutGoverning(f audit.Floor, governing fact.Window) {
	rest := f.WithoutGoverning()
	sum, next, known := rest.Sum()
	if !known {
		p.wrapped("", dim, "without "+governing.Name()+" no window with a figure would be left")
		return
	}
	would := "it would be "
	if before, _, _ := f.Sum(); before == sum {
		would = "it would still be "
	}
	p.wrapped("", dim, "without "+governing.Name()+" "+would+audit.Length(sum)+", for "+next.Name())
}

// windowSpan writes a window's length, both ends where they differ.
func windowSpan(w fact.Window) string {
	switch {
	case w.Span == nil:
		return "unpublished"
	case w.Bound == fact.Never:
		return "none"
	case w.Span.Shortest != w.Span.Longest:
		return audit.Length(w.Span.Shortest) + ".." + audit.Length(w.Span.Longest)
	case w.Bound == fact.AtLeast:
		return ">=" + audit.Length(w.Span.Longest)
	}
	return audit.Length(w.Span.Longest)
}

type floorDocument struct {
	SchemaVersion string      `json:"schema_version"`
	MarginSeconds int64       `json:"margin_seconds"`
	Terms         []floorTerm `json:"terms"`
	// Seconds is null when the floor has no end, and when no inbound window
	// publishes a figure; then no window governs either.
	Seconds *int64     `json:"floor_seconds"`
	Governs audit.Text `json:"governs"`
	Without *floorLeft `json:"without_governing"`
}

type floorTerm struct {
	windowDocument
	Governs bool `json:"governs"`
}

type floorLeft struct {
	Seconds *int64     `json:"floor_seconds"`
	Governs audit.Text `json:"governs"`
}

func jsonFloor(w io.Writer, f audit.Floor, _ Options) error {
	doc := floorDocument{SchemaVersion: audit.SchemaVersion, MarginSeconds: f.Margin.WholeSeconds(), Terms: []floorTerm{}}
	for _, t := range f.Terms {
		doc.Terms = append(doc.Terms, floorTerm{windowOf(t.Window), t.Governs})
	}
	if sum, governing, known := f.Sum(); known {
		doc.Seconds, doc.Governs = finite(sum), audit.Text(governing.Name())
	}
	if sum, next, known := f.WithoutGoverning().Sum(); known {
		doc.Without = &floorLeft{finite(sum), audit.Text(next.Name())}
	}
	return writeJSON(w, doc)
}

// finite returns whole seconds, nil for a span without end.
func finite(s span.Span) *int64 {
	if s.IsUnbounded() {
		return nil
	}
	n := s.WholeSeconds()
	return &n
}
