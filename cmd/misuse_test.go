package cmd

import (
	"net"
	"strings"
	"testing"
	"time"
)

// badInput is what somebody writes wrongly, or what goes wrong around them.
type badInput struct {
	files []string
	env   []string
	args  []string
	code  ExitCode
	// says lists what the one error line must hold.
	says []string
	// reports is set where there is a report all the same.
	reports bool
}

func badInputs(t *testing.T) map[string]badInput {
	schema := []string{"schema.sql", longStore}
	return map[string]badInput{
		"no such file": {
			args: []string{"check", "--vendor", "stripe", "--schema", "missing.sql"},
			code: ExitUsage, says: []string{"missing.sql", "no such file"},
		},
		"a folder without SQL": {
			files: []string{"migrations/README.md", "# none"},
			args:  []string{"check", "--vendor", "stripe", "--schema", "migrations"},
			code:  ExitUsage, says: []string{"migrations"},
		},
		"a configuration that is no mapping": {
			files: append([]string{"list.yaml", "- one\n- two\n"}, schema...),
			args:  []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--config", "list.yaml"},
			code:  ExitUsage, says: []string{"list.yaml:1:1: "},
		},
		"a configuration that is missing": {
			files: schema,
			args:  []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--config", "missing.yaml"},
			code:  ExitUsage, says: []string{"missing.yaml"},
		},
		"a catalogue that is no mapping": {
			files: append([]string{"acme.yaml", "- one\n"}, schema...),
			args:  []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--catalogue", "acme.yaml"},
			code:  ExitUsage, says: []string{"acme.yaml:1:1: "},
		},
		"an unknown vendor": {
			files: schema,
			args:  []string{"check", "--vendor", "strpe", "--schema", "schema.sql"},
			code:  ExitUsage, says: []string{`"strpe"`, "did you mean stripe?"},
		},
		"an unknown window": {
			files: schema,
			args:  []string{"check", "--vendor", "stripe:cli-resent", "--schema", "schema.sql"},
			code:  ExitUsage, says: []string{`"cli-resent"`, "did you mean cli-resend"},
		},
		"no vendor": {
			files: schema,
			args:  []string{"check", "--schema", "schema.sql"},
			code:  ExitUsage, says: []string{"no vendor"},
		},
		"a table that the files do not have": {
			files: schema,
			args:  []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--table", "idempotency_kyes"},
			code:  ExitUsage, says: []string{"idempotency_kyes"},
		},
		"a malformed connection string": {
			args: []string{"check", "--vendor", "stripe", "--dsn", "postgres://auditor:hunter2@host:port/db"},
			code: ExitUsage, says: []string{"port"},
		},
		"a connection string that is empty": {
			args: []string{"check", "--vendor", "stripe", "--dsn", ""},
			code: ExitUsage, says: []string{"--dsn is empty"},
		},
		"a server that refuses": {
			args: []string{"check", "--vendor", "stripe", "--dsn", "postgres://auditor:hunter2@" + refusing(t) + "/ledger?sslmode=disable"},
			code: ExitIncomplete, says: []string{"refused"}, reports: true,
		},
		"a server that never answers": {
			args: []string{"check", "--vendor", "stripe", "--timeout", "150ms", "--dsn", "postgres://auditor:hunter2@" + silent(t) + "/ledger?sslmode=disable"},
			code: ExitIncomplete, says: []string{"no answer within 150ms"}, reports: true,
		},
		"files without a store": {
			files: []string{"schema.sql", "create table sessions (id text primary key, expires_at timestamptz);"},
			args:  []string{"check", "--vendor", "stripe", "--schema", "schema.sql"},
			code:  ExitEmpty, says: []string{"no store"}, reports: true,
		},
		"no command":         {code: ExitUsage, says: []string{"needs a command"}},
		"an unknown command": {args: []string{"chek"}, code: ExitUsage, says: []string{`"chek"`, "did you mean check?"}},
		"an unknown command with flags": {
			args: []string{"chek", "--vendor", "stripe"}, code: ExitUsage, says: []string{`"chek"`, "did you mean check?"},
		},
		"an unknown command of vendors": {args: []string{"vendors", "lst"}, code: ExitUsage, says: []string{`"lst"`, "did you mean list?"}},
		"help on an unknown command":    {args: []string{"help", "flor"}, code: ExitUsage, says: []string{`"flor"`, "did you mean floor?"}},
		"an unknown flag": {
			args: []string{"check", "--vendro", "stripe"}, code: ExitUsage, says: []string{`"--vendro"`, "did you mean --vendor?"},
		},
		"an unknown short flag":    {args: []string{"check", "-x"}, code: ExitUsage, says: []string{`"-x"`}},
		"a flag without its value": {args: []string{"check", "--vendor"}, code: ExitUsage, says: []string{"--vendor"}},
		"a file without its flag":  {args: []string{"check", "schema.sql"}, code: ExitUsage, says: []string{`"schema.sql"`}},
		"an unknown format": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--format", "jsn"},
			code: ExitUsage, says: []string{`"jsn"`, "did you mean json?"},
		},
		"an unknown severity": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--fail-on", "warnings"},
			code: ExitUsage, says: []string{`"warnings"`, "did you mean warning?"},
		},
		"a negative margin": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--margin", "-5d"},
			code: ExitUsage, says: []string{`"-5d"`, "negative"},
		},
		"a timeout of none": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--timeout", "0s"},
			code: ExitUsage, says: []string{`"0s"`},
		},
		"a time that is none": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--as-of", "yesterday"},
			code: ExitUsage, says: []string{`"yesterday"`},
		},
		"quiet and verbose at once": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "-q", "-v"},
			code: ExitUsage, says: []string{"--quiet and --verbose"},
		},
		"an output without a path": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--output", "json"},
			code: ExitUsage, says: []string{`"json"`},
		},
		"an output in a folder that is missing": {
			files: schema, args: []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--output", "json=no/where.json"},
			code: ExitUsage, says: []string{`"no/where.json"`, "no such file"},
		},
		"a shell that completion does not know": {args: []string{"completion", "powershel"}, code: ExitUsage, says: []string{`"powershel"`, "did you mean powershell?"}},
		"vendors of whom none sends to us": {
			files: schema,
			args:  []string{"check", "--schema", "schema.sql", "--vendor", "stripe:api-v1-idempotency-key", "--vendor", "paypal:api-idempotency-key"},
			code:  ExitUsage,
			says:  []string{"--vendor: this names only outbound windows (stripe/api-v1-idempotency-key and paypal/api-idempotency-key), which put no requirement on a store"},
		},
		"a store's vendors of whom none sends to us": {
			files: append([]string{"idemaudit.yaml", "version: 1\ntargets:\n  - name: a\n    schema: schema.sql\n    vendors: [stripe]\n" +
				"    stores:\n      - table: idempotency_keys\n        vendors: [stripe: [api-v2-idempotency-key]]\n"}, schema...),
			args: []string{"check"},
			code: ExitUsage, says: []string{"idemaudit.yaml:8:19: this names only outbound windows (stripe/api-v2-idempotency-key)"},
		},
		"a floor of what nobody sends": {
			args: []string{"floor", "--vendor", "stripe:api-v1-idempotency-key"},
			code: ExitUsage, says: []string{"only outbound windows"},
		},
		"a list that has no more to show":    {args: []string{"vendors", "list", "-v"}, code: ExitUsage, says: []string{`knows no flag "-v"`}},
		"floor without a vendor":             {args: []string{"floor"}, code: ExitUsage, says: []string{"no vendor"}},
		"a vendor that show does not know":   {args: []string{"vendors", "show", "adjen"}, code: ExitUsage, says: []string{`"adjen"`, "did you mean adyen?"}},
		"a file that validate does not find": {args: []string{"vendors", "validate", "missing.yaml"}, code: ExitUsage, says: []string{"missing.yaml"}},
	}
}

func TestBadInput(t *testing.T) {
	for name, test := range badInputs(t) {
		t.Run(name, func(t *testing.T) {
			env := testEnv(t, test.files...).setenv(test.env...)
			got := runIn(env, test.args...)
			if got.code != test.code {
				t.Errorf("exit code %d, want %d", got.code, test.code)
			}
			oneClearLine(t, got.stderr, test.says)
			if !test.reports && got.stdout != "" {
				t.Errorf("standard output holds %q", got.stdout)
			}
			if test.reports && got.stdout == "" {
				t.Error("there is no report")
			}
			if strings.Contains(got.stdout+got.stderr, "hunter2") {
				t.Error("the password shows")
			}
		})
	}
}

// oneClearLine checks the grammar of standard error: one error, at most one
// hint, and in the error all that it should say.
func oneClearLine(t *testing.T, stderr string, says []string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	message, isError := strings.CutPrefix(lines[0], "idemaudit: error: ")
	if !isError || len(lines) > 2 || len(lines) == 2 && !strings.HasPrefix(lines[1], "idemaudit: hint: ") {
		t.Fatalf("standard error is not one error with at most one hint:\n%s", stderr)
	}
	if strings.HasSuffix(message, ".") {
		t.Errorf("the message ends in a full stop: %s", message)
	}
	for _, want := range says {
		if !strings.Contains(message, want) {
			t.Errorf("the message lacks %q: %s", want, message)
		}
	}
}

// refusing returns an address where nothing listens.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// silent returns an address where connections are taken and never answered.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// A server that never answers must not take the time of one that does.
func TestOneSilentServerHoldsNobodyUp(t *testing.T) {
	env := testEnv(t, "schema.sql", longStore)
	begin := time.Now()
	got := runIn(env, "check", "--vendor", "stripe", "--timeout", "300ms", "--format", "json", "--schema", "schema.sql",
		"--dsn", "postgres://a@"+silent(t)+"/one?sslmode=disable", "--dsn", "postgres://a@"+silent(t)+"/two?sslmode=disable")
	if elapsed := time.Since(begin); elapsed > 20*time.Second {
		t.Errorf("the run took %s", elapsed)
	}
	if got.code != ExitIncomplete {
		t.Errorf("exit code %d, want %d", got.code, ExitIncomplete)
	}
	if !strings.Contains(got.stdout, `"public.idempotency_keys"`) {
		t.Errorf("the files were not audited:\n%s", got.stdout)
	}
}
