package cmd

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCodeOf(t *testing.T) {
	incomplete := &exit{code: ExitIncomplete, err: errors.New("unreachable")}
	findings := &exit{code: ExitFindings}
	for name, test := range map[string]struct {
		err  error
		want ExitCode
	}{
		"no error":                            {nil, ExitPassed},
		"an error that carries a code":        {incomplete, ExitIncomplete},
		"an error that carries none":          {errors.New("x"), ExitUsage},
		"the first of several":                {errors.Join(incomplete, findings), ExitIncomplete},
		"wrong usage before all others":       {errors.Join(incomplete, misuse("", "x")), ExitUsage},
		"joined errors that are joined again": {errors.Join(errors.Join(findings), nil), ExitFindings},
	} {
		t.Run(name, func(t *testing.T) {
			if got := codeOf(test.err); got != test.want {
				t.Errorf("code %d, want %d", got, test.want)
			}
		})
	}
}

func TestComplain(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"an error and its hint": {
			misuse("write --vendor stripe", "no vendor"),
			"idemaudit: error: no vendor\nidemaudit: hint: write --vendor stripe\n",
		},
		"every line of a list of problems is a line of its own": {
			&exit{code: ExitUsage, err: errors.New("a.yaml:1:1: one\na.yaml:2:1: two")},
			"idemaudit: error: a.yaml:1:1: one\nidemaudit: error: a.yaml:2:1: two\n",
		},
		"what the report has said already is not said again": {
			errors.Join(&exit{code: ExitFindings}, misuse("", "x")),
			"idemaudit: error: x\n",
		},
		"control characters never reach the terminal": {
			misuse("", "a\x1b[2Jb\u202ec\x07"),
			"idemaudit: error: a\uFFFD[2Jb\uFFFDc\uFFFD\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			complain(&out, test.err)
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
