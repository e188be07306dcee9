package cmd

import (
	"encoding/json"
	"strings"
	"testing"
)

const ledgerConfig = `version: 1
margin: 2d
targets:
  - name: ledger
    schema: [schema.sql]
    stores:
      - table: idempotency_keys
        vendors: [stripe]
`

func TestConfigurationIsFoundUpwards(t *testing.T) {
	env := testEnv(t, "idemaudit.yaml", ledgerConfig, "schema.sql", shortStore, "service/keep", "")
	t.Chdir("service")
	env.Dir += "/service"
	got := runIn(env, "check", "--format", "json")
	if got.code != ExitFindings || !strings.Contains(got.stdout, `"name":"ledger"`) && !strings.Contains(got.stdout, `"name": "ledger"`) {
		t.Errorf("exit code %d, want %d\n%s%s", got.code, ExitFindings, got.stdout, got.stderr)
	}
}

func TestFlagsComeBeforeTheConfiguration(t *testing.T) {
	for name, test := range map[string]struct {
		args   []string
		margin float64 // days
		code   ExitCode
	}{
		"the configuration alone": {nil, 2, ExitFindings},
		"a margin":                {[]string{"--margin", "3d"}, 3, ExitFindings},
		"a severity":              {[]string{"--fail-on", "never"}, 2, ExitPassed},
		"a vendor":                {[]string{"--vendor", "github:webhook-automatic-retry", "--margin", "0d"}, 0, ExitPassed},
		"a source":                {[]string{"--schema", "long.sql"}, 2, ExitPassed},
		"another configuration":   {[]string{"--config", "other.yaml"}, 0, ExitFindings},
	} {
		t.Run(name, func(t *testing.T) {
			env := testEnv(t, "idemaudit.yaml", ledgerConfig, "schema.sql", shortStore, "long.sql", longStore,
				"other.yaml", strings.ReplaceAll(ledgerConfig, "2d", "0d"))
			got := runIn(env, append([]string{"check", "--format", "json"}, test.args...)...)
			var r struct {
				Margin float64 `json:"margin_seconds"`
			}
			if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
				t.Fatalf("%v\n%s", err, got.stderr)
			}
			if got.code != test.code || r.Margin != test.margin*86400 {
				t.Errorf("exit code %d and margin %v s, want %d and %v days\n%s", got.code, r.Margin, test.code, test.margin, got.stderr)
			}
		})
	}
}

// What the configuration says of a table holds wherever the table is read.
func TestStoreSettingsHoldForASourceNamedByFlags(t *testing.T) {
	const declared = `version: 1
targets:
  - name: ledger
    dsn: postgres://nobody@127.0.0.1:1/nowhere
    stores:
      - table: public.idempotency_keys
        retention: 40d
        expires: expires_at
        vendors: [stripe]
  - name: shop
    dsn: postgres://nobody@127.0.0.1:1/nowhere
    stores:
      - {table: public.orders, vendors: [adyen]}
`
	const applicationExpires = `create table idempotency_keys (key text primary key,
created_at timestamptz not null default now(), expires_at timestamptz not null);`
	env := testEnv(t, "idemaudit.yaml", declared, "schema.sql", applicationExpires)
	if got := runIn(env, "check", "--schema", "schema.sql"); got.code != ExitPassed {
		t.Errorf("with the declaration: exit code %d, want %d\n%s%s", got.code, ExitPassed, got.stdout, got.stderr)
	}
	env = testEnv(t, "schema.sql", applicationExpires)
	if got := runIn(env, "check", "--schema", "schema.sql", "--vendor", "stripe"); got.code != ExitFindings {
		t.Errorf("without it: exit code %d, want %d\n%s%s", got.code, ExitFindings, got.stdout, got.stderr)
	}
}

func TestConfigurationWithoutVendors(t *testing.T) {
	env := testEnv(t, "idemaudit.yaml", strings.ReplaceAll(ledgerConfig, "        vendors: [stripe]\n", ""), "schema.sql", shortStore)
	got := runIn(env, "check")
	if got.code != ExitUsage {
		t.Errorf("exit code %d, want %d", got.code, ExitUsage)
	}
	oneClearLine(t, got.stderr, []string{"no vendor", `"ledger"`})
}

func TestRuleSeverities(t *testing.T) {
	env := testEnv(t, "schema.sql", shortStore,
		"off.yaml", "version: 1\nrules: {window-short: off, outbound-number-inbound: off, margin-short: off}\n",
		"wrong.yaml", "version: 1\nrules: {window-shrt: off}\n")
	args := []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--config"}
	if got := runIn(env, append(args, "off.yaml")...); got.code != ExitPassed {
		t.Errorf("exit code %d, want %d\n%s%s", got.code, ExitPassed, got.stdout, got.stderr)
	}
	got := runIn(env, append(args, "wrong.yaml")...)
	if got.code != ExitUsage {
		t.Errorf("exit code %d, want %d", got.code, ExitUsage)
	}
	oneClearLine(t, got.stderr, []string{`"window-shrt"`, "did you mean window-short"})
}

func TestProblemsAreReportedTogether(t *testing.T) {
	env := testEnv(t, "schema.sql", longStore)
	got := runIn(env, "check", "--schema", "schema.sql", "--vendor", "strpe", "--vendor", "adjen")
	if got.code != ExitUsage || strings.Count(got.stderr, "idemaudit: error: ") != 2 {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
}

// A configuration says which database to audit; a DATABASE_URL that is set for
// another program must not put another in its place.
func TestConfigurationComesBeforeDatabaseURL(t *testing.T) {
	env := testEnv(t, "idemaudit.yaml", ledgerConfig, "schema.sql", shortStore).setenv("DATABASE_URL", "postgres://a@"+refusing(t)+"/other?sslmode=disable")
	if got := runIn(env, "check"); got.code != ExitFindings {
		t.Errorf("exit code %d, want %d\n%s", got.code, ExitFindings, got.stderr)
	}
}
