package cmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/report"
)

// vendorsListOptions are the flags of vendors list.
type vendorsListOptions struct {
	settings settingsFlags
	format   formatFlags
}

func newVendorsList(env Env) *cobra.Command {
	var o vendorsListOptions
	c := &cobra.Command{
		Use:   "list",
		Short: "List the vendors of the catalogue",
		Args:  noArguments,
		RunE:  func(*cobra.Command, []string) error { return o.run(env) },
	}
	c.Flags().SortFlags = false
	o.settings.register(c.Flags())
	o.format.register(c, c.Flags())
	return c
}

func (o *vendorsListOptions) run(env Env) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	if err := errors.Join(settingsProblem, formatProblem); err != nil {
		return err
	}
	var all []report.Vendor
	for _, v := range s.catalogue.Vendors() {
		all = append(all, shown(v))
	}
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteVendors(w, format, all, ro)
	})
}
