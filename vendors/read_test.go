package vendors

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors/strictyaml"
)

const acme = `id: acme
name: Acme Pay
homepage: https://acme.example/docs
windows:
  - id: retry
    direction: inbound
    mode: live
    span: 1d..3d
    bound: range
    schedule: [5m, 1h]
    key: X-Acme-Event
    evidence: support
    url: https://acme.example/docs/webhooks#retries
    read: 2026-11-30
    note: |
      Told by their support.
      Not in writing.
`

func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "acme.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadFile(t *testing.T) {
	got, err := ReadFile(writeFile(t, acme))
	if err != nil {
		t.Fatal(err)
	}
	want := []Vendor{{ID: "acme", Name: "Acme Pay", Homepage: "https://acme.example/docs", Windows: []fact.Window{{
		Vendor: "acme", ID: "retry", Direction: fact.Inbound, Mode: Live,
		Span:  &span.Range{Shortest: span.Of(24 * time.Hour), Longest: span.Of(72 * time.Hour)},
		Bound: fact.Between, Schedule: []string{"5m", "1h"}, Key: "X-Acme-Event", Evidence: fact.Support,
		URL: "https://acme.example/docs/webhooks#retries", Read: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC),
		Note: "Told by their support. Not in writing.",
	}}}}
	if diff := cmp.Diff(want, got, compareSpans); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

// TestReadFileRefuses changes one line of a good file at a time.
func TestReadFileRefuses(t *testing.T) {
	for _, test := range []struct{ shows, old, new, want string }{
		{"an id with capitals", "id: acme", "id: Acme", "1:5: an id is lower-case words with dashes between them, such as cli-resend"},
		{"an id with a slash", "id: retry", "id: acme/retry", "5:9: an id is lower-case words with dashes between them, such as cli-resend"},
		{"an id that ends in a dash", "id: retry", "id: retry-", "5:9: an id is lower-case words with dashes between them, such as cli-resend"},
		{"an unknown direction", "direction: inbound", "direction: in", `6:16: direction is "in": write inbound or outbound`},
		{"an unknown mode", "mode: live", "mode: prod", `7:11: mode is "prod": write live, test or any`},
		{"unknown evidence", "evidence: support", "evidence: none", `12:15: evidence is "none": write documented, source_code, worked_example, support or third_party`},
		{"no evidence", "    evidence: support\n", "", "5:5: the field evidence is missing"},
		{"a misspelt field", "schedule:", "schedul:", `10:5: unknown field "schedul": did you mean schedule?`},
		{"two ends that are called exact", "bound: range", "bound: exact", "9:12: bound is exact, and a span with two ends takes range or configurable"},
		{"one end that is called a range", "span: 1d..3d", "span: 3d", "9:12: bound is range, and a span with one end takes exact, at_least, at_most or configurable"},
		{"both ends alike", "span: 1d..3d", "span: 1d..24h", "9:12: bound is range, and a span with one end takes exact, at_least, at_most or configurable"},
		{"unlimited and a range", "span: 1d..3d", "span: unlimited", "9:12: bound is range, and the span unlimited takes unlimited or configurable"},
		{"unpublished and a range", "span: 1d..3d", "span: unpublished", "9:12: bound is range, and the span unpublished takes unpublished or configurable"},
		{"a figure that is called unlimited", "bound: range", "bound: unlimited", "9:12: bound is unlimited, and a span with two ends takes range or configurable"},
		{"an unknown bound", "bound: range", "bound: between", `9:12: bound is "between": write exact, at_least, at_most, range, unlimited, unpublished, configurable or none`},
		{"no bound", "    bound: range\n", "", "5:5: the field bound is missing"},
		{"no span", "    span: 1d..3d\n", "", "5:5: the field span is missing"},
		{"a malformed span says nothing of the bound", "span: 1d..3d", "span: 3 days", `8:11: span: "3 days" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`},
		{"a span in months", "span: 1d..3d", "span: P1M", `8:11: span: "P1M" counts months or years, which have no one length: write days`},
		{"an address without encryption", "url: https:", "url: http:", "13:10: this is no address of a page: write one that begins with https://"},
		{"an address without a host", "url: https://acme.example/docs/webhooks#retries", "url: https:///docs", "13:10: this is no address of a page: write one that begins with https://"},
		{"an address with a login", "url: https://", "url: https://u:p@", "13:10: this is no address of a page: write one that begins with https://"},
		{"a homepage that is none", "homepage: https://acme.example/docs", "homepage: acme.example", "3:11: this is no address of a page: write one that begins with https://"},
		{"no length at all and a figure's bound", "span: 1d..3d", "span: none", "9:12: bound is range, and the span none takes none"},
		{"a range without an end that is called exact", "span: 1d..3d\n    bound: range", "span: 1d..unlimited\n    bound: exact", "9:12: bound is exact, and a span with two ends takes range or configurable"},
		{"an unknown kind", "homepage:", "kind: bank\nhomepage:", `3:7: kind is "bank": write payments, banking, billing, commerce, messaging, source-hosting, business, webhooks, queue, stream, job-system or library`},
		{"a setting of a window that is the vendor's own", "bound: range", "bound: range\n    setting: ttl", "10:5: only a window with bound: configurable has this field"},
		{"a default of a window that is the vendor's own", "bound: range", "bound: range\n    default: 1d", "10:5: only a window with bound: configurable has this field"},
		{"a configurable window without a setting", "bound: range", "bound: configurable", "5:5: the field setting is missing"},
		{"a default outside of what can be set", "bound: range", "bound: configurable\n    setting: ttl\n    default: 4d", "11:14: default is 4d, and the span is 1d..3d"},
		{"a default that is not the span's one end", "span: 1d..3d\n    bound: range", "span: 3d\n    bound: configurable\n    setting: ttl\n    default: 2d", "11:14: default is 2d, and the span is 3d"},
		{"a default with two ends", "bound: range", "bound: configurable\n    setting: ttl\n    default: 1d..2d", `11:14: default: "1d..2d" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`},
		{"a day that does not exist", "read: 2026-11-30", "read: 2026-11-31", `14:11: read: "2026-11-31" is no date: write a day that exists, such as 2026-10-29`},
		{"a schedule that is no list", "schedule: [5m, 1h]", "schedule: 5m", "10:15: schedule must be a list, and is a text"},
		{"a text with a control character", "name: Acme Pay", `name: "Acme\u0007"`, "2:7: name holds a line break or another control character"},
		{"a second window with an id", "    note: |\n", "  - id: retry\n    direction: inbound\n    mode: live\n    span: unlimited\n    evidence: support\n    url: https://acme.example\n    read: 2026-11-30\n    note: |\n", "15:9: a window retry stands above already"},
	} {
		t.Run(test.shows, func(t *testing.T) {
			if strings.Count(acme, test.old) != 1 {
				t.Fatalf("the good file does not hold %q once", test.old)
			}
			path := writeFile(t, strings.Replace(acme, test.old, test.new, 1))
			vendors, err := ReadFile(path)
			if err == nil || err.Error() != path+":"+test.want {
				t.Errorf("error\n  %v, want\n  %s", err, path+":"+test.want)
			}
			if vendors != nil {
				t.Error("vendors beside the error")
			}
		})
	}
}

func TestReadFileListsEveryProblem(t *testing.T) {
	path := writeFile(t, "id: ACME\nwindows:\n  - id: a\n    span: unlimited\n    bound: exactly\n  - just text\nextra: 1\n")
	_, err := ReadFile(path)
	var all *strictyaml.Error
	if !errors.As(err, &all) {
		t.Fatalf("error %v, want a list of problems", err)
	}
	var got []string
	for _, p := range all.Problems {
		got = append(got, strings.TrimPrefix(p.String(), path+":"))
	}
	want := []string{
		"1:1: the field name is missing",
		"1:5: an id is lower-case words with dashes between them, such as cli-resend",
		"3:5: the field direction is missing",
		"3:5: the field mode is missing",
		"3:5: the field evidence is missing",
		"3:5: the field url is missing",
		"3:5: the field read is missing",
		`5:12: bound is "exactly": write exact, at_least, at_most, range, unlimited, unpublished, configurable or none`,
		"6:5: an entry of windows must be a mapping, and is a text",
		`7:1: unknown field "extra": the fields here are id, name, kind, homepage, windows and stores`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems differ (-want +got):\n%s", diff)
	}
}

func TestReadFileRefusesWhatIsNoCatalogue(t *testing.T) {
	for shows, test := range map[string]struct{ text, want string }{
		"no windows":       {"id: a\nname: A\nwindows: []\n", "3:10: windows is empty: a vendor without a window requires nothing"},
		"no mapping":       {"- a\n", "1:1: the file must be a mapping, and is a list"},
		"an empty file":    {"", "1:1: the file is empty"},
		"no list":          {"id: a\nname: A\nwindows: {}\n", "3:10: windows must be a list, and is a mapping"},
		"several vendors":  {acme + "---\n" + acme, "18:1: a second document begins here: a file holds one"},
		"a private format": {"vendors: [a]\n", "1:1: unknown field \"vendors\": the fields here are id, name, kind, homepage, windows and stores"},
	} {
		t.Run(shows, func(t *testing.T) {
			path := writeFile(t, test.text)
			_, err := ReadFile(path)
			if err == nil || !strings.Contains(err.Error(), path+":"+test.want) {
				t.Errorf("error\n  %v, want\n  %s", err, test.want)
			}
		})
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that there is no such file", err)
	}
}

func TestIsID(t *testing.T) {
	for _, id := range []string{"a", "cli-resend", "api-v1-key", "3ds", "a-1"} {
		if !IsID(id) {
			t.Errorf("%q is refused", id)
		}
	}
	for _, id := range []string{"", "-", "a-", "-a", "a--b", "A", "a_b", "a b", "a.b", "ä", "a:b", "a\n"} {
		if IsID(id) {
			t.Errorf("%q is accepted", id)
		}
	}
}
