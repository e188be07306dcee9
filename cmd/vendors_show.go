package cmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/report"
	"idemaudit/vendors"
	"idemaudit/vendors/nearest"
)

// vendorsShowOptions are the flags of vendors show.
type vendorsShowOptions struct {
	settings settingsFlags
	format   formatFlags
}

func newVendorsShow(env Env) *cobra.Command {
	var o vendorsShowOptions
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Show a vendor's windows with their sources",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			all := func(vendors.Vendor) bool { return true }
			return describedVendors(vendorChoices(env, &o.settings), all), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("run 'idemaudit vendors list' for the ids", "vendors show needs the id of one vendor")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.run(env, args[0]) },
	}
	c.Flags().SortFlags = false
	o.settings.register(c.Flags())
	o.format.register(c, c.Flags())
	return c
}

func (o *vendorsShowOptions) run(env Env, id string) error {
	s, settingsProblem := o.settings.load(env)
	delivery, formatProblem := o.format.parse(env)
	if err := errors.Join(settingsProblem, formatProblem); err != nil {
		return err
	}
	vendor, known := s.catalogue.Vendor(id)
	if !known {
		return misuse("run 'idemaudit vendors list' for what the catalogue holds", "%q is no vendor of the catalogue%s", id, nearest.Hint(id, vendorIDs(s.catalogue)))
	}
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteVendor(w, format, shown(vendor), ro)
	})
}
