package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/report"
)

func written(t *testing.T, format string, r audit.Result, o report.Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := report.Write(&out, format, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// results are audits of every kind that the tests below look at.
func results() map[string]audit.Result {
	return map[string]audit.Result{
		"ferrystone": judge(audit.Policy{}, ferrystone()),
		"kept":       judge(audit.Policy{}, kept(35)),
		"troubled":   troubled(),
		"limited":    judge(audit.Policy{}, limited()),
		"hostile":    judge(audit.Policy{}, hostile()),
		"several":    judge(audit.Policy{}, ferrystone(), kept(30)),
	}
}

// A page fits its terminal. The last line is one line by promise, and a name
// inside of SQL can't be broken.
func TestPageFitsItsWidth(t *testing.T) {
	for name, r := range results() {
		for _, width := range []int{60, 80, 120} {
			lines := strings.Split(strings.TrimSpace(written(t, "table", r, report.Options{Width: width, Verbose: true})), "\n")
			for i, line := range lines[:len(lines)-1] {
				if n := utf8.RuneCountInString(line); n > width && !strings.Contains(line, `U&"`) {
					t.Errorf("%s at %d: line %d takes %d columns: %s", name, width, i+1, n, line)
				}
			}
		}
	}
}

func TestNothingFromTheDatabaseDrivesTheTerminal(t *testing.T) {
	snapshots := []fact.Snapshot{hostile()}
	for _, format := range report.Formats() {
		var out bytes.Buffer
		for _, err := range []error{
			report.Write(&out, format, judge(audit.Policy{}, hostile()), report.Options{Verbose: true}),
			report.WriteInspect(&out, format, snapshots, report.Options{}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range out.String() {
			if r != '\n' && !unicode.IsGraphic(r) {
				t.Errorf("%s holds %U", format, r)
			}
		}
		for _, line := range strings.Split(out.String(), "\n") {
			// GitHub Actions, and what it, Azure Pipelines and TeamCity share.
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
				t.Errorf("%s holds a line that the log of a CI system takes for a command: %s", format, line)
			}
		}
		if !strings.Contains(out.String(), `\u001b`) {
			t.Errorf("%s does not show that the name holds an escape", format)
		}
	}
}

// Colour codes are ours alone, and gone without colour.
func TestColour(t *testing.T) {
	r := judge(audit.Policy{}, hostile())
	painted := written(t, "table", r, report.Options{Color: true})
	plain := written(t, "table", r, report.Options{})
	if strings.Contains(plain, "\x1b") || !strings.Contains(painted, "\x1b[") {
		t.Fatal("colour is not what decides about escape sequences")
	}
	var kept []string
	for _, line := range strings.Split(stripped(painted), "\n") {
		kept = append(kept, strings.TrimRight(line, " "))
	}
	if got := strings.Join(kept, "\n"); got != plain {
		t.Errorf("without its colours the page is\n%s\nwant\n%s", got, plain)
	}
}

// stripped takes the colours out: ESC [ digits and semicolons, m.
func stripped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\x1b' {
			i += strings.IndexByte(text[i:], 'm')
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func TestASCII(t *testing.T) {
	page := written(t, "table", judge(audit.Policy{}, ferrystone()), report.Options{ASCII: true})
	if i := strings.IndexFunc(page, func(r rune) bool { return r > unicode.MaxASCII }); i >= 0 {
		t.Errorf("the page holds %q", page[i:i+3])
	}
	if !strings.Contains(page, "  ###.........\n") {
		t.Errorf("no bar in\n%s", page)
	}
}

// Both formats tell the same: every figure and every finding of the document
// stands on the page.
func TestFormatsAgree(t *testing.T) {
	for name, r := range results() {
		var saved audit.Result
		if err := json.Unmarshal([]byte(written(t, "json", r, report.Options{})), &saved); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		page := joined(written(t, "table", r, report.Options{Width: 500}))
		if len(saved.Findings) != len(r.Findings) {
			t.Errorf("%s: %d findings were saved, want %d", name, len(saved.Findings), len(r.Findings))
		}
		for _, f := range saved.Findings {
			for _, part := range []string{string(f.Severity) + " ", f.Rule, string(f.Window), shown(string(f.Store)), f.Message} {
				if !strings.Contains(page, joined(part)) {
					t.Errorf("%s: the page lacks %q of %s", name, part, f.Rule)
				}
			}
		}
		rows := 0
		for _, target := range saved.Targets {
			for _, s := range target.Stores {
				for _, c := range s.Coverage {
					rows++
					if want := joined(rowOnPage(c)); !strings.Contains(page, want) {
						t.Errorf("%s: the page lacks the row %q", name, want)
					}
				}
			}
		}
		if rows == 0 {
			t.Errorf("%s has no coverage to compare", name)
		}
	}
}

// shown is how a name of the database reads on the page.
func shown(name string) string { return strings.ReplaceAll(audit.Visible(name), "##", `#\u0023`) }

func rowOnPage(c audit.CoverageRow) string {
	length, percent, gap := string(c.Bound), "unknown", "unknown"
	if c.SpanSeconds != nil {
		length = audit.Length(span.Seconds(*c.SpanSeconds))
	}
	if c.Bound == fact.AtLeast {
		length = ">=" + length
	}
	switch {
	case c.Percent != nil:
		percent, gap = c.Percent.String(), "unlimited"
	case c.PercentAtMost != nil:
		percent, gap = audit.AtMost(*c.PercentAtMost), "unlimited"
	}
	switch {
	case c.GapSeconds != nil:
		gap = audit.GapInFull(span.Seconds(*c.GapSeconds))
	case c.GapAtLeastSeconds != nil:
		gap = ">=" + audit.GapInFull(span.Seconds(*c.GapAtLeastSeconds))
	}
	row := []string{c.Vendor + "/" + c.Window, string(c.Direction), length, percent, gap}
	if c.Direction == fact.Outbound {
		row = append(row, "informative")
	}
	return strings.Join(row, " ")
}

// joined takes line breaks and runs of spaces out.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestLastLine(t *testing.T) {
	silent := judge(audit.Policy{Windows: odd()[:1]}, kept(35))
	unguarded := kept(35)
	unguarded.Stores[0].Indexes = nil
	unreachable := audit.Judge(audit.Run{Failed: []audit.FailedTarget{{Name: "ledger", Reason: "connection refused"}}}, nil)
	const store = "public.payment_idempotency"
	for _, c := range []struct {
		result audit.Result
		want   string
	}{
		{judge(audit.Policy{}, ferrystone()), "FAIL: worst gap 696h (stripe/cli-resend in " + store + "); 4 errors, 0 warnings, 1 note"},
		{judge(audit.Policy{}, kept(30)), "FAIL: worst gap 120h (replay floor in " + store + "); 1 error, 0 warnings, 0 notes"},
		{judge(audit.Policy{}, kept(35)), "PASS: no gap; 0 errors, 0 warnings, 0 notes"},
		{judge(audit.Policy{}, limited()), "FAIL: worst gap >=648h (stripe/cli-resend in " + store + "); 1 error, 0 warnings, 0 notes"},
		{silent, "PASS: worst gap unknown (acme/silent in " + store + "); 0 errors, 1 warning, 0 notes"},
		{
			judge(audit.Policy{}, ferrystone(), kept(30)),
			"FAIL: worst gap 696h (stripe/cli-resend in " + store + " of testdata/ferrystone/schema.sql); 5 errors, 0 warnings, 1 note",
		},
		{judge(audit.Policy{Windows: odd()}, kept(35)), "FAIL: worst gap unlimited (acme/archive in " + store + "); 1 error, 1 warning, 0 notes"},
		{judge(audit.Policy{}, unguarded), "FAIL: no gap in retention; 1 error, 0 warnings, 0 notes"},
		{judge(audit.Policy{}, fact.Snapshot{Name: "ledger"}), "EMPTY: no store found; 0 errors, 0 warnings, 0 notes"},
		{unreachable, "INCOMPLETE: nothing audited; 0 errors, 0 warnings, 0 notes"},
	} {
		page := strings.TrimSpace(written(t, "table", c.result, report.Options{Width: 60}))
		if got := page[strings.LastIndex(page, "\n")+1:]; got != c.want {
			t.Errorf("last line is\n%s\nwant\n%s", got, c.want)
		}
	}
}

func TestQuietKeepsFindingsAndVerdict(t *testing.T) {
	page := written(t, "table", judge(audit.Policy{}, ferrystone()), report.Options{Quiet: true})
	if strings.Contains(page, "coverage") || !strings.Contains(page, "window-short") || !strings.Contains(page, "FAIL: worst gap") {
		t.Errorf("the quiet page is\n%s", page)
	}
	if page := written(t, "table", judge(audit.Policy{}, kept(35)), report.Options{Quiet: true}); page != "PASS: no gap; 0 errors, 0 warnings, 0 notes\n" {
		t.Errorf("the quiet page of a pass is %q", page)
	}
}

func TestSQLIsNotBrokenInsideQuotes(t *testing.T) {
	s := ferrystone()
	s.Stores[0].Name = "public.a table with a name of many words that no line holds"
	s.Stores[0].Indexes = nil
	page := written(t, "table", judge(audit.Policy{}, s), report.Options{Width: 60})
	if want := `"a table with a name of many words that no line holds"`; !strings.Contains(page, want) {
		t.Errorf("the name is broken in\n%s", page)
	}
}

func TestUnknownFormat(t *testing.T) {
	err := report.Write(new(bytes.Buffer), "xml", audit.Result{}, report.Options{})
	if err == nil || !strings.Contains(err.Error(), `"xml"`) || !strings.Contains(err.Error(), "table, json") {
		t.Errorf("error is %v, want the name and the choices", err)
	}
}

func TestFormatsAreDescribed(t *testing.T) {
	for _, name := range report.Formats() {
		if report.Describe(name) == "" {
			t.Errorf("format %s has no description", name)
		}
	}
	if report.Formats()[0] != "table" || report.Describe("xml") != "" {
		t.Error("the default is not the table, or a format that does not exist is described")
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorIsReturned(t *testing.T) {
	for _, format := range report.Formats() {
		for what, err := range map[string]error{
			"result":  report.Write(full{}, format, judge(audit.Policy{}, ferrystone()), report.Options{}),
			"inspect": report.WriteInspect(full{}, format, []fact.Snapshot{ferrystone()}, report.Options{}),
			"floor":   report.WriteFloor(full{}, format, audit.ReplayFloor(stripe(), days(5)), report.Options{}),
			"vendors": report.WriteVendors(full{}, format, []report.Vendor{{ID: "a"}}, report.Options{}),
			"vendor":  report.WriteVendor(full{}, format, report.Vendor{ID: "a"}, report.Options{}),
		} {
			if !errors.Is(err, errFull) {
				t.Errorf("%s as %s: error is %v, want %v", what, format, err, errFull)
			}
		}
	}
}
