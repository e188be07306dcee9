package vendors

import (
	"math"
	"testing"
	"time"

	"idemaudit/audit/fact"
)

// TestSpotValues holds the figures that people most often have wrong, in the
// unit in which they are usually told, to one decimal.
func TestSpotValues(t *testing.T) {
	c := embeddedCatalogue(t)
	const day, hour, minute = 24 * time.Hour, time.Hour, time.Minute
	for _, want := range []struct {
		name      string
		direction fact.Direction
		longest   float64
		unit      time.Duration
	}{
		{"adyen/webhook-automatic-retry", fact.Inbound, 30, day},
		{"checkout-com/dashboard-and-api-resend", fact.Inbound, 90, day},
		{"checkout-com/webhook-automatic-retry", fact.Inbound, 30, hour},
		{"marqeta/webhook-automatic-retry", fact.Inbound, 16.2, day},
		{"wise/webhook-automatic-retry", fact.Inbound, 15.4, day},
		{"chargebee/api-idempotency-key", fact.Outbound, 30, minute},
		{"chargebee/webhook-automatic-retry", fact.Inbound, 79, hour},
		{"mollie/api-idempotency-key", fact.Outbound, 1, hour},
		{"mollie/webhook-automatic-retry", fact.Inbound, 26, hour},
		{"midtrans/api-idempotency-key", fact.Outbound, 5, minute},
		{"github/webhook-automatic-retry", fact.Inbound, 0, hour},
		{"github/webhook-manual-redelivery-cloud", fact.Inbound, 3, day},
		{"sidekiq/dead-set-manual-retry", fact.Inbound, 180, day},
		{"aws-sqs/standard-retention", fact.Inbound, 14, day},
		{"aws-sqs/fifo-deduplication-interval", fact.Outbound, 5, minute},
		{"plaid/wallet-transaction-idempotency-key", fact.Outbound, 24, hour},
		{"plaid/transfer-authorization-idempotency-key", fact.Outbound, 48, hour},
		{"bill/events-api-lookback", fact.Inbound, 180, day},
		{"aws-sns/aws-managed-endpoint-retry", fact.Inbound, 23.2, day},
		{"svix/payload-retention-manual-replay", fact.Inbound, 90, day},
		{"shopify/webhook-automatic-retry", fact.Inbound, 4, hour},
	} {
		w := window(t, c, want.name)
		if w.Direction != want.direction || w.Span == nil {
			t.Errorf("%s is %s and %v long, want %s and a figure", want.name, w.Direction, w.Span, want.direction)
			continue
		}
		got := math.Round(10*float64(w.Span.Longest.Length())/float64(want.unit)) / 10
		if got != want.longest {
			t.Errorf("%s is %s long, want %v times %s", want.name, w.Span.Longest, want.longest, want.unit)
		}
	}
}

func TestMarqetaIsRoundedUpToTheHour(t *testing.T) {
	w := window(t, embeddedCatalogue(t), "marqeta/webhook-automatic-retry")
	sum, whole := sumOf(w.Schedule)
	if !whole || len(w.Schedule) != 10 {
		t.Fatalf("the schedule %q has not the ten gaps", w.Schedule)
	}
	if want := (sum + time.Hour - 1).Truncate(time.Hour); w.Span.Longest.Length() != want {
		t.Errorf("%s long, want %s, since the gaps make %s", w.Span.Longest, want, sum)
	}
}

func TestDefaultsOfWhatCanBeSet(t *testing.T) {
	c := embeddedCatalogue(t)
	for name, want := range map[string]struct {
		setting  string
		standard string
	}{
		"kafka/topic-retention":                        {"retention.ms (log.retention.hours of the broker)", "7d"},
		"aws-sqs/standard-retention":                   {"MessageRetentionPeriod", "4d"},
		"sidekiq/dead-set-manual-retry":                {"dead_timeout_in_seconds", "180d"},
		"good-job/preserved-job-retention":             {"cleanup_preserved_jobs_before_seconds_ago", "14d"},
		"nats-jetstream/stream-retention-replay":       {"MaxAge", "unlimited"},
		"azure-service-bus/duplicate-detection-window": {"the duplicate detection window of the entity", "10m"},
		"aws-eventbridge/target-retry":                 {"MaximumEventAgeInSeconds", ""},
	} {
		w := window(t, c, name)
		if w.Bound != fact.Configurable || w.Setting != want.setting || writtenDefault(w) != want.standard {
			t.Errorf("%s: bound %s, setting %q, default %q, want configurable, %q and %q", name, w.Bound, w.Setting, writtenDefault(w), want.setting, want.standard)
		}
	}
}

// The traps are what somebody who chose the obvious key would never find out.
func TestTraps(t *testing.T) {
	c := embeddedCatalogue(t)
	for _, name := range []string{"sendgrid/event-webhook-automatic-retry", "zuora/callout-automatic-retry", "mollie/webhook-automatic-retry", "salesforce/platform-event-and-cdc-replay"} {
		if window(t, c, name).Trap == "" {
			t.Errorf("%s has no trap", name)
		}
	}
}
