package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/report"
)

// catalogue is a vendor of each kind that is shown differently.
func catalogue() []report.Vendor {
	windows := stripe()
	topic := inboundOf("kafka", "topic-retention", span.Seconds(1), span.Unbounded())
	topic.Bound, topic.Setting, topic.Default = fact.Configurable, "retention.ms", lengthOf(days(7))
	topic.Trap = "A compacted topic keeps the last value of every key."
	never := inboundOf("github", "webhook-automatic-retry", span.Span{}, span.Span{})
	never.Bound = fact.Never
	inbox := fact.LibraryStore{
		Library: "Keeper", ID: "inbox", Tables: []string{"keeper_inbox", "*_inbox"}, Columns: []string{"id"}, Key: []string{"id"}, Created: "received",
		Keeps: span.Range{Shortest: days(1), Longest: days(15)}, Setting: "keep_for", Cleanup: "a timer", Evidence: fact.SourceCode,
		URL: "https://keeper.example/inbox.go", Read: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), Note: "A log rather than a check.",
	}
	return []report.Vendor{
		{ID: "acme", Name: "Acmé", Windows: odd()},
		{ID: "github", Name: "GitHub", Kind: "source-hosting", Windows: []fact.Window{never}, Longest: &never},
		{ID: "kafka", Name: "Apache Kafka", Kind: "stream", Homepage: "https://kafka.apache.org", Windows: []fact.Window{topic}, Longest: &topic},
		{ID: "keeper", Name: "Keeper", Kind: "library", Stores: []fact.LibraryStore{inbox}},
		{ID: "stripe", Name: "Stripe", Kind: "payments", Homepage: "https://stripe.com", Windows: windows, Longest: &windows[4]},
	}
}

func inboundOf(vendor, id string, shortest, longest span.Span) fact.Window {
	return fact.Window{
		Vendor: vendor, ID: id, Direction: fact.Inbound, Mode: "any", Span: &span.Range{Shortest: shortest, Longest: longest},
		Evidence: fact.Documented, URL: "https://" + vendor + ".example/docs", Read: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
}

func lengthOf(s span.Span) *span.Span { return &s }

func changes() []report.Change {
	return []report.Change{
		{Kind: "changed", Of: "window", Vendor: "acme", ID: "retry", Fields: []report.FieldChange{{Name: "span", Before: "1d..3d", After: "1d..5d"}, {Name: "trap", After: "Another id in every retry, \x1b[31mwhich is long enough for a second line of the page."}}},
		{Kind: "removed", Of: "vendor", Vendor: "gone", Fields: []report.FieldChange{{Name: "name", Before: "Gone"}}},
		{Kind: "added", Of: "store", Vendor: "keeper", ID: "inbox", Fields: []report.FieldChange{{Name: "keeps", After: "7d"}}},
	}
}

func catalogueGoldens() map[string]func(io.Writer) error {
	list := func(format string, o report.Options) func(io.Writer) error {
		return func(w io.Writer) error { return report.WriteVendors(w, format, catalogue(), o) }
	}
	show := func(format string, at int) func(io.Writer) error {
		return func(w io.Writer) error { return report.WriteVendor(w, format, catalogue()[at], report.Options{}) }
	}
	diff := func(format string, all []report.Change, o report.Options) func(io.Writer) error {
		return func(w io.Writer) error { return report.WriteChanges(w, format, all, o) }
	}
	return map[string]func(io.Writer) error{
		"vendors.txt":       list("table", report.Options{}),
		"vendors.json":      list("json", report.Options{}),
		"vendor.txt":        show("table", 4),
		"vendor-kafka.txt":  show("table", 2),
		"vendor-keeper.txt": show("table", 3),
		"vendor.json":       show("json", 0),
		"changes.txt":       diff("table", changes(), report.Options{}),
		"changes-quiet.txt": diff("table", changes(), report.Options{Quiet: true}),
		"changes-none.txt":  diff("table", nil, report.Options{}),
		"changes.json":      diff("json", changes(), report.Options{}),
	}
}

func TestChangesThatCantBeWritten(t *testing.T) {
	for _, format := range report.Formats() {
		if err := report.WriteChanges(full{}, format, changes(), report.Options{}); err == nil {
			t.Errorf("%s: no error although nothing could be written", format)
		}
	}
	var out bytes.Buffer
	if err := report.WriteChanges(&out, "xml", nil, report.Options{}); err == nil || !strings.Contains(err.Error(), `unknown format "xml"`) {
		t.Errorf("error %v, want that the format is unknown", err)
	}
}
