package cmd

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"idemaudit/vendors"
)

// listed runs vendors list and returns the ids in the order shown.
func listed(t *testing.T, env Env, args ...string) []string {
	t.Helper()
	got := runIn(env, append([]string{"vendors", "list", "--format", "json"}, args...)...)
	if got.code != ExitPassed || got.stderr != "" {
		t.Fatalf("exit code %d\n%s", got.code, got.stderr)
	}
	var list struct {
		Vendors []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(got.stdout), &list); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, v := range list.Vendors {
		ids = append(ids, v.ID)
	}
	return ids
}

func TestVendorsListNarrowsAndSorts(t *testing.T) {
	env := testEnv(t)
	all := listed(t, env)
	if len(all) < 100 || slices.Index(all, "sidekiq") > slices.Index(all, "stripe") || slices.Index(all, "stripe") > slices.Index(all, "mollie") {
		t.Errorf("%d vendors, and not the longest inbound window first: %q", len(all), all)
	}
	for args, test := range map[string]struct{ has, lacks []string }{
		"--direction outbound":                {[]string{"stripe", "qonto"}, []string{"github", "sidekiq", "masstransit"}},
		"--direction inbound":                 {[]string{"stripe", "github"}, []string{"qonto", "masstransit"}},
		"--kind source-hosting":               {[]string{"github", "gitlab"}, []string{"stripe"}},
		"--kind library":                      {[]string{"masstransit"}, []string{"stripe"}},
		"--kind payments --direction inbound": {[]string{"stripe", "adyen"}, []string{"qonto", "mangopay", "github"}},
		"dead-set":                            {[]string{"sidekiq", "exq"}, []string{"stripe"}},
		"SENDGRID":                            {[]string{"sendgrid"}, []string{"stripe"}},
		"--stale":                             {nil, all},
		"--stale --as-of 2027-04-28":          {[]string{"stripe", "adyen"}, []string{"sidekiq"}},
		"--stale --as-of 2027-06-01":          {[]string{"stripe", "sidekiq", "masstransit"}, nil},
	} {
		got := listed(t, env, strings.Fields(args)...)
		for _, id := range test.has {
			if !slices.Contains(got, id) {
				t.Errorf("%s lacks %s", args, id)
			}
		}
		for _, id := range test.lacks {
			if slices.Contains(got, id) {
				t.Errorf("%s has %s", args, id)
			}
		}
	}
}

func TestVendorsShowTellsTheTraps(t *testing.T) {
	for id, want := range map[string][]string{
		"sendgrid":    {"sendgrid/event-webhook-automatic-retry", "trap ", "another sg_event_id", "read 2026-12-01"},
		"zuora":       {"Zuora-Notification-Id header", "Zuora-Request-Id is another one in every retry"},
		"marqeta":     {"16d5h", "4s, 16s, 64s, 256s, 1024s, 4096s, 16384s, 65536s, 262144s, 1048576s"},
		"kafka":       {"retention.ms", "7d by default", "--vendor kafka:topic-retention=7d"},
		"masstransit": {"InboxState", "30m, by DuplicateDetectionWindow"},
	} {
		got := runIn(testEnv(t), "vendors", "show", id)
		for _, text := range want {
			if !strings.Contains(strings.Join(strings.Fields(got.stdout), " "), strings.TrimSpace(text)) {
				t.Errorf("%s lacks %q:\n%s%s", id, text, got.stdout, got.stderr)
			}
		}
	}
}

func TestVendorsDiff(t *testing.T) {
	env := testEnv(t, "old/acme.yaml", acme, "new/acme.yaml", strings.Replace(acme, "10d", "12d", 1), "new/beta.yaml", strings.ReplaceAll(acme, "acme", "beta"))
	got := runIn(env, "vendors", "diff", "old", "new")
	for _, want := range []string{"window acme/webhook-retry changed", "10d", "12d", "vendor beta added", "1 added, 0 removed, 1 changed"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is missing:\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if got.code != ExitPassed {
		t.Errorf("exit code %d", got.code)
	}
	var document struct {
		Changes []struct{ Change, Of, Vendor, ID string }
	}
	if err := json.Unmarshal([]byte(runIn(env, "vendors", "diff", "old/acme.yaml", "new/acme.yaml", "--format", "json").stdout), &document); err != nil {
		t.Fatal(err)
	}
	if c := document.Changes; len(c) != 1 || c[0].Change != "changed" || c[0].Of != "window" || c[0].Vendor != "acme" || c[0].ID != "webhook-retry" {
		t.Errorf("changes %+v", c)
	}
	if got := runIn(env, "vendors", "diff", "old", "old"); got.stdout != "no difference\n" {
		t.Errorf("the same folder twice: %q", got.stdout)
	}
}

func TestSchemaPrintsWhatEditorsRead(t *testing.T) {
	for _, name := range schemaNames() {
		got := runIn(testEnv(t), "schema", name)
		var document map[string]any
		if err := json.Unmarshal([]byte(got.stdout), &document); err != nil || got.code != ExitPassed || got.stderr != "" {
			t.Fatalf("%s: exit code %d, error %v\n%s", name, got.code, err, got.stderr)
		}
		if document["$schema"] != "https://json-schema.org/draft/2020-12/schema" || document["type"] != "object" {
			t.Errorf("%s is no JSON Schema of an object", name)
		}
	}
}

// What a window is set to reaches the judgement, from the command line and from
// the configuration alike.
func TestFloorOfWhatIsSet(t *testing.T) {
	const head = "version: 1\ntargets:\n  - name: a\n    schema: schema.sql\n    vendors: "
	for shows, test := range map[string]struct {
		config string
		args   []string
		want   string
	}{
		"nobody has said it":           {"", []string{"--vendor", "aws-sqs:standard-retention"}, "replay floor: 19d (aws-sqs/standard-retention 14d"},
		"by a flag":                    {"", []string{"--vendor", "aws-sqs:standard-retention=4d"}, "replay floor: 9d (aws-sqs/standard-retention 4d"},
		"by a flag beside all windows": {"", []string{"--vendor", "kafka", "--vendor", "kafka:topic-retention=14d"}, "replay floor: 19d (kafka/topic-retention 14d"},
		"the other way round":          {"", []string{"--vendor", "kafka:topic-retention=14d", "--vendor", "kafka"}, "replay floor: 19d (kafka/topic-retention 14d"},
		"by the configuration":         {head + "[{kafka: {topic-retention: 14d}}]\n", nil, "replay floor: 19d (kafka/topic-retention 14d"},
		"without an end":               {"", []string{"--vendor", "kafka"}, "replay floor: unlimited (kafka/topic-retention unlimited"},
		"nothing is sent again":        {"", []string{"--vendor", "github:webhook-automatic-retry"}, "replay floor: 5d (github/webhook-automatic-retry"},
	} {
		t.Run(shows, func(t *testing.T) {
			files := []string{"schema.sql", longStore}
			if test.config != "" {
				files = append(files, "idemaudit.yaml", test.config)
			}
			got := runIn(testEnv(t, files...), append([]string{"floor"}, test.args...)...)
			lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
			if got.code != ExitPassed || !strings.HasPrefix(lines[len(lines)-1], test.want) {
				t.Errorf("exit code %d, the last line should begin with %q:\n%s%s", got.code, test.want, got.stdout, got.stderr)
			}
		})
	}
	got := runIn(testEnv(t), "floor", "--vendor", "kafka:topic-retention=7d", "--vendor", "kafka:topic-retention=14d")
	oneClearLine(t, got.stderr, []string{"--vendor: the window kafka/topic-retention is set to two lengths"})
}

// A table that a library keeps is a store, and what the library does by default
// is said and not believed.
func TestCheckKnowsTheTablesOfLibraries(t *testing.T) {
	const inbox = `create table "InboxState" ("Id" bigint generated by default as identity primary key, "MessageId" uuid not null, "ConsumerId" uuid not null,
  "Received" timestamptz not null, "ReceiveCount" int not null, unique ("MessageId", "ConsumerId"));`
	env := testEnv(t, "schema.sql", inbox)
	got := runIn(env, "inspect", "--schema", "schema.sql")
	text := strings.Join(strings.Fields(got.stdout), " ")
	for _, want := range []string{"it is a table of MassTransit, which keeps records for 30m unless DuplicateDetectionWindow says otherwise", "InboxCleanupService"} {
		if !strings.Contains(text, want) {
			t.Errorf("inspect lacks %q:\n%s%s", want, got.stdout, got.stderr)
		}
	}
	got = runIn(env, "check", "--schema", "schema.sql", "--vendor", "stripe", "--format", "json")
	if got.code != ExitFindings || !strings.Contains(got.stdout, `"retention-unknown"`) || strings.Contains(got.stdout, `"verdict": "covered"`) {
		t.Errorf("exit code %d, want the retention to be unknown and nothing covered\n%s", got.code, got.stdout)
	}
	declared := "version: 1\ntargets:\n  - name: a\n    schema: schema.sql\n    vendors: [stripe]\n    stores:\n      - {table: InboxState, "
	for said, code := range map[string]ExitCode{"retention: 35d}\n": ExitPassed, "retention: 30m}\n": ExitFindings, "removers: {MassTransit: never}}\n": ExitPassed} {
		got := runIn(testEnv(t, "schema.sql", inbox, "idemaudit.yaml", declared+said), "check")
		if got.code != code {
			t.Errorf("%s: exit code %d, want %d\n%s%s", said, got.code, code, got.stdout, got.stderr)
		}
	}
}

func TestCompletionOfWindows(t *testing.T) {
	env := testEnv(t, "acme.yaml", acme, "idemaudit.yaml", "version: 1\ncatalogue: [acme.yaml]\n")
	for line, test := range map[string]struct{ has, lacks string }{
		"check --vendor ":                       {"stripe", "masstransit"},
		"check --vendor stripe:":                {"stripe:cli-resend", "stripe"},
		"check --vendor stripe:cli-resend,":     {"stripe:cli-resend,dashboard-resend", "stripe:cli-resend,cli-resend"},
		"floor --vendor acme:":                  {"acme:webhook-retry", ""},
		"vendors show ":                         {"masstransit", ""},
		"vendors show stripe ":                  {":4", "stripe"},
		"vendors list --direction ":             {"outbound", ""},
		"vendors list --kind ":                  {"job-system", ""},
		"schema ":                               {"catalogue", ""},
		"floor --catalogue none.yaml --vendor ": {"stripe", ""},
	} {
		got := runIn(env, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		var choices []string
		for choice := range strings.Lines(got.stdout) {
			word, _, _ := strings.Cut(strings.TrimSpace(choice), "\t")
			choices = append(choices, word)
		}
		if !slices.Contains(choices, test.has) || test.lacks != "" && slices.Contains(choices, test.lacks) {
			t.Errorf("%q should offer %q and not %q: %q", line, test.has, test.lacks, choices)
		}
	}
}

// TestCommandsThatNeedNoCatalogueDoNotReadIt counts what they allocate: all of
// it is less than reading the catalogue alone takes.
func TestCommandsThatNeedNoCatalogueDoNotReadIt(t *testing.T) {
	env := testEnv(t, "acme.yaml", acme)
	reading := testing.AllocsPerRun(5, func() {
		if _, err := vendors.Embedded(); err != nil {
			t.Fatal(err)
		}
	})
	allocated := func(args ...string) float64 { return testing.AllocsPerRun(5, func() { runIn(env, args...) }) }
	for _, args := range [][]string{
		{"version"}, {"--version"}, {"help"}, {"help", "check"}, {"schema", "report"}, {"completion", "bash"},
		{"vendors", "validate", "acme.yaml"}, {"vendors", "diff", "acme.yaml", "acme.yaml"},
	} {
		if own := allocated(args...); own >= reading {
			t.Errorf("%q makes %.0f allocations, and reading the catalogue %.0f", args, own, reading)
		}
	}
	if own := allocated("vendors", "show", "stripe"); own < reading {
		t.Errorf("vendors show makes %.0f allocations, too few to have read the catalogue (%.0f): this test shows nothing", own, reading)
	}
}
