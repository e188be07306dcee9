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

// odd returns windows that no vendor should have: without a figure, without an
// end, a range, and one that rests on an example.
func odd() []fact.Window {
	silent := window("silent", fact.Inbound, days(1), fact.Unpublished)
	silent.Span = nil
	example := window("example", fact.Inbound, days(14), fact.Between)
	example.Evidence, example.Span.Shortest = fact.WorkedExample, days(7)
	windows := []fact.Window{silent, example, window("archive", fact.Inbound, span.Unbounded(), fact.Unlimited)}
	for i := range windows {
		windows[i].Vendor = "acme"
	}
	return windows
}

// wordy returns windows with names that no page has room for.
func wordy() []fact.Window {
	return []fact.Window{
		window("api-idempotency-key-subscriptions-v1", fact.Outbound, days(3), fact.Exact),
		window("webhook-manual-redelivery-enterprise", fact.Inbound, days(7), fact.AtMost),
		odd()[0],
	}
}

// kept is the worked example with a retention of so many days.
func kept(n int) fact.Snapshot {
	s := ferrystone()
	s.Stores[0].Removers[0].Floor = fact.Known(days(n), fact.Defined)
	return s
}

// limited is the worked example with three days, beside something whose
// cut-off can't be told.
func limited() fact.Snapshot {
	s := kept(3)
	opaque := s.Stores[0].Removers[0]
	opaque.Name, opaque.Floor, opaque.Chain = "sweep", fact.Unknown[span.Span]("dynamic SQL depends on purge_list.keep"), nil
	s.Stores[0].Removers = append(s.Stores[0].Removers, opaque)
	return s
}

// partitioned is the worked example in partitions, with a table whose rows go
// along and a job that waits for nothing.
func partitioned() fact.Snapshot {
	s := kept(0)
	store := &s.Stores[0]
	store.Columns = append(store.Columns, fact.Column{Name: "tenant", Type: "text", Nullable: true})
	store.Cascades = []string{"public.attempts", "public.effects"}
	store.Partitions = &fact.Partitions{Strategy: "range", Columns: []string{"created_at"}, Uses: []string{"created_at"}, Children: []fact.Partition{
		{Name: "public.a", Lower: "'2026-01-01 00:00:00+00'", Upper: "'2026-02-01 00:00:00+00'"}, {Name: "public.rest", Default: true},
	}}
	return s
}

// troubled is an audit in which everything that can go wrong does: a store
// whose retention can't be told, one whose guard is lost to its partitions,
// one that a privilege hides, a target out of reach.
func troubled() audit.Result {
	opaque := ferrystone().Stores[0]
	opaque.Name = "public.webhook_inbox"
	opaque.Removers[0].Floor = fact.Unknown[span.Span]("dynamic SQL depends on purge_list.keep")
	opaque.Removers = append(opaque.Removers, fact.Remover{
		Kind: fact.Function, Name: "public.purge_old(integer)", Floor: fact.Known(days(90), fact.Defined),
	})
	split := ferrystone().Stores[0]
	split.Name = "public.processed_messages"
	split.Indexes[0].Columns = append(split.Indexes[0].Columns, fact.IndexColumn{Column: "created_at"})
	split.Partitions = &fact.Partitions{Strategy: "range", Columns: []string{"created_at"}, Uses: []string{"created_at"}, Children: []fact.Partition{
		{Name: "a", Lower: "'2026-01-01 00:00:00+00'", Upper: "'2026-02-01 00:00:00+00'"},
		{Name: "rest", Default: true, Rows: fact.Known(int64(1), fact.Observed)},
	}}
	split.Removers = nil
	seen := fact.Snapshot{
		Name: "ledger", Kind: fact.Postgres, Server: "PostgreSQL 18.4", Database: "app", Role: "auditor", Replica: true,
		Stores: []fact.Store{opaque, split},
		Hidden: []fact.Hidden{{
			What: "the pg_cron jobs of database scheduler", Why: "permission denied for schema cron", Incomplete: true,
			Fix: "GRANT USAGE ON SCHEMA cron TO auditor;", Store: "public.processed_messages",
		}},
		Unread: []fact.Unread{{Place: fact.Place{File: "m.sql", Line: 7}, Reason: "no statement of PostgreSQL", Text: "CREATE TABEL"}},
	}
	target := audit.Target{Snapshot: seen, Policy: audit.Policy{Windows: odd(), Margin: days(5)}}
	run := audit.Run{
		Tool: audit.Tool{Name: "idemaudit", Version: "test"}, AsOf: asOf, Margin: days(5),
		Failed: []audit.FailedTarget{{Name: "billing", Kind: fact.Postgres, Reason: "connection refused by db.internal:5432", Fix: "check that the server is up"}},
	}
	return audit.Judge(run, []audit.Target{target})
}

// hostile is a database whose owner would like to drive the reader's terminal,
// or the program that reads the log.
func hostile() fact.Snapshot {
	s := ferrystone()
	s.Name = "files\u202etxt"
	store := &s.Stores[0]
	store.Name = "public.\x1b]0;pwned\x07keys\n ::error::faked ##vso[task.complete]"
	store.Key = []string{"<b>key</b>", "\x1b[2J"}
	store.Columns = append(store.Columns, fact.Column{Name: "<b>key</b>", Type: "text"}, fact.Column{Name: "\x1b[2J", Type: "text"})
	store.Indexes = nil
	store.Removers[0].Name = "\x1b[31m``` & <script>\u009b0m\r\nPASS: no gap; 0 errors, 0 warnings, 0 notes"
	store.Removers[0].Text = "delete from keys -- \x1b[8m\n\n::add-mask::x ##[add-mask]y"
	store.Why = "\xff\xfe is no UTF-8"
	return s
}
