package cmd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"idemaudit/audit"
	"idemaudit/report"
)

const checkHelp = `Audit how much of every replay window the stores of idempotency records cover.

A source is a PostgreSQL database (--dsn) or SQL files (--schema); without either it is what the
configuration names, else the database of DATABASE_URL or of the PG* variables, as for psql.

  idemaudit check --schema migrations/ --vendor stripe
  idemaudit check --dsn postgres://auditor@replica.internal/ledger --vendor stripe --vendor adyen
  idemaudit check --output json=report.json        # with vendors and targets in idemaudit.yaml

`

// checkOptions are the flags of check.
type checkOptions struct {
	source   sourceFlags
	settings settingsFlags
	windows  windowFlags
	gate     gateFlags
	format   formatFlags
	timeout  timeoutFlag
	failOn   string
	asOf     string
}

func newCheck(env Env) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check",
		Short: "Audit databases or SQL files against the vendors' replay windows",
		Long:  checkHelp + exitCodesHelp,
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return o.run(c.Context(), env) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	o.source.register(flags)
	o.windows.register(flags)
	completesVendor(c, env, &o.settings)
	flags.StringVar(&o.failOn, "fail-on", "", "end with 1 on findings at or above `LEVEL`: error, warning, note or never (default error)")
	completes(c, "fail-on", levels)
	o.settings.register(flags)
	o.format.register(c, flags)
	o.format.registerDetail(flags)
	flags.StringVar(&o.asOf, "as-of", "", "audit as if it were `TIME`, such as 2026-12-01 or 2026-12-01T12:00:00Z (default now)")
	o.timeout.register(flags)
	o.gate.register(flags)
	return c
}

// run audits every target and delivers one report. Whatever the user wrote
// wrongly ends the run before anything is delivered.
func (o *checkOptions) run(ctx context.Context, env Env) error {
	p, err := o.plan(env)
	if err != nil {
		return err
	}
	readings, err := readAll(ctx, env, p.targets, p.limit)
	if err != nil {
		return err
	}
	result, err := p.judge(readings)
	if err != nil {
		return err
	}
	err = p.delivery.send(env, func(w io.Writer, format string, o report.Options) error {
		return report.Write(w, format, result, o)
	})
	if err != nil {
		return err
	}
	return conclude(env, result.Outcome(), readings)
}

// checkPlan is all that check knows before it reads a target.
type checkPlan struct {
	targets  []target
	drafts   []draft // one for each of targets
	run      audit.Run
	limit    time.Duration
	delivery delivery
}

// plan makes sense of flags, environment and configuration.
func (o *checkOptions) plan(env Env) (checkPlan, error) {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	limit, timeoutProblem := o.timeout.length()
	asOf, asOfProblem := parseAsOf(o.asOf, env.Now)
	failOn, failOnProblem := parseFailOn(cmp.Or(o.failOn, s.config.FailOn, string(audit.Error)))
	margin, marginProblem := parseMargin(o.windows.margin, s.config.Margin)
	err := errors.Join(o.source.check(), settingsProblem, formatProblem, timeoutProblem, asOfProblem, failOnProblem, marginProblem)
	if err != nil {
		return checkPlan{}, err
	}
	p := checkPlan{limit: limit, delivery: delivery, run: audit.Run{
		Tool: tool(), AsOf: asOf, Margin: margin, FailOn: failOn,
		AllowIncomplete: o.gate.allowIncomplete, AllowEmpty: o.gate.allowEmpty,
	}}
	if p.targets, err = o.source.targets(env, s); err != nil {
		return checkPlan{}, err
	}
	p.drafts, err = o.windows.drafts(s, margin, p.targets)
	return p, err
}

// judge reaches the verdict on what was read.
func (p checkPlan) judge(readings []reading) (audit.Result, error) {
	run := p.run
	var targets []audit.Target
	var problems []error
	for i, r := range readings {
		if r.failed != nil {
			run.Failed = append(run.Failed, *r.failed)
			continue
		}
		policy, err := p.drafts[i].resolve(r.snapshot)
		problems = append(problems, err)
		targets = append(targets, audit.Target{Snapshot: r.snapshot, Policy: policy})
	}
	if err := errors.Join(problems...); err != nil {
		return audit.Result{}, err
	}
	return audit.Judge(run, targets), nil
}
