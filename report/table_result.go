package report

import (
	"fmt"
	"io"
	"strings"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// tableResult writes what a person reads at three in the morning: a block for
// each store, the findings with what to do, and the verdict as the last line.
func tableResult(w io.Writer, r audit.Result, o Options) error {
	p := newPage(o)
	if !o.Quiet {
		for _, t := range r.Targets {
			p.target(t)
		}
	}
	p.findings(r)
	p.blank()
	p.lastLine(r)
	return p.flush(w)
}

func (p *page) target(t audit.TargetResult) {
	p.blank()
	p.targetHead(t)
	if t.Failure != nil {
		p.wrapped("  not audited: ", bad, oneLine(t.Failure.Reason))
		if t.Failure.Fix != "" {
			p.wrapped("  fix: ", plain, string(t.Failure.Fix))
		}
		return
	}
	if len(t.Stores) == 0 {
		p.wrapped("  ", plain, noStore)
	}
	for _, s := range t.Stores {
		p.blank()
		p.store(s)
	}
}

const noStore = "no store of idempotency records was found"

// targetHead says what was read, under which assumptions, and what of it no
// sense could be made of.
func (p *page) targetHead(t audit.TargetResult) {
	p.wrapped("", bold, targetTitle(t))
	for _, note := range t.Notes {
		p.wrapped("  note: ", dim, note)
	}
	for _, u := range t.Unread {
		p.wrapped("  not read: ", doubt, strings.TrimPrefix(placeText(u.Where)+": "+u.Reason, ": "))
	}
}

// targetTitle says what was audited, so that a report is never taken for that
// of another database.
func targetTitle(t audit.TargetResult) string {
	parts := []string{string(t.Server)}
	if t.Kind == fact.Schema {
		parts = []string{"SQL files"}
	}
	for _, named := range []struct{ what, name string }{{"database ", string(t.Database)}, {"role ", string(t.Role)}} {
		if named.name != "" {
			parts = append(parts, named.what+named.name)
		}
	}
	if t.Replica {
		parts = append(parts, "standby")
	}
	if !t.Complete && t.Failure == nil {
		parts = append(parts, "not seen whole")
	}
	return strings.TrimSuffix(t.Name+": "+strings.TrimPrefix(strings.Join(parts, ", "), ", "), ": ")
}

// lastLine says the verdict, the worst gap and the counts. It is never wrapped,
// so that the last line of a log is all of it.
func (p *page) lastLine(r audit.Result) {
	word := strings.ToUpper(string(r.Verdict))
	p.line(p.paint(verdictStyle(r.Verdict), word), p.paint(plain, fmt.Sprintf(": %s; %s, %s, %s",
		worstGap(r), count(r.Summary.Errors, "error"), count(r.Summary.Warnings, "warning"), count(r.Summary.Notes, "note"))))
}

func verdictStyle(v audit.Verdict) style {
	switch v {
	case audit.Pass:
		return good
	case audit.Fail:
		return loud
	}
	return doubt
}

func worstGap(r audit.Result) string {
	g := r.Summary.WorstGap
	switch {
	case g == nil && r.Verdict == audit.NothingSeen:
		return "no store found"
	case g == nil && !hasStores(r):
		return "nothing audited"
	case g == nil && r.Verdict == audit.Fail:
		return "no gap in retention" // something else lets a replay in
	case g == nil:
		return "no gap"
	}
	where := string(g.Window)
	if where == "" {
		where = "replay floor"
	}
	where += " in " + g.Store
	if len(r.Targets) > 1 {
		where += " of " + g.Target
	}
	return fmt.Sprintf("worst gap %s (%s)", worstGapText(g), where)
}

func worstGapText(g *audit.WorstGap) string {
	switch {
	case g.Seconds != nil:
		return audit.Gap(span.Seconds(*g.Seconds))
	case g.AtLeastSeconds != nil:
		return ">=" + audit.Gap(span.Seconds(*g.AtLeastSeconds))
	case g.Verdict == audit.Short:
		return "unlimited"
	}
	return "unknown"
}

func hasStores(r audit.Result) bool {
	for _, t := range r.Targets {
		if len(t.Stores) > 0 {
			return true
		}
	}
	return false
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// placeText writes a place as compilers do.
func placeText(w *audit.Where) string {
	if w == nil {
		return ""
	}
	place := fact.Place{File: string(w.File), Object: string(w.Object)}
	if w.Line != nil {
		place.Line = *w.Line
	}
	if w.Column != nil {
		place.Column = *w.Column
	}
	return place.String()
}
