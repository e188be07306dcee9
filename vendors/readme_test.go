package vendors

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
)

// TestREADMETables holds the tables of README.md against the catalogue. To
// write them anew after a change: UPDATE=1 go test ./vendors
func TestREADMETables(t *testing.T) {
	const begin, end = "<!-- begin tables -->\n", "<!-- end tables -->\n"
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(text), begin)
	shown, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		t.Fatal("README.md has lost the marks around the tables")
	}
	want := tables(catalogueFiles(t))
	if updating() {
		if err := os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("README.md was written anew")
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(shown, "\n")); diff != "" {
		t.Errorf("README.md shows another catalogue, write it anew with UPDATE=1 go test ./vendors (-catalogue +shown):\n%s", diff)
	}
}

func tables(all []Vendor) string {
	windows, stores, senders, libraries := 0, 0, 0, 0
	for _, v := range all {
		windows, stores = windows+len(v.Windows), stores+len(v.Stores)
		senders, libraries = senders+min(len(v.Windows), 1), libraries+min(len(v.Stores), 1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %d windows of %d vendors\n\n| vendor | window | direction | span | evidence | source | read |\n|---|---|---|---|---|---|---|\n", windows, senders)
	for _, v := range all {
		for _, w := range v.Windows {
			tableRow(&b, v.ID, w.ID, string(w.Direction), spanCell(w), evidenceCell(w.Evidence), link(w.URL), w.Read.Format(time.DateOnly))
		}
	}
	fmt.Fprintf(&b, "\n## %d stores of %d libraries\n\n| library | store | tables or place | keeps by default | evidence | source | read |\n|---|---|---|---|---|---|---|\n", stores, libraries)
	for _, v := range all {
		for _, s := range v.Stores {
			where := append([]string{}, s.Tables...)
			if s.Place != "" {
				where = append(where, s.Place)
			}
			if len(where) == 0 {
				where = []string{"a table that the user names"}
			}
			tableRow(&b, v.ID, s.ID, strings.Join(where, "; "), writtenRange(s.Keeps), evidenceCell(s.Evidence), link(s.URL), s.Read.Format(time.DateOnly))
		}
	}
	b.WriteString("\n")
	return b.String()
}

// spanCell writes how long a window is, with the bound where the length does
// not tell it, and the default of one that can be set.
func spanCell(w fact.Window) string {
	text := writtenSpan(w)
	switch {
	case w.Bound == fact.AtLeast:
		return "at least " + text
	case w.Bound == fact.Configurable && w.Default != nil && writtenDefault(w) != text:
		return text + ", " + writtenDefault(w) + " by default"
	}
	return text
}

func evidenceCell(e fact.WindowEvidence) string { return strings.ReplaceAll(string(e), "_", " ") }

// link names the host of a source. Addresses hold no brackets that would end
// the link early, or they are escaped.
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return "[" + u.Hostname() + "](" + strings.NewReplacer("(", "%28", ")", "%29").Replace(address) + ")"
}

func tableRow(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`).Replace(cell)
		if strings.HasPrefix(cell, "[") {
			cells[i] = cell
		}
	}
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}
