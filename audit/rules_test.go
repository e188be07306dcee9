package audit_test

import (
	"strings"
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// ruleCase shows one rule firing, or a near miss that it must leave alone.
type ruleCase struct {
	rule  string
	name  string
	plan  *plan
	count int    // findings of the rule
	says  string // a part of the first message
	fix   string // a part of the first advice
}

func ruleCases() []ruleCase {
	unlogged := wellGuarded()
	unlogged.Persistence = fact.Unlogged
	temporary := wellGuarded()
	temporary.Persistence = fact.Temporary
	unloggedPart := wellGuarded()
	unloggedPart.Unlogged = []string{"public.p1", "public.p2"}
	foreign := wellGuarded()
	foreign.Foreign, foreign.Indexes = true, nil
	cascading := wellGuarded()
	cascading.Cascades = []string{"public.ledger_entries"}
	generated := wellGuarded()
	generated.Columns[0].Default, generated.Columns[0].Varies = "gen_random_uuid()", true
	typo := job("purge", days(90))
	typo.Everything = "the retention '7' is seven seconds"
	defaultExpiry := fact.Column{Name: "expires_at", Type: "timestamp with time zone", Default: "(now() + '24:00:00'::interval)", Varies: true}
	expiring := with(wellGuarded(), expiry(fact.Known(hours(24), fact.Defined)))
	expiring.Expires = &defaultExpiry
	kept := func(s span.Span) fact.Store { return with(wellGuarded(), job("purge", s)) }
	second := kept(days(90))
	second.Name = "public.a_second"
	withoutMargin := func(p *plan) *plan {
		p.policy.Margin = span.Span{}
		return p
	}
	set := inbound("topic", span.Unbounded())
	set.Bound, set.Setting = fact.Configurable, "retention.ms"
	silent := inbound("webhook", days(1))
	silent.Span, silent.Bound = nil, fact.Unpublished
	endless := inbound("archive", span.Unbounded())
	example := inbound("webhook", days(1))
	example.Evidence = fact.WorkedExample
	read := func(day time.Time) fact.Window {
		w := inbound("webhook", days(1))
		w.Read = day
		return w
	}
	retrying := func(w fact.Window, s span.Span) *plan {
		p := planFor(wellGuarded())
		p.policy.Outbound = []audit.OutboundUse{{Window: w, RetryFor: s}}
		return p
	}
	promised := outbound("api", hours(24), fact.AtLeast)
	atLeast := inbound("webhook", days(3))
	atLeast.Bound = fact.AtLeast
	silentOutbound := outbound("api", hours(24), fact.Unpublished)
	silentOutbound.Span = nil
	cronHidden := fact.Hidden{What: "the pg_cron jobs", Why: "row security", Fix: "ALTER ROLE auditor BYPASSRLS;"}
	return []ruleCase{
		{"window-short", "a window longer than the retention", planFor(kept(hours(71))).windows(inbound("webhook", hours(72))), 1, "1h unguarded", "keep records for 8d"},
		{"window-short", "a window as long as the retention", planFor(kept(hours(72))).windows(inbound("webhook", hours(72))), 0, "", ""},
		{"window-short", "an outbound window is no requirement", planFor(kept(hours(1))).windows(outbound("api", hours(72), fact.Exact)), 0, "", ""},
		{"window-short", "an unlimited window", planFor(kept(days(3650))).windows(endless), 1, "without end", "keep records for ever"},
		{"window-short", "without a margin", withoutMargin(planFor(kept(days(15)))), 2, "", "keep records for 30d (30d of stripe/cli-resend without a margin)"},
		{"window-short", "a window that somebody sets", planFor(kept(days(1))).windows(set), 1, "", "\nor, if retention.ms has been set, say to what: --vendor stripe:topic=14d"},
		{"window-short", "unbounded retention", planFor(wellGuarded()), 0, "", ""},
		{"window-short", "unknown retention is another trouble", planFor(with(wellGuarded(), opaqueJob("odd", "dynamic SQL"))), 0, "", ""},
		{"window-short", "each short window", planFor(kept(days(15))), 2, "keeps records 15d", ""},
		{"window-short", "the longest end of a range counts", planFor(kept(days(7))).windows(func() fact.Window {
			w := inbound("webhook", days(14))
			w.Span.Shortest = days(7)
			return w
		}()), 1, "168h (7d) unguarded", ""},
		{"window-short", "an expiry's default can be lengthened", planFor(expiring), 4, "", "ALTER TABLE public.payment_idempotency ALTER COLUMN expires_at SET DEFAULT now() + interval '840 hours';"},

		{"margin-short", "nothing left for an outage", planFor(kept(days(30))), 1, "keeps records 30d, which covers every inbound window but not an outage of 5d on top: the replay floor is 35d, 120h (5d) further", "keep records for 35d"},
		{"margin-short", "beside a window without a figure", planFor(kept(days(30))).windows(silent, inbound("cli", days(30))), 1, "covers every inbound window with a published length but not", ""},
		{"margin-short", "the margin is there", planFor(kept(days(35))), 0, "", ""},
		{"margin-short", "not beside a short window", planFor(kept(days(29))), 0, "", ""},

		{"retention-unknown", "an opaque remover", planFor(with(wellGuarded(), opaqueJob("odd", "dynamic SQL"))), 1, "dynamic SQL", "declare it (retention: 35d)"},
		{"retention-unknown", "an expiry that the application sets", planFor(with(wellGuarded(), expiry(fact.Unknown[span.Span]("no default")))), 1, "no default", "expiry: ignored"},
		{"retention-unknown", "a known remover limits it", planFor(with(wellGuarded(), job("purge", hours(72)), opaqueJob("odd", "dynamic SQL"))), 1, "; no record is certain to be kept longer than 72h, which is too short for stripe/dashboard-resend, stripe/cli-resend and stripe/events-api-lookback", ""},
		{"retention-unknown", "many windows beyond the limit", planFor(with(wellGuarded(), job("purge", hours(24)), opaqueJob("odd", "dynamic SQL"))), 1, "too short for 4 windows, of which stripe/cli-resend is the longest (30d)", ""},
		{"retention-unknown", "a limit that every window is within", planFor(with(wellGuarded(), job("purge", days(90)), opaqueJob("odd", "dynamic SQL"))), 1, "no record is certain to be kept longer than 90d", ""},
		{"retention-unknown", "a declaration fills it", planFor(with(wellGuarded(), opaqueJob("odd", "x"))).store(declares(days(35))), 0, "", ""},
		{"retention-unknown", "blindness alone is reported as such", planFor(wellGuarded()).hide(cronHidden), 0, "", ""},
		{"retention-unknown", "blindness beside an opaque remover", planFor(with(wellGuarded(), opaqueJob("odd", "dynamic SQL"))).hide(cronHidden), 1, "dynamic SQL", ""},

		{"removes-everything", "a floor of zero", planFor(kept(span.Span{})), 1, "may end a record of any age", "remove only records older than 35d (30d of stripe/cli-resend and a margin of 5d)"},
		{"removes-everything", "a wrong unit", planFor(with(wellGuarded(), typo)), 1, "seven seconds", ""},
		{"removes-everything", "a second is not nothing", planFor(kept(span.Seconds(1))), 0, "", ""},
		{"removes-everything", "a switched-off job", planFor(with(wellGuarded(), switchedOff(job("wipe", span.Span{})))), 0, "", ""},

		{"guard-missing", "no unique index", planFor(guardedBy()), 1, "no unique index has a column of the key", "CREATE UNIQUE INDEX CONCURRENTLY ON public.payment_idempotency (key);"},
		{"guard-missing", "an index that may not repeat", planFor(guardedBy(uniqueOver("u", "key", "occurred_at"))), 1, "includes occurred_at", "replay_stable"},
		{"guard-missing", "a key that the database numbers", planFor(keyed(guardedBy(uniqueOver("u", "id")), "id")), 1, "numbered by the database", "a value that the caller sends"},
		{"guard-missing", "a partitioned table", planFor(partitionedBy(guardedBy(), "created_at")), 1, "", "partition by a time that the replay repeats"},
		{"guard-missing", "explained by the partition", planFor(guardedBy(uniqueOver("u", "key", "created_at"))), 0, "", ""},
		{"guard-missing", "explained by NULLs", planFor(guardedBy(uniqueOver("u", "tenant_id", "key"))), 0, "", ""},
		{"guard-missing", "explained by being invalid", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Ready = false }))), 0, "", ""},
		{"guard-missing", "a foreign table", planFor(foreign), 0, "", ""},

		{"guard-per-partition", "the arrival time in the index", planFor(partitionedBy(guardedBy(uniqueOver("u", "key", "created_at")), "created_at")), 1, "unique index u (key, created_at) includes created_at", "partition by a time"},
		{"guard-per-partition", "an index on a leaf", planFor(partitionedBy(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Partition = "p1" })), "created_at")), 1, "partition p1 alone", ""},
		{"guard-per-partition", "without partitions", planFor(guardedBy(uniqueOver("u", "key", "created_at"))), 1, "", "CREATE UNIQUE INDEX CONCURRENTLY"},
		{"guard-per-partition", "hash of the key", planFor(partitionedBy(guardedBy(uniqueOver("u", "key")), "key")), 0, "", ""},

		{"guard-invalid", "not ready", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Ready = false }))), 1, "not ready: it refuses nothing", "REINDEX INDEX CONCURRENTLY public.u;"},
		{"guard-invalid", "not valid", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Valid = false }))), 1, "ON CONFLICT can't use it", ""},
		{"guard-invalid", "beside a valid one", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Valid = false }), uniqueOver("v", "key"))), 0, "", ""},

		{"guard-nullable", "a nullable scope", planFor(guardedBy(uniqueOver("u", "tenant_id", "key"))), 1, "unique index u (tenant_id, key) would never refuse rows with NULL in tenant_id", "ON public.payment_idempotency (tenant_id, key) NULLS NOT DISTINCT;"},
		{"guard-nullable", "not null", planFor(guardedBy(uniqueOver("u", "route", "key"))), 0, "", ""},

		{"guard-partial", "a predicate over a state", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Predicate = "(deleted_at IS NULL)" }))), 1, "deleted_at IS NULL", ""},
		{"guard-partial", "rows without a key", planFor(guardedBy(changed(uniqueOver("u", "key"), func(ix *fact.Index) { ix.Predicate, ix.OnlyNotNull = "(key IS NOT NULL)", true }))), 0, "", ""},

		{"key-generated", "a random default", planFor(generated), 1, "key (default gen_random_uuid())", "ALTER TABLE public.payment_idempotency ALTER COLUMN key DROP DEFAULT;"},
		{"key-generated", "no default", planFor(wellGuarded()), 0, "", ""},
		{"key-generated", "a volatile default beside the key", planFor(scoped()), 0, "", ""},

		{"store-unlogged", "an unlogged table", planFor(unlogged), 1, "unlogged", "ALTER TABLE public.payment_idempotency SET LOGGED;"},
		{"store-unlogged", "a temporary table", planFor(temporary), 1, "temporary", ""},
		{"store-unlogged", "unlogged partitions", planFor(unloggedPart), 1, "public.p1 and public.p2", "ALTER TABLE public.p2 SET LOGGED;"},
		{"store-unlogged", "a permanent table", planFor(wellGuarded()), 0, "", ""},

		{"store-elsewhere", "a foreign table", planFor(foreign), 1, "foreign table", ""},
		{"store-elsewhere", "a table of its own", planFor(wellGuarded()), 0, "", ""},

		{"cascade-to-effects", "the effect goes with its record", planFor(cascading).store(audit.StorePolicy{Effects: []string{"public.ledger_entries"}}), 1, "public.ledger_entries", "ON DELETE SET NULL"},
		{"cascade-to-effects", "something else goes", planFor(cascading).store(audit.StorePolicy{Effects: []string{"public.payments"}}), 0, "", ""},
		{"cascade-to-effects", "no effect is declared", planFor(cascading), 0, "", ""},

		{"outbound-number-inbound", "a day", planFor(kept(hours(24))), 1, "24h is how long stripe remembers keys that we send (api-v1-idempotency-key)", ""},
		{"outbound-number-inbound", "a day and an hour", planFor(kept(hours(25))), 0, "", ""},
		{"outbound-number-inbound", "the same number, and enough", planFor(kept(days(30))), 0, "", ""},

		{"outbound-retry-long", "longer than promised", retrying(promised, hours(25)), 1, "we retry for 25h, but stripe may have forgotten the key after 24h", ""},
		{"outbound-retry-long", "as long as promised", retrying(promised, hours(24)), 0, "", ""},
		{"outbound-retry-long", "nothing is promised", retrying(silentOutbound, hours(1)), 1, "does not say", ""},
		{"outbound-retry-long", "no more than", retrying(outbound("api", hours(24), fact.AtMost), hours(1)), 1, "promises no time", ""},
		{"outbound-retry-long", "for ever", retrying(outbound("api", span.Unbounded(), fact.Unlimited), days(900)), 0, "", ""},

		{"blind", "hidden jobs", planFor(wellGuarded()).hide(cronHidden), 1, "could not see the pg_cron jobs: row security", "ALTER ROLE auditor BYPASSRLS;"},
		{"blind", "two things at once", planFor(wellGuarded()).hide(cronHidden).hide(fact.Hidden{What: "schema partman", Why: "permission denied", Fix: "GRANT USAGE ON SCHEMA partman TO auditor;"}), 1, "schema partman: permission denied", "GRANT USAGE ON SCHEMA partman TO auditor;"},
		{"blind", "one store and all stores", planFor(wellGuarded()).hide(cronHidden).hide(fact.Hidden{What: "its rows", Why: "locked", Store: storeName}), 2, "", ""},
		{"blind", "a known remover limits what is hidden", planFor(kept(hours(72))).hide(cronHidden), 1, "row security; in public.payment_idempotency no record is certain to be kept longer than 72h, which is too short for stripe/dashboard-resend,", ""},
		{"blind", "nothing hidden", planFor(wellGuarded()), 0, "", ""},

		{"cleanup-unscheduled", "nobody calls it", planFor(with(wellGuarded(), function("public.purge()", false, fact.Known(days(40), fact.Defined)))), 1, "calls public.purge()", ""},
		{"cleanup-unscheduled", "a schedule may be hidden", planFor(with(wellGuarded(), function("public.purge()", false, fact.Known(days(40), fact.Defined)))).hide(cronHidden), 0, "", ""},
		{"cleanup-unscheduled", "a lock on the table hides no schedule", planFor(with(wellGuarded(), function("public.purge()", false, fact.Known(days(40), fact.Defined)))).hide(fact.Hidden{What: "its rows", Why: "locked", Incomplete: true, Store: storeName}), 1, "", ""},
		{"cleanup-unscheduled", "a job calls it", planFor(with(wellGuarded(), function("public.purge()", true, fact.Known(days(40), fact.Defined)))), 0, "", ""},
		{"cleanup-unscheduled", "a job is no function", planFor(kept(days(40))), 0, "", ""},
		{"cleanup-unscheduled", "two of them are one finding", planFor(with(wellGuarded(), function("a()", false, fact.Known(days(40), fact.Defined)), function("b()", false, fact.Known(days(40), fact.Defined)))), 1, "a() and b()", ""},
		{"cleanup-unscheduled", "declared never to run", planFor(with(wellGuarded(), function("a()", false, fact.Known(days(40), fact.Defined)))).store(audit.StorePolicy{Never: []string{"a"}}), 0, "", ""},

		{"evidence-weak", "a worked example governs", planFor(kept(days(40))).windows(example), 1, "which is a worked example (https://example.com/webhook)", ""},
		{"evidence-weak", "a documented window governs", planFor(kept(days(40))).windows(inbound("webhook", days(1))), 0, "", ""},
		{"evidence-weak", "a worked example that decides nothing", planFor(kept(days(40))).windows(example, inbound("cli", days(30))), 0, "", ""},

		{"evidence-stale", "read 181 days ago", planFor(wellGuarded()).windows(read(time.Date(2026, 6, 3, 0, 0, 0, 0, time.UTC))), 1, "read on 2026-06-03, 181 days ago", ""},
		{"evidence-stale", "read 180 days ago", planFor(wellGuarded()).windows(read(time.Date(2026, 6, 4, 0, 0, 0, 0, time.UTC))), 0, "", ""},

		{"window-unpublished", "no figure", planFor(kept(days(90))).windows(silent), 1, "stripe does not say how long it may send the same again (webhook)", ""},
		{"window-unpublished", "a least figure", planFor(kept(days(90))).windows(atLeast), 1, "stripe may send the same again for at least 72h (webhook) and does not say for how long at most: whether public.payment_idempotency covers it can't be told", ""},
		{"window-unpublished", "a least figure that is not reached", planFor(kept(days(1))).windows(atLeast), 0, "", ""},
		{"window-unpublished", "for two stores", planFor(kept(days(90)), second).windows(silent), 1, "what public.a_second and public.payment_idempotency cover can't be told", ""},
		{"window-unpublished", "records are kept for ever", planFor(wellGuarded()).windows(silent), 0, "", ""},
		{"window-unpublished", "no figure for what we send", planFor(kept(days(90))).windows(silentOutbound), 0, "", ""},
	}
}

func TestRules(t *testing.T) {
	for _, c := range ruleCases() {
		t.Run(c.rule+"/"+c.name, func(t *testing.T) {
			var found []audit.Finding
			for _, f := range c.plan.judge().Findings {
				if f.Rule == c.rule {
					found = append(found, f)
				}
			}
			if len(found) != c.count {
				t.Fatalf("%d findings, want %d: %+v", len(found), c.count, found)
			}
			if len(found) == 0 {
				return
			}
			if !strings.Contains(found[0].Message, c.says) {
				t.Errorf("message is %q, want %q in it", found[0].Message, c.says)
			}
			if !strings.Contains(string(found[0].Fix), c.fix) {
				t.Errorf("fix is %q, want %q in it", found[0].Fix, c.fix)
			}
			if found[0].Fix == "" {
				t.Error("the finding does not say what to do")
			}
		})
	}
}

// Every rule must be seen firing and seen leaving something alone.
func TestEveryRuleHasCases(t *testing.T) {
	fires, spares := map[string]bool{}, map[string]bool{}
	for _, c := range ruleCases() {
		fires[c.rule] = fires[c.rule] || c.count > 0
		spares[c.rule] = spares[c.rule] || c.count == 0
	}
	seen := map[string]bool{}
	for _, r := range audit.Rules() {
		if !fires[r.ID] || !spares[r.ID] {
			t.Errorf("rule %s is seen firing: %v, sparing: %v; want both", r.ID, fires[r.ID], spares[r.ID])
		}
		if r.Summary == "" || r.Why == "" || r.Remedy == "" || r.Severity == "" || r.Line == "" || seen[r.ID] {
			t.Errorf("rule %s is not documented whole, or its id is taken: %+v", r.ID, r)
		}
		if !audit.KnownRule(r.ID) {
			t.Errorf("rule %s is not known by its id", r.ID)
		}
		seen[r.ID] = true
	}
	if audit.KnownRule("window-shorter") {
		t.Error("a rule that does not exist is known")
	}
}

func TestGuardNullableWeighsMoreWhenNullsAreThere(t *testing.T) {
	for there, want := range map[bool]audit.Severity{true: audit.Error, false: audit.Warning} {
		s := guardedBy(uniqueOver("u", "tenant_id", "key"))
		s.NullKeys = fact.Known(there, fact.Observed)
		r := planFor(s).judge()
		if len(r.Findings) != 1 || r.Findings[0].Severity != want {
			t.Errorf("NULLs there: %v gives %+v, want one %s", there, r.Findings, want)
		}
	}
}

func TestStoreThatNamesItsOwnWindows(t *testing.T) {
	p := planFor(with(wellGuarded(), job("purge", days(8)))).store(audit.StorePolicy{Windows: []fact.Window{inbound("webhook", hours(72))}})
	r := p.judge()
	if s := only(t, r); len(s.Coverage) != 1 || s.Verdict != audit.Pass {
		t.Errorf("coverage has %d rows and the verdict is %s, want the store's one window and a pass", len(s.Coverage), s.Verdict)
	}
}

func TestWindowChosenTwiceCountsOnce(t *testing.T) {
	w := inbound("webhook", hours(72))
	if s := only(t, planFor(wellGuarded()).windows(w, w).judge()); len(s.Coverage) != 1 {
		t.Errorf("coverage has %d rows, want 1", len(s.Coverage))
	}
}
