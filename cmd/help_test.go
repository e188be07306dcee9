package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHelp holds the help of every command against a file. To write the files
// anew after a change: UPDATE=1 go test ./cmd -run TestHelp
func TestHelp(t *testing.T) {
	for _, command := range []string{
		"", "check", "inspect", "floor", "vendors", "vendors list", "vendors show", "vendors validate", "vendors diff", "schema", "version", "completion",
	} {
		name := strings.ReplaceAll(strings.TrimSpace("idemaudit "+command), " ", "-") + ".txt"
		golden, err := filepath.Abs(filepath.Join("testdata", "help", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			args := strings.Fields(command)
			got := runIn(testEnv(t), append(args, "--help")...)
			if got.code != ExitPassed || got.stderr != "" {
				t.Errorf("exit code %d, standard error %q", got.code, got.stderr)
			}
			if other := runIn(testEnv(t), append([]string{"help"}, args...)...); other.stdout != got.stdout {
				t.Errorf("'help %s' and '%s --help' differ", command, command)
			}
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got.stdout), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(read(t, golden), got.stdout); diff != "" {
				t.Error(diff)
			}
			for line := range strings.Lines(got.stdout) {
				if strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
					t.Errorf("the line %q ends in space", line)
				}
			}
		})
	}
}

// The exit codes are documented twice for people; both must say the same.
func TestExitCodesInREADME(t *testing.T) {
	readme := read(t, filepath.Join("..", "README.md"))
	for line := range strings.Lines(exitCodesHelp) {
		code, meaning, isCode := strings.Cut(strings.TrimSpace(line), "  ")
		if !isCode {
			continue
		}
		plain := strings.ReplaceAll(readme, "`", "")
		if row := "| " + code + " | " + meaning + " |"; !strings.Contains(plain, row) {
			t.Errorf("README.md lacks the row %q", row)
		}
	}
}
