package cmd

import (
	"slices"
	"strings"
	"testing"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/cmd/config"
	"idemaudit/vendors"
)

func embedded(t *testing.T) settings {
	t.Helper()
	catalogue, err := vendors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return settings{config: &config.File{}, catalogue: catalogue}
}

// windowNames lists windows as the catalogue calls them.
func windowNames(windows []fact.Window) string {
	var all []string
	for _, w := range windows {
		all = append(all, w.Name())
	}
	return strings.Join(all, " ")
}

func TestPoliciesGoToTheStoresTheyName(t *testing.T) {
	retention := span.Of(40 * span.Day)
	file := config.Target{Name: "ledger", Vendors: []string{"adyen:webhook-automatic-retry"}, Stores: []config.Store{
		{Table: "public.keys", Retention: &retention, Vendors: []string{"stripe:cli-resend"}},
		{Table: "inbox", ExpiryIgnored: true},
	}}
	found := fact.Snapshot{Stores: []fact.Store{{Name: "public.keys"}, {Name: "billing.keys"}, {Name: "billing.inbox"}}}
	drafts, err := (&windowFlags{}).drafts(embedded(t), span.Span{}, []target{{name: "ledger", settings: file}})
	if err != nil {
		t.Fatal(err)
	}
	policy, err := drafts[0].resolve(found)
	if err != nil {
		t.Fatal(err)
	}
	if got := policy.Stores["public.keys"]; got.Retention == nil || windowNames(got.Windows) != "stripe/cli-resend" {
		t.Errorf("public.keys: %+v", got)
	}
	if _, said := policy.Stores["billing.keys"]; said {
		t.Error("what is said of public.keys was taken for billing.keys")
	}
	if !policy.Stores["billing.inbox"].ExpiryIgnored {
		t.Error("a table without a schema should be found in any")
	}
	if got := windowNames(policy.Windows); got != "adyen/webhook-automatic-retry" {
		t.Errorf("the target's own windows: %s", got)
	}
}

func TestVendorFlagReplacesEveryVendorOfTheConfiguration(t *testing.T) {
	file := config.Target{Vendors: []string{"adyen"}, Stores: []config.Store{{Table: "keys", Vendors: []string{"adyen"}}}}
	flags := windowFlags{vendors: []string{"stripe:cli-resend", "stripe:cli-resend,dashboard-resend"}}
	drafts, err := flags.drafts(embedded(t), span.Span{}, []target{{settings: file}})
	if err != nil {
		t.Fatal(err)
	}
	policy, err := drafts[0].resolve(fact.Snapshot{Stores: []fact.Store{{Name: "public.keys"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, windows := range [][]fact.Window{policy.Windows, policy.Stores["public.keys"].Windows} {
		all := strings.Fields(windowNames(windows))
		slices.Sort(all)
		if got := strings.Join(all, " "); got != "stripe/cli-resend stripe/dashboard-resend" {
			t.Errorf("windows %q", got)
		}
	}
}

// A store that no vendor is named for would pass without having been held
// against anything.
func TestStoreWithoutVendorIsRefused(t *testing.T) {
	file := config.Target{Stores: []config.Store{{Table: "keys", Vendors: []string{"stripe"}}}}
	drafts, err := (&windowFlags{}).drafts(embedded(t), span.Span{}, []target{{settings: file}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = drafts[0].resolve(fact.Snapshot{Name: "schema.sql", Stores: []fact.Store{{Name: "public.keys"}, {Name: "public.inbox"}}})
	if err == nil || codeOf(err) != ExitUsage || !strings.Contains(err.Error(), `"public.inbox"`) {
		t.Errorf("error %v, want wrong usage for public.inbox", err)
	}
}

// What is declared of one table must not count for another of the same name.
func TestTableWithoutSchemaMustBeOne(t *testing.T) {
	file := config.Target{Vendors: []string{"stripe"}, Stores: []config.Store{{Table: "keys"}}}
	drafts, err := (&windowFlags{}).drafts(embedded(t), span.Span{}, []target{{settings: file}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = drafts[0].resolve(fact.Snapshot{Stores: []fact.Store{{Name: "billing.keys"}, {Name: "public.keys"}}})
	if err == nil || codeOf(err) != ExitUsage || !strings.Contains(err.Error(), "billing.keys or public.keys") {
		t.Errorf("error %v, want wrong usage that names both", err)
	}
}

func TestTargetsThatContradictEachOther(t *testing.T) {
	long, short := span.Of(40*span.Day), span.Of(span.Day)
	stores := func(retention span.Span) []config.Store {
		return []config.Store{{Table: "public.keys", Retention: &retention}}
	}
	flags := sourceFlags{schema: []string{"schema.sql"}}
	alike := &config.File{Targets: []config.Target{{Name: "a", Stores: stores(long)}, {Name: "b", Stores: stores(long)}}}
	if targets, err := flags.targets(Env{}, settings{config: alike, catalogue: &vendors.Catalogue{}}); err != nil || len(targets) != 1 || len(targets[0].settings.Stores) != 1 {
		t.Errorf("targets that agree: %v, %v", targets, err)
	}
	apart := &config.File{Targets: []config.Target{{Name: "a", Stores: stores(long)}, {Name: "b", Stores: stores(short)}}}
	if _, err := flags.targets(Env{}, settings{config: apart, catalogue: &vendors.Catalogue{}}); err == nil || codeOf(err) != ExitUsage {
		t.Errorf("targets that do not agree: error %v, want wrong usage", err)
	}
}
