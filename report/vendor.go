package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

// Vendor is a vendor of the catalogue as reports show it.
type Vendor struct {
	ID       string
	Name     string
	Kind     string
	Homepage string
	Windows  []fact.Window
	Stores   []fact.LibraryStore
	// Longest is the longest inbound window; nil when none publishes a figure.
	Longest *fact.Window
}

func tableVendors(w io.Writer, vendors []Vendor, o Options) error {
	p := newPage(o)
	rows := [][]string{}
	for _, v := range vendors {
		inbound, outbound := v.counts()
		rows = append(rows, []string{
			p.paint(bold, v.ID), p.paint(plain, v.Kind), fmt.Sprint(inbound), longestText(v, inbound), fmt.Sprint(outbound), p.paint(dim, v.oldest()),
		})
	}
	p.grid([]string{"vendor", "kind", "inbound", "longest", "outbound", "read"}, rows, 2, 3, 4)
	return p.flush(w)
}

func (v Vendor) counts() (inbound, outbound int) {
	for _, w := range v.Windows {
		if w.Direction == fact.Inbound {
			inbound++
		}
	}
	return inbound, len(v.Windows) - inbound
}

// oldest is the day on which the first of the vendor's sources was read.
func (v Vendor) oldest() string {
	var first time.Time
	for _, day := range v.days() {
		if !day.IsZero() && (first.IsZero() || day.Before(first)) {
			first = day
		}
	}
	if first.IsZero() {
		return ""
	}
	return first.Format(time.DateOnly)
}

func (v Vendor) days() []time.Time {
	var days []time.Time
	for _, w := range v.Windows {
		days = append(days, w.Read)
	}
	for _, s := range v.Stores {
		days = append(days, s.Read)
	}
	return days
}

func longestText(v Vendor, inbound int) string {
	switch {
	case v.Longest != nil && v.Longest.Bound == fact.Never:
		return string(fact.Never)
	case v.Longest != nil:
		return audit.Length(v.Longest.Span.Longest)
	case inbound > 0:
		return string(fact.Unpublished)
	}
	return "-"
}

// labelled is a line of what is known of a window or a store.
type labelled struct{ label, text string }

// labelled writes what has a text, the labels in a column. The address of a
// source stays on one line, to be opened from there.
func (p *page) labelled(all []labelled) {
	for _, f := range all {
		label := fmt.Sprintf("  %-10s", f.label)
		switch {
		case f.text == "":
		case f.label == sourceLabel:
			p.line(p.paint(plain, label), p.paint(plain, f.text))
		default:
			p.wrapped(label, plain, f.text)
		}
	}
}

const sourceLabel = "source"

func tableVendor(w io.Writer, v Vendor, o Options) error {
	p := newPage(o)
	title := []string{v.ID + ": " + v.Name}
	for _, more := range []string{v.Kind, v.Homepage} {
		if more != "" {
			title = append(title, more)
		}
	}
	p.wrapped("", bold, strings.Join(title, ", "))
	for _, window := range v.Windows {
		p.window(window)
	}
	for _, store := range v.Stores {
		p.libraryStore(v.ID, store)
	}
	return p.flush(w)
}

func (p *page) window(w fact.Window) {
	p.blank()
	p.wrapped("", bold, w.Name())
	p.wrapped("  ", plain, fmt.Sprintf("%s, %s: %s, %s", w.Direction, w.Mode, windowSpan(w), strings.ReplaceAll(string(w.Bound), "_", " ")))
	p.labelled([]labelled{
		{"setting", settingText(w)},
		{"key", w.Key},
		{"schedule", strings.Join(w.Schedule, ", ")},
		{"evidence", evidenceText(w) + readText(w)},
		{sourceLabel, w.URL},
		{"note", w.Note},
		{"trap", w.Trap},
	})
}

// settingText says what a window depends on, how long it is by default, and
// how to say what it is set to.
func settingText(w fact.Window) string {
	if w.Setting == "" {
		return ""
	}
	standard := "no default is published"
	if w.Default != nil {
		standard = audit.Length(*w.Default) + " by default"
	}
	return fmt.Sprintf("%s, %s; say what it is with --vendor %s:%s=%s", w.Setting, standard, w.Vendor, w.ID, example(w))
}

// example is a length that the window can be set to.
func example(w fact.Window) string {
	switch {
	case w.Default != nil && !w.Default.IsUnbounded():
		return w.Default.String()
	case w.Span != nil && !w.Span.Longest.IsUnbounded():
		return w.Span.Longest.String()
	}
	return "7d"
}

func (p *page) libraryStore(vendor string, s fact.LibraryStore) {
	p.blank()
	p.wrapped("", bold, vendor+", store "+s.ID)
	keeps := audit.Length(s.Keeps.Longest)
	if s.Keeps.Shortest != s.Keeps.Longest {
		keeps = audit.Length(s.Keeps.Shortest) + ".." + keeps
	}
	if s.Setting != "" {
		keeps += ", by " + s.Setting
	}
	p.labelled([]labelled{
		{"tables", strings.Join(s.Tables, ", ")},
		{"columns", strings.Join(s.Columns, ", ")},
		{"place", s.Place},
		{"key", strings.Join(s.Key, ", ")},
		{"keeps", keeps},
		{"cleanup", s.Cleanup},
		{"evidence", evidenceWords(s.Evidence) + dayText(s.Read)},
		{sourceLabel, s.URL},
		{"note", s.Note},
	})
}

func evidenceText(w fact.Window) string { return evidenceWords(w.Evidence) }

func evidenceWords(e fact.WindowEvidence) string { return strings.ReplaceAll(string(e), "_", " ") }

func readText(w fact.Window) string { return dayText(w.Read) }

func dayText(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return ", read " + day.Format(time.DateOnly)
}
