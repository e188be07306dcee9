package vendors

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
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

func TestSelectRefuses(t *testing.T) {
	sandbox := Vendor{ID: "sandbox", Windows: []fact.Window{{Vendor: "sandbox", ID: "retry", Mode: Test}}}
	c := embeddedCatalogue(t).With([]Vendor{sandbox})
	for spec, want := range map[string]string{
		"strpe":       `unknown vendor "strpe": did you mean stripe?`,
		"Stripe":      `unknown vendor "Stripe": did you mean stripe?`,
		"square":      `unknown vendor "square": the catalogue has adyen, paypal, sandbox and stripe`,
		"stripe/x":    `unknown vendor "stripe/x": did you mean stripe?`,
		"":            `"" names no vendor: write one such as stripe or stripe:cli-resend`,
		":cli-resend": `":cli-resend" names no vendor: write one such as stripe or stripe:cli-resend`,
		"adyen:":      `vendor adyen has no window "": it has api-idempotency-key and webhook-automatic-retry`,
		"stripe:resend,cli-resend,cli-resnd": `vendor stripe has no window "resend": did you mean cli-resend or dashboard-resend?` + "\n" +
			`vendor stripe has no window "cli-resnd": did you mean cli-resend?`,
		"adyen:x":         `vendor adyen has no window "x": it has api-idempotency-key and webhook-automatic-retry`,
		"stripe\x1b[31m":  `unknown vendor "stripe\x1b[31m": the catalogue has adyen, paypal, sandbox and stripe`,
		"sandbox":         `vendor sandbox has no window of live mode: name the windows that are meant, as in sandbox:window`,
		"stripe:stripe:x": `vendor stripe has no window "stripe:x": it has api-v1-idempotency-key, api-v2-idempotency-key, webhook-automatic-retry, webhook-automatic-retry-test, dashboard-resend, cli-resend and events-api-lookback`,
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
