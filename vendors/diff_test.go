package vendors

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func catalogueOf(t *testing.T, texts ...string) *Catalogue {
	t.Helper()
	c := &Catalogue{}
	for _, text := range texts {
		read, err := ReadFile(writeFile(t, text))
		if err != nil {
			t.Fatal(err)
		}
		c = c.With(read)
	}
	return c
}

const library = `id: keeper
name: Keeper
kind: library
stores:
  - id: inbox
    tables: [keeper_inbox, '*_inbox']
    columns: [id]
    key: [id]
    created: received
    keeps: 7d
    setting: keep_for
    cleanup: a timer
    evidence: source_code
    url: https://keeper.example/inbox.go
    read: 2026-11-30
`

func TestDiff(t *testing.T) {
	changed := strings.NewReplacer("span: 1d..3d", "span: 1d..5d", "read: 2026-11-30", "read: 2026-12-24", "Acme Pay", "Acme").Replace(acme)
	renamed := strings.Replace(acme, "id: retry", "id: resend", 1)
	longer := strings.Replace(library, "keeps: 7d", "keeps: unlimited", 1)
	for _, test := range []struct {
		shows         string
		before, after []string
		want          []Change
	}{
		{"nothing", []string{acme, library}, []string{library, acme}, nil},
		{"figures and names", []string{acme}, []string{changed}, []Change{
			{Kind: Changed, Of: OfVendor, Vendor: "acme", Fields: []FieldChange{{"name", "Acme Pay", "Acme"}}},
			{Kind: Changed, Of: OfWindow, Vendor: "acme", ID: "retry", Fields: []FieldChange{{"span", "1d..3d", "1d..5d"}, {"read", "2026-11-30", "2026-12-24"}}},
		}},
		{"a library's default", []string{library}, []string{longer}, []Change{
			{Kind: Changed, Of: OfStore, Vendor: "keeper", ID: "inbox", Fields: []FieldChange{{"keeps", "7d", "unlimited"}}},
		}},
		{"a vendor gone and one that came", []string{acme}, []string{library}, []Change{
			{Kind: Removed, Of: OfVendor, Vendor: "acme", Fields: []FieldChange{{"name", "Acme Pay", ""}, {"homepage", "https://acme.example/docs", ""}}},
			{Kind: Added, Of: OfVendor, Vendor: "keeper", Fields: []FieldChange{{"name", "", "Keeper"}, {"kind", "", "library"}}},
		}},
	} {
		t.Run(test.shows, func(t *testing.T) {
			got := Diff(catalogueOf(t, test.before...), catalogueOf(t, test.after...))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("a window renamed", func(t *testing.T) {
		got := Diff(catalogueOf(t, acme), catalogueOf(t, renamed))
		if len(got) != 2 || got[0].Kind != Removed || got[0].ID != "retry" || got[1].Kind != Added || got[1].ID != "resend" {
			t.Fatalf("got %+v, want one removed and one added", got)
		}
		for i, f := range got[0].Fields {
			if back := got[1].Fields[i]; f.Name != back.Name || f.Before != back.After || f.After != "" || back.Before != "" {
				t.Errorf("%+v is not the reverse of %+v", f, back)
			}
		}
	})
}
