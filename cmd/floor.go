package cmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/cmd/config"
	"idemaudit/report"
)

const floorHelp = `Show the replay floor of the chosen vendors, with each term.

The replay floor is how long a store must keep every record: the longest window in which one of
the vendors may send a request to us again, and a margin for an outage of our own.

Without --vendor it is that of every vendor the configuration names.

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
	o.windows.register(flags)
	completesVendor(c, env, &o.settings)
	o.settings.register(flags)
	o.format.register(c, flags)
	o.format.registerDetail(flags)
	return c
}

func (o *floorOptions) run(env Env) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	margin, marginProblem := parseMargin(o.windows.margin, s.config.Margin)
	if err := errors.Join(settingsProblem, formatProblem, marginProblem); err != nil {
		return err
	}
	windows, err := o.chosen(s)
	if err != nil {
		return err
	}
	floor := audit.ReplayFloor(windows, margin)
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteFloor(w, format, floor, ro)
	})
}

// chosen returns the windows of the vendors that flags name, or else of those
// that the configuration names for any target or store.
func (o *floorOptions) chosen(s settings) ([]fact.Window, error) {
	specs, where := o.windows.vendors, byFlag
	if len(specs) == 0 {
		specs, where = configuredVendors(s.config), s.config.Where
	}
	if len(specs) == 0 {
		return nil, noVendor("")
	}
	windows, err := selectWindows(s.catalogue, specs, where)
	if err != nil {
		return nil, err
	}
	return windows, requireInbound(windows, where(specs[0]))
}

// configuredVendors lists what a configuration names as vendors anywhere.
func configuredVendors(c *config.File) []string {
	var specs []string
	for _, t := range c.Targets {
		specs = append(specs, t.Vendors...)
		for _, store := range t.Stores {
			specs = append(specs, store.Vendors...)
		}
	}
	return specs
}
