package report_test

import (
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

var asOf = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func days(n int) span.Span { return span.Of(time.Duration(n) * span.Day) }

func window(id string, d fact.Direction, s span.Span, b fact.Bound) fact.Window {
	return fact.Window{
		Vendor: "stripe", ID: id, Direction: d, Mode: "any", Span: &span.Range{Shortest: s, Longest: s}, Bound: b,
		Evidence: fact.Documented, URL: "https://docs.stripe.com/webhooks", Read: time.Date(2026, 10, 29, 0, 0, 0, 0, time.UTC),
		Key: "event id (evt_...)", Note: "The resend command reaches events up to thirty days old.",
	}
}

func stripe() []fact.Window {
	return []fact.Window{
		window("api-v1-idempotency-key", fact.Outbound, days(1), fact.AtLeast),
		window("api-v2-idempotency-key", fact.Outbound, days(30), fact.Exact),
		window("webhook-automatic-retry", fact.Inbound, days(3), fact.AtMost),
		window("dashboard-resend", fact.Inbound, days(15), fact.AtMost),
		window("cli-resend", fact.Inbound, days(30), fact.AtMost),
		window("events-api-lookback", fact.Inbound, days(30), fact.AtMost),
	}
}

// ferrystone is the worked example: a day in front of Stripe.
func ferrystone() fact.Snapshot {
	created := fact.Column{Name: "created_at", Type: "timestamp with time zone", Default: "now()", Varies: true}
	return fact.Snapshot{
		Name: "testdata/ferrystone/schema.sql", Kind: fact.Schema,
		Notes: []string{"time zone UTC is assumed, since files name none"},
		Stores: []fact.Store{{
			Name: "public.payment_idempotency", Place: fact.Place{File: "testdata/ferrystone/schema.sql", Line: 3, Column: 1},
			Why: "its name and a unique index over key", Key: []string{"key"}, Created: &created,
			Columns: []fact.Column{{Name: "key", Type: "uuid"}, created},
			Indexes: []fact.Index{{
				Name: "payment_idempotency_pkey", Primary: true, Valid: true, Ready: true, Columns: []fact.IndexColumn{{Column: "key"}},
			}},
			Persistence: fact.Permanent,
			Removers: []fact.Remover{{
				Kind: fact.PgCron, Name: "purge-idempotency", Schedule: "0 3 * * *", Active: true, Called: true,
				Floor: fact.Known(days(1), fact.Defined), Place: fact.Place{File: "testdata/ferrystone/schema.sql", Line: 12, Column: 1},
				Text:  "delete from payment_idempotency\nwhere created_at < now() - interval '24 hours'",
				Chain: []string{"created_at < now() - interval '24 hours' holds from an age of 24h"},
			}},
		}},
	}
}

func judge(policy audit.Policy, snapshots ...fact.Snapshot) audit.Result {
	if policy.Windows == nil {
		policy.Windows = stripe()
	}
	policy.Margin = days(5)
	var targets []audit.Target
	for _, s := range snapshots {
		targets = append(targets, audit.Target{Snapshot: s, Policy: policy})
	}
	return audit.Judge(audit.Run{Tool: audit.Tool{Name: "idemaudit", Version: "test"}, AsOf: asOf, Margin: days(5)}, targets)
}
