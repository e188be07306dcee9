package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestExitCodeFollowsFailOn(t *testing.T) {
	// A cleanup that nobody calls is a warning and never an error.
	const warned = longStore + `create function purge() returns void language sql as $$
delete from idempotency_keys where created_at < now() - interval '90 days' $$;
`
	for name, test := range map[string]struct {
		schema string
		args   []string
		want   ExitCode
	}{
		"nothing found":                         {longStore, nil, ExitPassed},
		"an error fails by default":             {shortStore, nil, ExitFindings},
		"an error fails at warning":             {shortStore, []string{"--fail-on", "warning"}, ExitFindings},
		"an error fails nothing at never":       {shortStore, []string{"--fail-on", "never"}, ExitPassed},
		"a warning passes by default":           {warned, nil, ExitPassed},
		"a warning fails at warning":            {warned, []string{"--fail-on", "warning"}, ExitFindings},
		"a warning fails at note":               {warned, []string{"--fail-on", "note"}, ExitFindings},
		"no store":                              {"create table t (a int);", nil, ExitEmpty},
		"no store, allowed":                     {"create table t (a int);", []string{"--allow-empty"}, ExitPassed},
		"an error does not hide behind a limit": {shortStore, []string{"--allow-empty", "--allow-incomplete"}, ExitFindings},
	} {
		for _, format := range []string{"table", "json"} {
			t.Run(name+" as "+format, func(t *testing.T) {
				env := testEnv(t, "schema.sql", test.schema)
				args := append([]string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--format", format}, test.args...)
				if got := runIn(env, args...); got.code != test.want {
					t.Errorf("exit code %d, want %d\n%s%s", got.code, test.want, got.stdout, got.stderr)
				}
			})
		}
	}
}

func TestUnreachableTargetMayBeAllowed(t *testing.T) {
	env := testEnv(t, "schema.sql", longStore)
	args := []string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--dsn", "postgres://a@" + refusing(t) + "/db?sslmode=disable"}
	if got := runIn(env, args...); got.code != ExitIncomplete || !strings.Contains(got.stderr, "idemaudit: error: ") {
		t.Errorf("exit code %d, want %d\n%s", got.code, ExitIncomplete, got.stderr)
	}
	if got := runIn(env, append(args, "--allow-incomplete")...); got.code != ExitPassed || !strings.Contains(got.stderr, "idemaudit: warning: ") {
		t.Errorf("allowed: exit code %d, want %d\n%s", got.code, ExitPassed, got.stderr)
	}
}

func TestOutputsGoToFilesAndStandardOutputAtOnce(t *testing.T) {
	env := testEnv(t, "schema.sql", shortStore, "report.json", strings.Repeat("old ", 10000))
	got := runIn(env, "check", "--vendor", "stripe", "--schema", "schema.sql",
		"--output", "json=report.json", "--output", "table=report.txt", "--format", "json")
	if got.code != ExitFindings {
		t.Errorf("exit code %d, want %d\n%s", got.code, ExitFindings, got.stderr)
	}
	if file := read(t, "report.json"); file != got.stdout {
		t.Errorf("the file differs from standard output:\n%s", file)
	}
	if table := runIn(env, "check", "--vendor", "stripe", "--schema", "schema.sql").stdout; table != read(t, "report.txt") {
		t.Errorf("the table in the file differs from the one on standard output:\n%s", read(t, "report.txt"))
	}
	onlyFiles(t, env.Dir, "report.json", "report.txt", "schema.sql")
}

func TestLookOfTheTable(t *testing.T) {
	look := func(vars []string, args ...string) ran {
		env := testEnv(t, "schema.sql", shortStore).setenv(vars...)
		return runIn(env, append([]string{"check", "--vendor", "stripe", "--schema", "schema.sql", "--output", "table=report.txt"}, args...)...)
	}
	plain, quiet, verbose := look(nil).stdout, look(nil, "-q").stdout, look(nil, "-v").stdout
	if len(quiet) >= len(plain) || len(plain) >= len(verbose) {
		t.Errorf("quiet has %d bytes, plain %d, verbose %d", len(quiet), len(plain), len(verbose))
	}
	if strings.Contains(plain, "\x1b") {
		t.Error("there are colours in a pipe")
	}
	if coloured := look([]string{"FORCE_COLOR", "1"}); !strings.Contains(coloured.stdout, "\x1b") || strings.Contains(read(t, "report.txt"), "\x1b") {
		t.Error("FORCE_COLOR should colour standard output and no file")
	}
	if none := look([]string{"FORCE_COLOR", "1"}, "--no-color").stdout; none != plain {
		t.Error("--no-color does not win over FORCE_COLOR")
	}
	ascii := look([]string{"LANG", "C"}).stdout
	if i := strings.IndexFunc(ascii, func(r rune) bool { return r > '~' }); i >= 0 {
		t.Errorf("the locale C shows %q", ascii[i:])
	}
}

// What -q and -v are offered for, they change.
func TestDetailOfOtherCommands(t *testing.T) {
	for _, command := range [][]string{{"inspect", "--schema", "schema.sql"}, {"floor", "--vendor", "stripe"}} {
		env := testEnv(t, "schema.sql", shortStore)
		plain := runIn(env, command...).stdout
		quiet, verbose := runIn(env, append(command, "-q")...).stdout, runIn(env, append(command, "-v")...).stdout
		if len(quiet) >= len(plain) || len(plain) >= len(verbose) {
			t.Errorf("%s: quiet has %d bytes, plain %d, verbose %d", command[0], len(quiet), len(plain), len(verbose))
		}
	}
}

func TestUsageErrorLeavesNoFile(t *testing.T) {
	env := testEnv(t, "schema.sql", longStore, "report.json", "old")
	got := runIn(env, "check", "--vendor", "stripe", "--schema", "schema.sql", "--table", "nosuch", "--output", "json=report.json")
	if got.code != ExitUsage || read(t, "report.json") != "old" {
		t.Errorf("exit code %d, the file holds %q", got.code, read(t, "report.json"))
	}
	onlyFiles(t, env.Dir, "report.json", "schema.sql")
}

func TestSchemaFromStandardInput(t *testing.T) {
	env := testEnv(t)
	env.Stdin = strings.NewReader(shortStore)
	if got := runIn(env, "check", "--vendor", "stripe", "--schema", "-"); got.code != ExitFindings {
		t.Errorf("exit code %d, want %d\n%s", got.code, ExitFindings, got.stderr)
	}
}

func TestTimeoutEndsStandardInputThatNobodyCloses(t *testing.T) {
	env := testEnv(t)
	reader, writer := io.Pipe()
	defer writer.Close()
	env.Stdin = reader
	got := runIn(env, "check", "--vendor", "stripe", "--schema", "-", "--timeout", "100ms")
	if got.code != ExitIncomplete || !strings.Contains(got.stderr, "no answer within 100ms") {
		t.Errorf("exit code %d, want %d\n%s", got.code, ExitIncomplete, got.stderr)
	}
}

func TestInterrupted(t *testing.T) {
	env := testEnv(t)
	env.Interruptible = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return ctx, cancel
	}
	got := runIn(env, "check", "--vendor", "stripe", "--allow-incomplete", "--output", "json=report.json",
		"--dsn", "postgres://a@"+silent(t)+"/db?sslmode=disable")
	if got.code != ExitIncomplete || got.stdout != "" || !strings.Contains(got.stderr, "interrupted") {
		t.Errorf("exit code %d, want %d\n%s%s", got.code, ExitIncomplete, got.stdout, got.stderr)
	}
	onlyFiles(t, env.Dir)
}

// failingWriter fails every write.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestStandardOutputThatFails(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want ExitCode
		says string
	}{
		"a reader that has gone away is no failure": {syscall.EPIPE, ExitFindings, ""},
		"a full disk is": {errors.New("no space left on device"), ExitUsage, "no space left"},
	} {
		t.Run(name, func(t *testing.T) {
			env := testEnv(t, "schema.sql", shortStore)
			var stderr strings.Builder
			env.Args = []string{"check", "--vendor", "stripe", "--schema", "schema.sql"}
			env.Stdout, env.Stderr = failingWriter{test.err}, &stderr
			if got := Run(env); got != test.want {
				t.Errorf("exit code %d, want %d", got, test.want)
			}
			if (test.says == "") != (stderr.String() == "") || !strings.Contains(stderr.String(), test.says) {
				t.Errorf("standard error: %s", stderr.String())
			}
		})
	}
}

func TestAsOf(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "2026-12-01T12:00:00Z",
		"2027-02-03":                "2027-02-03T00:00:00Z",
		"2027-02-03T04:05:06+02:00": "2027-02-03T02:05:06Z",
	} {
		env := testEnv(t, "schema.sql", longStore)
		got := runIn(env, "check", "--vendor", "stripe", "--schema", "schema.sql", "--format", "json", "--as-of", text)
		var r struct {
			AsOf string `json:"as_of"`
		}
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.AsOf != want {
			t.Errorf("--as-of %q: %q, want %q (%v)", text, r.AsOf, want, err)
		}
	}
}

func TestFerrystone(t *testing.T) {
	for file, want := range map[string]ExitCode{"schema.sql": ExitFindings, "schema-35d.sql": ExitPassed} {
		t.Run(file, func(t *testing.T) {
			env := testEnv(t, file, read(t, filepath.Join("..", "testdata", "ferrystone", file)))
			if got := runIn(env, "check", "--schema", file, "--vendor", "stripe"); got.code != want {
				t.Errorf("exit code %d, want %d\n%s%s", got.code, want, got.stdout, got.stderr)
			}
		})
	}
}

// TestFerrystoneFigures holds the worked example: 24 hours of 72, of 15 and of
// 30 days, and of the floor of 35.
func TestFerrystoneFigures(t *testing.T) {
	schema := read(t, filepath.Join("..", "testdata", "ferrystone", "schema.sql"))
	env := testEnv(t, "schema.sql", schema)
	got := runIn(env, "check", "--schema", "schema.sql", "--vendor", "stripe", "--format", "json")
	const hour = 3600
	scenario{shows: "Ferrystone", exit: ExitFindings, expected: []expectation{
		{"window", []string{"public.payment_idempotency", "stripe/webhook-automatic-retry"}, []string{"percent=33.3333", "gap=172800"}},
		{"window", []string{"public.payment_idempotency", "stripe/dashboard-resend"}, []string{"percent=6.6667", "gap=1209600"}},
		{"window", []string{"public.payment_idempotency", "stripe/cli-resend"}, []string{"percent=3.3333", "gap=2505600"}},
	}}.judge(t, got)
	var r reportJSON
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
		t.Fatal(err)
	}
	floor, _ := r.store("public.payment_idempotency")["floor_coverage"].(map[string]any)
	if !same("2.8571", floor["percent"]) || floor["gap_seconds"] != float64(816*hour) || floor["verdict"] != "short" {
		t.Errorf("floor coverage %v, want 2.8571 %%, a gap of 816 hours, short", floor)
	}
}
