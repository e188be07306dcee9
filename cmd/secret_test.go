package cmd

import (
	"fmt"
	"strings"
	"testing"
)

// TestNoSecretShows pushes a password through every path that fails and looks
// for it in all that comes out.
func TestNoSecretShows(t *testing.T) {
	const canary = "hunter2-canary"
	const config = "version: 1\ntargets:\n  - name: ledger\n    dsn: ${LEDGER_URL}\n    vendors: [stripe]\n"
	urls := map[string]string{
		"refused":                  "postgres://auditor:" + canary + "@" + refusing(t) + "/ledger?sslmode=disable",
		"silent":                   "postgres://auditor:" + canary + "@" + silent(t) + "/ledger?sslmode=disable",
		"an unknown host":          "postgres://auditor:" + canary + "@no.such.host.invalid/ledger?sslmode=disable",
		"a port that is none":      "postgres://auditor:" + canary + "@host:port/ledger",
		"an unescaped slash":       "postgres://auditor:" + canary + "/x@host/ledger",
		"an unescaped number sign": "postgres://auditor:" + canary + "#x@host/ledger",
		"an unknown mode of TLS":   "postgres://auditor:" + canary + "@host/ledger?sslmode=never",
		"a missing certificate":    "postgres://auditor:" + canary + "@host/ledger?sslmode=verify-full&sslrootcert=/no/such/file",
		"keywords":                 "host=" + strings.Split(refusing(t), ":")[0] + " port=1 user=auditor password=" + canary + " sslmode=disable",
		"malformed keywords":       "host=h password=" + canary + " sslmode",
		"unclosed quotes":          "host=h password='" + canary,
		"no scheme":                "auditor:" + canary + "@host/ledger",
		"another scheme":           "mysql://auditor:" + canary + "@host/ledger",
		"a password in the query":  "postgres://host/ledger?password=" + canary + "&sslmode=wrong",
	}
	commands := map[string][]string{
		"check as a table":  {"check", "--vendor", "stripe", "--timeout", "50ms", "-v"},
		"check as JSON":     {"check", "--vendor", "stripe", "--timeout", "50ms", "--format", "json"},
		"inspect":           {"inspect", "--timeout", "50ms", "-v"},
		"check of no table": {"check", "--vendor", "stripe", "--timeout", "50ms", "--table", "nosuch"},
	}
	for how, url := range urls {
		for what, command := range commands {
			t.Run(how+", "+what, func(t *testing.T) {
				env := testEnv(t, "given.yaml", config)
				for source, got := range map[string]ran{
					"--dsn":         runIn(env, append(command, "--dsn", url)...),
					"DATABASE_URL":  runIn(env.setenv("DATABASE_URL", url), command...),
					"configuration": runIn(env.setenv("LEDGER_URL", url), append(command, "--config", "given.yaml")...),
				} {
					if got.code != ExitUsage && got.code != ExitIncomplete {
						t.Errorf("%s: exit code %d, want a failure", source, got.code)
					}
					if strings.Contains(got.stdout+got.stderr, canary) {
						t.Errorf("%s: the password shows:\n%s%s", source, got.stdout, got.stderr)
					}
				}
			})
		}
	}
}

// A struct that is printed while somebody looks for a fault shows no password
// either, in whatever field it is kept.
func TestNoStructShowsASecret(t *testing.T) {
	const canary = "hunter2-canary"
	const dsn = "postgres://auditor:" + canary + "@replica/ledger"
	env := testEnv(t, "idemaudit.yaml", "version: 1\ntargets:\n  - name: ledger\n    dsn: ${LEDGER_URL}\n    vendors: [stripe]\n").setenv("LEDGER_URL", dsn)
	s, err := (&settingsFlags{}).load(env)
	if err != nil {
		t.Fatal(err)
	}
	var flags sourceFlags
	if err := flags.dsn.Set(dsn); err != nil {
		t.Fatal(err)
	}
	var all []target
	for _, f := range []*sourceFlags{{}, &flags} {
		targets, err := f.targets(env, s)
		if err != nil || len(targets) != 1 || targets[0].dsn.reveal() != dsn {
			t.Fatalf("targets %+v, error %v, want the one database", targets, err)
		}
		all = append(all, targets...)
	}
	for name, value := range map[string]any{
		"a target":    all[0],
		"a pointer":   &all[0],
		"a reading":   reading{target: all[0]},
		"a plan":      checkPlan{targets: all},
		"the flags":   checkOptions{source: flags},
		"a draft":     drafter{settings: s},
		"the setting": s,
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			if text := fmt.Sprintf(verb, value); strings.Contains(text, canary) || strings.Contains(text, fmt.Sprintf("%x", canary)) {
				t.Errorf("%s of %s shows the password: %s", verb, name, text)
			}
		}
	}
}
