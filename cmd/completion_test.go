package cmd

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestCompletionScripts(t *testing.T) {
	for _, shell := range shells() {
		got := runIn(testEnv(t), "completion", shell)
		if got.code != ExitPassed || got.stderr != "" || !strings.Contains(got.stdout, "idemaudit") {
			t.Errorf("%s: exit code %d, %d bytes\n%s", shell, got.code, len(got.stdout), got.stderr)
		}
	}
}

func TestBashReadsItsCompletionScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	check := exec.Command(bash, "-n")
	check.Stdin = strings.NewReader(runIn(testEnv(t), "completion", "bash").stdout)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The scripts ask idemaudit itself what may follow.
func TestCompletionOfValues(t *testing.T) {
	for line, want := range map[string]string{
		"ch":                 "check",
		"vendors s":          "show",
		"check --format js":  "json",
		"check --fail-on wa": "warning",
		"check --vendor str": "stripe",
		"vendors show ady":   "adyen",
		"completion fi":      "fish",
		"help fl":            "floor",
	} {
		got := runIn(testEnv(t), append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if !slices.ContainsFunc(strings.Split(got.stdout, "\n"), func(choice string) bool {
			word, _, _ := strings.Cut(choice, "\t")
			return word == want
		}) {
			t.Errorf("%q does not offer %q:\n%s", line, want, got.stdout)
		}
	}
}
