package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestREADMEOutput runs the README's first command and holds the output that
// is shown there against it. To write it anew after a change:
// UPDATE=1 go test ./cmd -run README
func TestREADMEOutput(t *testing.T) {
	const begin, end = "<!-- begin output -->\n```text\n", "```\n<!-- end output -->\n"
	const command = "go run . check --schema testdata/ferrystone/schema.sql --vendor stripe"
	readme := read(t, "../README.md")
	if !strings.Contains(readme, "```sh\n"+command+"\n```") {
		t.Fatalf("README.md does not show the command %q", command)
	}
	before, rest, found := strings.Cut(readme, begin)
	shown, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("README.md has lost the marks around the output")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	env := testEnv(t)
	t.Chdir(root)
	env.Dir = root
	got := runIn(env, strings.Fields(strings.TrimPrefix(command, "go run . "))...)
	if got.code != ExitFindings || got.stderr != "" {
		t.Errorf("exit code %d, want %d; standard error %q", got.code, ExitFindings, got.stderr)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("README.md", []byte(before+begin+got.stdout+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(shown, got.stdout); diff != "" {
		t.Errorf("README.md shows another output than the command prints:\n%s", diff)
	}
}

// The configuration that the README shows is one that is read, and names only
// what there is.
func TestREADMEConfiguration(t *testing.T) {
	_, rest, found := strings.Cut(read(t, "../README.md"), "## Configuration\n")
	_, rest, opened := strings.Cut(rest, "```yaml\n")
	shown, _, closed := strings.Cut(rest, "```\n")
	if !found || !opened || !closed {
		t.Fatal("README.md shows no configuration")
	}
	env := testEnv(t, "idemaudit.yaml", shown, "vendors/acme.yaml", acme, "schema.sql", longStore).
		setenv("LEDGER_DATABASE_URL", "postgres://auditor@"+refusing(t)+"/ledger?sslmode=disable")
	got := runIn(env, "check")
	if got.code != ExitIncomplete {
		t.Errorf("exit code %d, want %d, since nothing listens there\n%s", got.code, ExitIncomplete, got.stderr)
	}
	oneClearLine(t, got.stderr, []string{`"ledger"`, "refused"})
}
