package cmd

import (
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
	flags.StringVar(&o.failOn, "fail-on", "", "end with 1 on findings at or above `LEVEL`: error, warning, note or never (default error)")
	o.settings.register(flags)
	o.format.register(c, flags)
	flags.StringVar(&o.asOf, "as-of", "", "audit as if it were `TIME`, such as 2026-12-01 or 2026-12-01T12:00:00Z (default now)")
	o.timeout.register(flags)
	o.gate.register(flags)
	return c
}

// run audits every target and delivers one report. Whatever the user wrote
// wrongly is found before anything is delivered.
func (o *checkOptions) run(ctx context.Context, env Env) error {
	p, err := o.prepare(env)
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
	err = p.delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.Write(w, format, result, ro)
	})
	if err != nil {
		return err
	}
	return errors.Join(o.gate.failures(env, p.run.Failed), o.gate.outcome(result))
}

// preparation is all that check knows before it reads a target.
type preparation struct {
	policies policies
	targets  []target
	run      audit.Run
	delivery delivery
	limit    time.Duration
}
