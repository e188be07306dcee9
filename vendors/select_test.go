package vendors

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func TestSelect(t *testing.T) {
	c := embeddedCatalogue(t)
	for _, test := range []struct {
		shows, spec string
		want        []string
	}{
		{"a vendor is all of live mode, both ways", "stripe", []string{"stripe/api-v1-idempotency-key", "stripe/api-v2-idempotency-key",
			"stripe/webhook-automatic-retry", "stripe/dashboard-resend", "stripe/cli-resend", "stripe/events-api-lookback"}},
		{"a small vendor", "adyen", []string{"adyen/api-idempotency-key", "adyen/webhook-automatic-retry"}},
		{"one window", "stripe:webhook-automatic-retry", []string{"stripe/webhook-automatic-retry"}},
		{"windows in the order of the file", "stripe:cli-resend,dashboard-resend", []string{"stripe/dashboard-resend", "stripe/cli-resend"}},
		{"a window named twice", "stripe:cli-resend,cli-resend", []string{"stripe/cli-resend"}},
		{"test mode when it is named", "stripe:webhook-automatic-retry-test", []string{"stripe/webhook-automatic-retry-test"}},
	} {
		t.Run(test.shows, func(t *testing.T) {
			windows, err := c.Select(test.spec)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range windows {
				got = append(got, w.Name())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Select(%q) differs (-want +got):\n%s", test.spec, diff)
			}
		})
	}
}

// smallCatalogue has few enough vendors to be listed in a message.
func smallCatalogue(t *testing.T) *Catalogue {
	t.Helper()
	all := embeddedCatalogue(t)
	var few []Vendor
	for _, id := range []string{"adyen", "kafka", "masstransit", "paypal", "stripe"} {
		v, known := all.Vendor(id)
		if !known {
			t.Fatalf("no vendor %s", id)
		}
		few = append(few, v)
	}
	return (&Catalogue{}).With(few)
}

func TestSelectRefuses(t *testing.T) {
	sandbox := Vendor{ID: "sandbox", Windows: []fact.Window{{Vendor: "sandbox", ID: "retry", Mode: Test}}}
	c := smallCatalogue(t).With([]Vendor{sandbox})
	for spec, want := range map[string]string{
		"strpe":       `unknown vendor "strpe": did you mean stripe?`,
		"Stripe":      `unknown vendor "Stripe": did you mean stripe?`,
		"square":      `unknown vendor "square": the catalogue has adyen, kafka, masstransit, paypal, sandbox and stripe`,
		"stripe/x":    `unknown vendor "stripe/x": did you mean stripe?`,
		"":            `"" names no vendor: write one such as stripe or stripe:cli-resend`,
		":cli-resend": `":cli-resend" names no vendor: write one such as stripe or stripe:cli-resend`,
		"adyen:":      `vendor adyen has no window "": it has api-idempotency-key and webhook-automatic-retry`,
		"stripe:resend,cli-resend,cli-resnd": `vendor stripe has no window "resend": did you mean cli-resend or dashboard-resend?` + "\n" +
			`vendor stripe has no window "cli-resnd": did you mean cli-resend?`,
		"adyen:x":         `vendor adyen has no window "x": it has api-idempotency-key and webhook-automatic-retry`,
		"stripe\x1b[31m":  `unknown vendor "stripe\x1b[31m": the catalogue has adyen, kafka, masstransit, paypal, sandbox and stripe`,
		"sandbox":         `vendor sandbox has no window of live mode: name the windows that are meant, as in sandbox:window`,
		"masstransit":     `the catalogue knows no window of masstransit, only what it keeps: name who sends to you`,
		"masstransit:x":   `vendor masstransit has no window "x": it has none at all`,
		"stripe:stripe:x": `vendor stripe has no window "stripe:x": it has api-v1-idempotency-key, api-v2-idempotency-key, webhook-automatic-retry, webhook-automatic-retry-test, dashboard-resend, cli-resend and events-api-lookback`,

		"kafka:topic-retention=":                       `"topic-retention=" gives no length: write one as in kafka:topic-retention=14d`,
		"kafka:topic-retention=week":                   `the window topic-retention of vendor kafka: "week" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`,
		"kafka:topic-retention=0d":                     `the window topic-retention of vendor kafka: "0d" is no length of time: it must be more than zero`,
		"kafka:topic-retention=500ms":                  `the window topic-retention of vendor kafka can't be set to 500ms: retention.ms (log.retention.hours of the broker) goes from 1s to unlimited`,
		"kafka:topic-retention=7d,topic-retention=14d": `the window topic-retention of vendor kafka is named twice, with two lengths`,
		"kafka:topic-retntion=7d":                      `vendor kafka has no window "topic-retntion": did you mean topic-retention?`,
		"stripe:cli-resend=5d": `the window cli-resend of vendor stripe can't be set to 5d, for its length is the vendor's own: ` +
			`to correct the figure put the window into a catalogue file of your own`,
	} {
		windows, err := c.Select(spec)
		if err == nil || err.Error() != want {
			t.Errorf("Select(%q) gives the error\n  %v, want\n  %s", spec, err, want)
		}
		if windows != nil {
			t.Errorf("Select(%q) gives windows beside its error", spec)
		}
	}
}

// Nobody reads a message that lists a hundred and fifty vendors.
func TestSelectListsNoLongCatalogue(t *testing.T) {
	_, err := embeddedCatalogue(t).Select("zzzzzz")
	if want := `unknown vendor "zzzzzz"`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestSelectTakesWhatIsReallySet(t *testing.T) {
	days := func(n int) span.Span { return span.Of(time.Duration(n) * span.Day) }
	for _, test := range []struct {
		shows, spec       string
		shortest, longest span.Span
		bound             fact.Bound
		evidence          fact.WindowEvidence
	}{
		{"unset, the longest that can be set", "aws-sqs:standard-retention", span.Of(time.Minute), days(14), fact.Configurable, fact.Documented},
		{"unset, without a maximum", "kafka:topic-retention", span.Of(time.Second), span.Unbounded(), fact.Configurable, fact.ThirdParty},
		{"unset, with nothing but a default", "good-job:preserved-job-retention", days(14), days(14), fact.Configurable, fact.SourceCode},
		{"set", "kafka:topic-retention=14d", days(14), days(14), fact.Exact, fact.Configured},
		{"set to the most", "aws-sqs:standard-retention=2w", days(14), days(14), fact.Exact, fact.Configured},
		{"set beyond the default, where no maximum is known", "good-job:preserved-job-retention=60d", days(60), days(60), fact.Exact, fact.Configured},
		{"set without an end", "kafka:topic-retention=unlimited", span.Unbounded(), span.Unbounded(), fact.Unlimited, fact.Configured},
		{"set where the default has no end", "nats-jetstream:stream-retention-replay=7d", days(7), days(7), fact.Exact, fact.Configured},
		{"set where no figure is published", "azure-service-bus:message-time-to-live=14d", days(14), days(14), fact.Exact, fact.Configured},
	} {
		t.Run(test.shows, func(t *testing.T) {
			windows, err := embeddedCatalogue(t).Select(test.spec)
			if err != nil || len(windows) != 1 {
				t.Fatalf("%d windows, error %v", len(windows), err)
			}
			got := windows[0]
			if diff := cmp.Diff(&span.Range{Shortest: test.shortest, Longest: test.longest}, got.Span, compareSpans); diff != "" {
				t.Errorf("span differs (-want +got):\n%s", diff)
			}
			if got.Bound != test.bound || got.Evidence != test.evidence || got.Setting == "" {
				t.Errorf("bound %s, evidence %s, setting %q, want %s and %s", got.Bound, got.Evidence, got.Setting, test.bound, test.evidence)
			}
		})
	}
}

func TestSelectLeavesTheCatalogueAsItIs(t *testing.T) {
	c := embeddedCatalogue(t)
	if _, err := c.Select("kafka:topic-retention=14d"); err != nil {
		t.Fatal(err)
	}
	if w := window(t, c, "kafka/topic-retention"); !w.Span.Longest.IsUnbounded() {
		t.Errorf("after somebody chose 14 days the catalogue has %v", w.Span)
	}
}
