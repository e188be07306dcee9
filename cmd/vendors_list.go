package cmd

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/report"
	"idemaudit/vendors"
)

const vendorsListHelp = `List the vendors of the catalogue, those with the longest inbound window first.

TEXT leaves those in whose id, name, windows, keys or notes it occurs.

  idemaudit vendors list
  idemaudit vendors list --kind payments --direction outbound
  idemaudit vendors list retry
  idemaudit vendors list --stale                   # what should be read again`

// vendorsListOptions are the flags of vendors list.
type vendorsListOptions struct {
	direction string
	kind      string
	stale     bool
	asOf      string
	settings  settingsFlags
	format    formatFlags
}

func newVendorsList(env Env) *cobra.Command {
	var o vendorsListOptions
	c := &cobra.Command{
		Use:   "list [TEXT]",
		Short: "List the vendors of the catalogue",
		Long:  vendorsListHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return misuse("put a text of several words in quotes", "vendors list takes one text, and %q is another", args[1])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.run(env, args) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.direction, "direction", "", "list only windows of `DIRECTION`: inbound (they may send again) or outbound (they remember our keys)")
	flags.StringVar(&o.kind, "kind", "", "list only vendors of `KIND`, such as payments or queue")
	flags.BoolVar(&o.stale, "stale", false, "list only what was read longer than 180 days ago")
	flags.StringVar(&o.asOf, "as-of", "", "take `TIME` for the present, such as 2026-12-01 (default now)")
	o.settings.register(flags)
	o.format.register(c, flags)
	completes(c, "direction", directions)
	completes(c, "kind", vendors.Kinds)
	return c
}

func directions() []string { return []string{string(fact.Inbound), string(fact.Outbound)} }

func (o *vendorsListOptions) run(env Env, args []string) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	filter, filterProblem := o.filter(env, args)
	if err := errors.Join(filterProblem, settingsProblem, formatProblem); err != nil {
		return err
	}
	left := filter.Apply(s.catalogue.Vendors())
	vendors.ByLongestInbound(left)
	var all []report.Vendor
	for _, v := range left {
		all = append(all, shown(v))
	}
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteVendors(w, format, all, ro)
	})
}

// filter makes sense of the flags that narrow the list.
func (o *vendorsListOptions) filter(env Env, args []string) (vendors.Filter, error) {
	var problems []error
	if o.direction != "" && !slices.Contains(directions(), o.direction) {
		problems = append(problems, unknown("direction", o.direction, directions()))
	}
	if o.kind != "" && !slices.Contains(vendors.Kinds(), o.kind) {
		problems = append(problems, unknown("kind of vendor", o.kind, vendors.Kinds()))
	}
	asOf, err := parseAsOf(o.asOf, env.Now)
	problems = append(problems, err)
	f := vendors.Filter{Direction: fact.Direction(o.direction), Kind: o.kind}
	if len(args) > 0 {
		f.Text = args[0]
	}
	if o.stale {
		f.Read = func(day time.Time) bool { return audit.Stale(day, asOf) }
	}
	return f, errors.Join(problems...)
}
