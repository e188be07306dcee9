package audit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("marshalling %T: %v", v, err)
	}
	return string(text)
}

// contract is the document that other programs rely on, for a partitioned
// store with one remover of each kind of floor. It is written by hand; fields
// may be added to what is written, none renamed.
const contract = `{
 "schema_version":"1","tool":{"name":"idemaudit","version":"test"},"as_of":"2026-12-01T12:00:00Z","verdict":"fail","margin_seconds":432000,
 "targets":[{"name":"ledger","kind":"postgres","server":"PostgreSQL 18.4","database":"app","role":"auditor","replica":true,"complete":true,
  "stores":[{"name":"public.payment_idempotency","verdict":"fail","key":["key"],"created":"created_at","expires":null,
   "guard":{"status":"holds","index":"payment_idempotency_pkey","columns":["key"]},
   "retention":{"status":"known","floor_seconds":86400,"ceiling_seconds":null,"evidence":"defined"},
   "removers":[
    {"kind":"pg_cron","name":"purge","schedule":"0 3 * * *","active":true,"floor_seconds":86400,"opaque":null,"where":"schema.sql:9","text":null},
    {"kind":"cascade","name":"accounts","schedule":null,"active":true,"floor_seconds":null,"opaque":null,"where":null,"text":"DELETE"},
    {"kind":"pg_cron","name":"odd","schedule":"0 3 * * *","active":false,"floor_seconds":null,"opaque":"dynamic SQL","where":"schema.sql:9","text":null}],
   "partitions":{"count":3,"oldest":"'2026-01-01'","newest":"'2026-03-01'","default_rows":7},
   "replay_floor":{"seconds":691200,"window":"stripe/webhook"},
   "coverage":[
    {"vendor":"stripe","window":"webhook","direction":"inbound","span_seconds":259200,"percent":33.3333,"gap_seconds":172800,"verdict":"short"},
    {"vendor":"stripe","window":"api","direction":"outbound","span_seconds":86400,"percent":100,"gap_seconds":0,"verdict":"informative"}],
   "floor_coverage":{"percent":12.5,"gap_seconds":604800,"verdict":"short"}}]}],
 "findings":[
  {"rule":"window-short","line":"protection","severity":"error","target":"ledger","store":"public.payment_idempotency","window":"stripe/webhook",
   "where":{"file":"schema.sql","line":9,"object":null},"waived":null},
  {"rule":"outbound-number-inbound","line":"protection","severity":"note","target":"ledger","store":"public.payment_idempotency","window":"stripe/api",
   "where":{"file":"schema.sql","line":9,"object":null},"waived":null}],
 "summary":{"errors":1,"warnings":0,"notes":1,"waived":0}}`

func TestResultKeepsContract(t *testing.T) {
	cascade := fact.Remover{Kind: fact.Cascade, Name: "accounts", Floor: fact.Known(span.Unbounded(), fact.Defined), Text: "DELETE"}
	s := with(wellGuarded(), job("purge", hours(24)), cascade, switchedOff(opaqueJob("odd", "dynamic SQL")))
	s.Partitions = &fact.Partitions{Strategy: "range", Columns: []string{"key"}, Uses: []string{"key"}, Children: []fact.Partition{
		{Name: "b", Lower: "'2026-02-01'", Upper: "'2026-03-01'"},
		{Name: "a", Lower: "'2026-01-01'", Upper: "'2026-02-01'"},
		{Name: "rest", Default: true, Rows: fact.Known(int64(7), fact.Observed)},
	}}
	p := planFor(s).windows(inbound("webhook", hours(72)), outbound("api", hours(24), fact.AtLeast))
	p.snapshot.Database, p.snapshot.Role, p.snapshot.Replica = "app", "auditor", true

	var want, got any
	if err := json.Unmarshal([]byte(contract), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(asJSON(t, p.judge())), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, limitedTo(want, got)); diff != "" {
		t.Errorf("the document (-contract +written):\n%s", diff)
	}
}

// limitedTo leaves out of got what the contract does not speak of. A key that
// the contract names and got lacks stays missing.
func limitedTo(want, got any) any {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return got
		}
		kept := map[string]any{}
		for key := range w {
			if value, there := g[key]; there {
				kept[key] = limitedTo(w[key], value)
			}
		}
		return kept
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return got
		}
		kept := make([]any, len(w))
		for i := range w {
			kept[i] = limitedTo(w[i], g[i])
		}
		return kept
	}
	return got
}

// A result that was saved is judged by the gate as it was when it was written.
func TestOutcomeSurvivesSaving(t *testing.T) {
	for _, p := range []*plan{
		planFor(wellGuarded()), planFor(with(wellGuarded(), job("purge", hours(24)))), planFor(),
		planFor(wellGuarded()).hide(fact.Hidden{What: "x", Why: "denied", Incomplete: true}),
	} {
		r := p.judge()
		var saved audit.Result
		if err := json.Unmarshal([]byte(asJSON(t, r)), &saved); err != nil {
			t.Fatal(err)
		}
		if saved.Outcome() != r.Outcome() {
			t.Errorf("outcome of the saved result is %d, want %d", saved.Outcome(), r.Outcome())
		}
		if diff := cmp.Diff(asJSON(t, r), asJSON(t, saved)); diff != "" {
			t.Errorf("saved and read again (-first +second):\n%s", diff)
		}
	}
}

func TestListsAreNeverNull(t *testing.T) {
	r := audit.Judge(audit.Run{AsOf: asOf, Failed: []audit.FailedTarget{{Name: "ledger", Kind: fact.Postgres, Reason: "connection refused"}}}, nil)
	want := `"stores":[],"failure":{"reason":"connection refused","fix":null},"hidden":[],"unread":[],"notes":[]}],"findings":[]`
	if got := asJSON(t, r); !strings.Contains(got, want) {
		t.Errorf("document is %s\nwant %s in it", got, want)
	}
}

func TestTextIsWrittenAsItIs(t *testing.T) {
	if got, want := asJSON(t, map[string]audit.Text{"a": "", "b": "x"}), `{"a":null,"b":"x"}`; got != want {
		t.Errorf("texts are %s, want %s", got, want)
	}
}
