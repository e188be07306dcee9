package cmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/audit"
	"idemaudit/report"
)

const floorHelp = `Show the replay floor of the chosen vendors, with each term.

The replay floor is how long a store must keep every record: the longest window in which one of
the vendors may send a request to us again, and a margin for an outage of our own.

  idemaudit floor --vendor stripe
  idemaudit floor --vendor stripe:webhook-automatic-retry --vendor adyen --margin 2d`

// floorOptions are the flags of floor.
type floorOptions struct {
	windows  windowFlags
	settings settingsFlags
	format   formatFlags
}

func newFloor(env Env) *cobra.Command {
	var o floorOptions
	c := &cobra.Command{
		Use:   "floor",
		Short: "Show how long a store must keep its records for the chosen vendors",
		Long:  floorHelp,
		Args:  noArguments,
		RunE:  func(*cobra.Command, []string) error { return o.run(env) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	o.windows.register(c, flags)
	o.settings.register(flags)
	o.format.register(c, flags)
	return c
}

func (o *floorOptions) run(env Env) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	margin, marginProblem := parseMargin(o.windows.margin, s.config.Margin)
	if err := errors.Join(settingsProblem, formatProblem, marginProblem); err != nil {
		return err
	}
	if len(o.windows.vendors) == 0 {
		return noVendor("")
	}
	windows, err := selectWindows(s.catalogue, o.windows.vendors, byFlag)
	if err != nil {
		return err
	}
	floor := audit.ReplayFloor(windows, margin)
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteFloor(w, format, floor, ro)
	})
}
