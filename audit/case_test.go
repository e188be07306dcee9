package audit_test

import (
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// asOf is the moment all tests speak of.
var asOf = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

const storeName = "public.payment_idempotency"

func hours(n int) span.Span { return span.Of(time.Duration(n) * time.Hour) }

func days(n int) span.Span { return hours(24 * n) }

func exactly(s span.Span) *span.Range { return &span.Range{Shortest: s, Longest: s} }

func inbound(id string, s span.Span) fact.Window {
	return fact.Window{
		Vendor: "stripe", ID: id, Direction: fact.Inbound, Mode: "live", Span: exactly(s), Bound: fact.AtMost, Evidence: fact.Documented,
		URL: "https://example.com/" + id, Read: time.Date(2026, 10, 29, 0, 0, 0, 0, time.UTC),
	}
}

func outbound(id string, s span.Span, b fact.Bound) fact.Window {
	w := inbound(id, s)
	w.Direction, w.Mode, w.Bound = fact.Outbound, "any", b
	return w
}

// stripe returns the windows that Stripe publishes, as read on 2026-10-29.
func stripe() []fact.Window {
	return []fact.Window{
		outbound("api-v1-idempotency-key", hours(24), fact.AtLeast),
		outbound("api-v2-idempotency-key", days(30), fact.Exact),
		inbound("webhook-automatic-retry", hours(72)),
		inbound("dashboard-resend", days(15)),
		inbound("cli-resend", days(30)),
		inbound("events-api-lookback", days(30)),
	}
}

// wellGuarded is a store that nothing removes records from and whose key a
// valid unique index covers.
func wellGuarded() fact.Store {
	created := fact.Column{Name: "created_at", Type: "timestamp with time zone", Default: "now()", Varies: true}
	return fact.Store{
		Name:    storeName,
		Place:   fact.Place{File: "schema.sql", Line: 1, Column: 1},
		Key:     []string{"key"},
		Created: &created,
		Columns: []fact.Column{{Name: "key", Type: "text"}, created},
		Indexes: []fact.Index{uniqueOver("payment_idempotency_pkey", "key")},

		Persistence: fact.Permanent,
		Deleted:     fact.Unknown[int64]("offline"),
		NullKeys:    fact.Unknown[bool]("offline"),
	}
}

func uniqueOver(name string, columns ...string) fact.Index {
	ix := fact.Index{Name: name, Valid: true, Ready: true}
	for _, c := range columns {
		ix.Columns = append(ix.Columns, fact.IndexColumn{Column: c})
	}
	return ix
}

// job is a scheduled DELETE of records older than floor.
func job(name string, floor span.Span) fact.Remover {
	return fact.Remover{
		Kind: fact.PgCron, Name: name, Schedule: "0 3 * * *", Active: true, Called: true,
		Floor: fact.Known(floor, fact.Defined), Place: fact.Place{File: "schema.sql", Line: 9},
	}
}

func opaqueJob(name, reason string) fact.Remover {
	r := job(name, span.Span{})
	r.Floor = fact.Unknown[span.Span](reason)
	return r
}

// with returns the store with these removers.
func with(s fact.Store, removers ...fact.Remover) fact.Store {
	s.Removers = removers
	return s
}

// plan is one audit of one store in front of Stripe with a margin of five
// days; tests change what they are about.
type plan struct {
	snapshot fact.Snapshot
	policy   audit.Policy
	run      audit.Run
}

func planFor(stores ...fact.Store) *plan {
	return &plan{
		snapshot: fact.Snapshot{Name: "ledger", Kind: fact.Postgres, Server: "PostgreSQL 18.4", Stores: stores},
		policy:   audit.Policy{Margin: days(5), Windows: stripe(), Stores: map[string]audit.StorePolicy{}},
		run:      audit.Run{Tool: audit.Tool{Name: "idemaudit", Version: "test"}, AsOf: asOf, Margin: days(5)},
	}
}

// store sets what the user says of the one store.
func (p *plan) store(say audit.StorePolicy) *plan {
	p.policy.Stores[storeName] = say
	return p
}

func (p *plan) hide(h fact.Hidden) *plan {
	p.snapshot.Hidden = append(p.snapshot.Hidden, h)
	return p
}

func (p *plan) windows(windows ...fact.Window) *plan {
	p.policy.Windows = windows
	return p
}

func (p *plan) judge() audit.Result {
	return audit.Judge(p.run, []audit.Target{{Snapshot: p.snapshot, Policy: p.policy}})
}

// only returns the one store of a result.
func only(t *testing.T, r audit.Result) audit.StoreResult {
	t.Helper()
	if len(r.Targets) != 1 || len(r.Targets[0].Stores) != 1 {
		t.Fatalf("the result has not one target with one store: %+v", r.Targets)
	}
	return r.Targets[0].Stores[0]
}

// rules returns the ids of the rules that found something.
func rules(r audit.Result) map[string]int {
	found := map[string]int{}
	for _, f := range r.Findings {
		found[f.Rule]++
	}
	return found
}
