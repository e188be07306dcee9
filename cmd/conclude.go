package cmd

import (
	"errors"

	"idemaudit/audit"
)

// conclude says on standard error what the report's reader should not miss,
// and turns the outcome, which the audit has computed, into an exit code.
func conclude(env Env, outcome audit.Outcome, readings []reading) error {
	weight := "warning"
	if outcome == audit.Incomplete {
		weight = "error"
	}
	unreachable := false
	for _, r := range readings {
		if f := r.failed; f != nil {
			unreachable = true
			say(env.Stderr, weight, r.target.about(f.Reason))
			if f.Fix != "" {
				say(env.Stderr, "hint", f.Fix)
			}
		}
	}
	switch {
	case outcome == audit.Passed:
		return nil
	case outcome == audit.Failed:
		return &exit{code: ExitFindings}
	case outcome == audit.Empty:
		return &exit{code: ExitEmpty, err: errors.New("no store of idempotency records was found"),
			hint: "name the table with --table NAME, or end with 0 all the same with --allow-empty"}
	case unreachable:
		return &exit{code: ExitIncomplete}
	}
	return &exit{code: ExitIncomplete, err: errors.New("the audit is incomplete: a part of what can remove records could not be seen"),
		hint: "the report says what is missing and how to make it visible; --allow-incomplete does without"}
}
