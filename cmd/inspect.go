package cmd

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/report"
)

const inspectHelp = `Show what a source really does with its stores of idempotency records, without a verdict.

A source is named as for check. No vendor is needed.

  idemaudit inspect --schema migrations/
  idemaudit inspect --dsn postgres://auditor@replica.internal/ledger --format json

`

// inspectOptions are the flags of inspect.
type inspectOptions struct {
	source   sourceFlags
	settings settingsFlags
	gate     gateFlags
	format   formatFlags
	timeout  timeoutFlag
}

func newInspect(env Env) *cobra.Command {
	var o inspectOptions
	c := &cobra.Command{
		Use:   "inspect",
		Short: "Show the facts about stores, without a verdict",
		Long:  inspectHelp + exitCodesHelp,
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return o.run(c.Context(), env) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	o.source.register(flags)
	o.settings.register(flags)
	o.format.register(c, flags)
	o.format.registerDetail(flags)
	o.timeout.register(flags)
	o.gate.register(flags)
	return c
}

func (o *inspectOptions) run(ctx context.Context, env Env) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	limit, timeoutProblem := o.timeout.length()
	if err := errors.Join(o.source.check(), settingsProblem, formatProblem, timeoutProblem); err != nil {
		return err
	}
	targets, err := o.source.targets(env, s)
	if err != nil {
		return err
	}
	readings, err := readAll(ctx, env, targets, limit)
	if err != nil {
		return err
	}
	var snapshots []fact.Snapshot
	for _, r := range readings {
		if r.failed == nil {
			snapshots = append(snapshots, r.snapshot)
		}
	}
	err = delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteInspect(w, format, snapshots, ro)
	})
	if err != nil {
		return err
	}
	return conclude(env, o.outcome(snapshots, len(snapshots) < len(readings)), readings)
}

// outcome is Passed unless there is nothing to see or a part could not be
// seen: without a verdict there are no findings that could fail.
func (o *inspectOptions) outcome(snapshots []fact.Snapshot, unreachable bool) audit.Outcome {
	stores, incomplete := 0, unreachable
	for _, s := range snapshots {
		stores += len(s.Stores)
		for _, h := range s.Hidden {
			incomplete = incomplete || h.Incomplete
		}
	}
	switch {
	case incomplete && !o.gate.allowIncomplete:
		return audit.Incomplete
	case stores == 0 && !o.gate.allowEmpty:
		return audit.Empty
	}
	return audit.Passed
}
