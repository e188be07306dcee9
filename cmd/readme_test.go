package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const readmePath = "../README.md"

// readmeCommand is the command that the README has everybody run first.
const readmeCommand = "go run . check --schema testdata/ferrystone/schema.sql --vendor stripe"

// TestREADMEOutput runs the README's first command and holds the output that
// is shown there against it. To write it anew after a change:
// UPDATE=1 go test ./cmd -run README
func TestREADMEOutput(t *testing.T) {
	if !strings.Contains(read(t, readmePath), "```sh\n"+readmeCommand+"\n```") {
		t.Fatalf("README.md does not show the command %q", readmeCommand)
	}
	holdSection(t, "output", "```text\n"+runREADMECommand(t)+"```\n")
}

// runREADMECommand runs the command in the root of the repository and returns
// what it prints.
func runREADMECommand(t *testing.T, more ...string) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	env := testEnv(t)
	t.Chdir(root)
	env.Dir = root
	got := runIn(env, append(strings.Fields(strings.TrimPrefix(readmeCommand, "go run . ")), more...)...)
	t.Chdir(here)
	if got.code != ExitFindings || got.stderr != "" {
		t.Errorf("exit code %d, want %d; standard error %q", got.code, ExitFindings, got.stderr)
	}
	return got.stdout
}

// holdSection holds what stands between two marks of the README against what
// should, or writes it there.
func holdSection(t *testing.T, name, want string) {
	t.Helper()
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	before, rest, found := strings.Cut(read(t, readmePath), begin)
	shown, after, closed := strings.Cut(rest, end)
	switch {
	case !found || !closed:
		t.Fatalf("README.md has lost the marks around the %s", name)
	case os.Getenv("UPDATE") != "":
		if err := os.WriteFile(readmePath, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("the %s that README.md shows is another (-want +shown):\n%s", name, diff)
	}
}

// readmeBlocks returns the blocks of a language below a heading of the README.
func readmeBlocks(t *testing.T, heading, language string) []string {
	t.Helper()
	_, section, found := strings.Cut(read(t, readmePath), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("README.md has no heading %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var blocks []string
	for {
		_, rest, opened := strings.Cut(section, "```"+language+"\n")
		if !opened {
			break
		}
		block, after, closed := strings.Cut(rest, "```\n")
		if !closed {
			t.Fatalf("a block below %q has no end", heading)
		}
		blocks, section = append(blocks, block), after
	}
	if len(blocks) == 0 {
		t.Fatalf("README.md shows no %s below %q", language, heading)
	}
	return blocks
}
