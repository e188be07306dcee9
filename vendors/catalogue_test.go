package vendors

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func embeddedCatalogue(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func window(t *testing.T, c *Catalogue, name string) fact.Window {
	t.Helper()
	vendor, id, _ := strings.Cut(name, "/")
	v, known := c.Vendor(vendor)
	if !known {
		t.Fatalf("no vendor %s", vendor)
	}
	for _, w := range v.Windows {
		if w.ID == id {
			return w
		}
	}
	t.Fatalf("no window %s", name)
	return fact.Window{}
}

func exactly(length time.Duration) *span.Range {
	return &span.Range{Shortest: span.Of(length), Longest: span.Of(length)}
}

var compareSpans = cmp.AllowUnexported(span.Span{})

// TestFigures holds the figures that verdicts rest on against the vendors'
// pages as they were read.
func TestFigures(t *testing.T) {
	c := embeddedCatalogue(t)
	const october, december = "2026-10-29", "2026-12-01"
	for _, want := range []struct {
		name      string
		direction fact.Direction
		mode      string
		span      *span.Range
		bound     fact.Bound
		evidence  fact.WindowEvidence
		read      string
	}{
		{"stripe/api-v1-idempotency-key", fact.Outbound, Any, exactly(24 * time.Hour), fact.AtLeast, fact.Documented, october},
		{"stripe/api-v2-idempotency-key", fact.Outbound, Any, exactly(720 * time.Hour), fact.Exact, fact.Documented, october},
		{"stripe/webhook-automatic-retry", fact.Inbound, Live, exactly(72 * time.Hour), fact.AtMost, fact.Documented, october},
		{"stripe/webhook-automatic-retry-test", fact.Inbound, Test, nil, fact.Unpublished, fact.Documented, december},
		{"stripe/dashboard-resend", fact.Inbound, Any, exactly(360 * time.Hour), fact.AtMost, fact.Documented, october},
		{"stripe/cli-resend", fact.Inbound, Any, exactly(720 * time.Hour), fact.AtMost, fact.Documented, october},
		{"stripe/events-api-lookback", fact.Inbound, Any, exactly(720 * time.Hour), fact.AtMost, fact.Documented, december},
		{"adyen/api-idempotency-key", fact.Outbound, Any, &span.Range{Shortest: span.Of(168 * time.Hour), Longest: span.Of(336 * time.Hour)}, fact.Between, fact.ThirdParty, october},
		{"adyen/webhook-automatic-retry", fact.Inbound, Any, exactly(720 * time.Hour), fact.AtMost, fact.Documented, december},
		{"paypal/api-idempotency-key", fact.Outbound, Any, exactly(1080 * time.Hour), fact.Exact, fact.WorkedExample, october},
		{"paypal/api-idempotency-key-orders-v2", fact.Outbound, Any, &span.Range{Shortest: span.Of(6 * time.Hour), Longest: span.Of(72 * time.Hour)}, fact.Between, fact.Documented, december},
		{"paypal/api-idempotency-key-orders-v1", fact.Outbound, Any, &span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()}, fact.Unlimited, fact.Documented, december},
		{"paypal/webhook-automatic-retry", fact.Inbound, Any, exactly(72 * time.Hour), fact.AtMost, fact.Documented, december},
		{"paypal/api-resend", fact.Inbound, Any, nil, fact.Unpublished, fact.Documented, december},
	} {
		t.Run(want.name, func(t *testing.T) {
			w := window(t, c, want.name)
			if diff := cmp.Diff(want.span, w.Span, compareSpans); diff != "" {
				t.Errorf("span differs (-want +got):\n%s", diff)
			}
			got := []any{w.Name(), w.Direction, w.Mode, w.Bound, w.Evidence, w.Read.Format(time.DateOnly)}
			if diff := cmp.Diff([]any{want.name, want.direction, want.mode, want.bound, want.evidence, want.read}, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEmbeddedWindowsSayWhereAndWhy holds what the format leaves optional and
// our own catalogue must have.
func TestEmbeddedWindowsSayWhereAndWhy(t *testing.T) {
	for _, v := range embeddedCatalogue(t).Vendors() {
		if v.Homepage == "" {
			t.Errorf("%s has no homepage", v.ID)
		}
		for _, w := range v.Windows {
			if w.Note == "" {
				t.Errorf("%s has no note", w.Name())
			}
			if w.Key == "" && !slices.Contains(keylessWindows(), w.Name()) {
				t.Errorf("%s has no key", w.Name())
			}
		}
		for _, s := range v.Stores {
			if s.Note == "" || s.Cleanup == "" && !s.Keeps.Longest.IsUnbounded() {
				t.Errorf("the store %s of %s has no note, or says for how long and not by what", s.ID, v.ID)
			}
		}
	}
}

// keylessWindows are those for which nobody has found out yet what identifies
// a message.
func keylessWindows() []string {
	return []string{
		"affirm/webhook-automatic-retry", "bitso/api-replay", "circle/cpn-webhook-automatic-retry", "coinbase-commerce/webhook-automatic-retry",
		"cybersource/webhook-automatic-retry", "cybersource/webhook-api-replay", "finix/webhook-automatic-retry", "fiserv/latam-webhook-automatic-retry",
		"nmi/webhook-automatic-retry", "oppwa/webhook-automatic-retry", "paystack/webhook-automatic-retry", "paystack/webhook-automatic-retry-test",
		"payu/south-africa-ipn-automatic-retry", "quickbooks/webhook-automatic-retry", "recurly/webhook-automatic-retry", "recurly/console-retention",
		"tidio/webhook-automatic-retry", "xero/webhook-automatic-retry",
	}
}

func TestEmbeddedCatalogueIsLargeAndSorted(t *testing.T) {
	all := embeddedCatalogue(t).Vendors()
	senders := map[string]int{}
	for i, v := range all {
		if i > 0 && all[i-1].ID >= v.ID {
			t.Errorf("%s stands behind %s", v.ID, all[i-1].ID)
		}
		if v.Kind == "" {
			t.Errorf("%s has no kind", v.ID)
		}
		if len(v.Windows) > 0 {
			senders[v.Kind]++
		}
	}
	total := 0
	for _, kind := range []string{"payments", "commerce", "messaging", "source-hosting", "queue", "stream", "job-system"} {
		if senders[kind] == 0 {
			t.Errorf("no vendor of the kind %s has a window", kind)
		}
	}
	for _, n := range senders {
		total += n
	}
	if total < 100 {
		t.Errorf("%d vendors have windows, want at least 100", total)
	}
}

func TestAmongWindowsOfOneLengthTheCommandLineComesFirst(t *testing.T) {
	v, _ := embeddedCatalogue(t).Vendor("stripe")
	ids := v.windowIDs()
	if cli, list := slices.Index(ids, "cli-resend"), slices.Index(ids, "events-api-lookback"); cli > list {
		t.Error("events-api-lookback stands before cli-resend, which reports name as the longest window")
	}
}

func vendorWith(id string, windows ...string) Vendor {
	v := Vendor{ID: id, Name: strings.ToUpper(id), Homepage: "https://" + id + ".example"}
	for _, w := range windows {
		v.Windows = append(v.Windows, fact.Window{Vendor: id, ID: w, Mode: Any})
	}
	return v
}

func TestWith(t *testing.T) {
	base := (&Catalogue{}).With([]Vendor{vendorWith("b", "one", "two")})
	corrected := Vendor{ID: "b", Name: "Bee", Windows: []fact.Window{{Vendor: "b", ID: "one", Note: "corrected"}, {Vendor: "b", ID: "three"}}}
	got := base.With([]Vendor{corrected, vendorWith("c", "x"), vendorWith("a", "y")})

	want := []Vendor{
		vendorWith("a", "y"),
		{ID: "b", Name: "Bee", Homepage: "https://b.example", Windows: []fact.Window{
			{Vendor: "b", ID: "one", Note: "corrected"}, {Vendor: "b", ID: "two", Mode: Any}, {Vendor: "b", ID: "three"}}},
		vendorWith("c", "x"),
	}
	if diff := cmp.Diff(want, got.Vendors()); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Vendor{vendorWith("b", "one", "two")}, base.Vendors()); diff != "" {
		t.Errorf("With changed the catalogue it was called on (-want +got):\n%s", diff)
	}
}

func TestWithKeepsWhatACorrectionLeavesOut(t *testing.T) {
	base := (&Catalogue{}).With([]Vendor{{ID: "keeper", Name: "Keeper", Kind: "library", Stores: []fact.LibraryStore{{ID: "inbox", Setting: "a"}, {ID: "outbox"}}}})
	got, _ := base.With([]Vendor{{ID: "keeper", Name: "Keeper", Stores: []fact.LibraryStore{{ID: "inbox", Setting: "b"}}}}).Vendor("keeper")
	want := Vendor{ID: "keeper", Name: "Keeper", Kind: "library", Stores: []fact.LibraryStore{{ID: "inbox", Setting: "b"}, {ID: "outbox"}}}
	if diff := cmp.Diff(want, got, compareSpans); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	if other := base.LibraryStores(); len(other) != 2 || other[0].Setting != "a" {
		t.Errorf("With changed the catalogue it was called on: %+v", other)
	}
}

func TestVendorsCanBeReorderedByTheirReader(t *testing.T) {
	c := (&Catalogue{}).With([]Vendor{vendorWith("a"), vendorWith("b")})
	slices.Reverse(c.Vendors())
	if v, known := c.Vendor("a"); !known || v.ID != "a" {
		t.Error("reversing what Vendors returned changed the catalogue")
	}
	if _, known := c.Vendor("c"); known {
		t.Error("a vendor is known that nobody added")
	}
}

// BenchmarkEmbedded reads the whole catalogue, as every run does that names a
// vendor: at most 5 ms.
//
//	go test -run '^$' -bench Embedded -benchmem ./vendors
func BenchmarkEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := Embedded(); err != nil {
			b.Fatal(err)
		}
	}
}
