package cmd

import (
	"github.com/spf13/cobra"

	"idemaudit/report"
	"idemaudit/vendors"
)

func newVendors(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:                "vendors",
		Short:              "List, show and validate the vendors of the catalogue",
		Args:               cobra.ArbitraryArgs,
		RunE:               needsCommand,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
	}
	c.AddCommand(newVendorsList(env), newVendorsShow(env), newVendorsValidate(env))
	return c
}

// shown is a vendor as reports show it.
func shown(v vendors.Vendor) report.Vendor {
	return report.Vendor{ID: v.ID, Name: v.Name, Homepage: v.Homepage, Windows: v.Windows}
}

// vendorIDs lists the ids of a catalogue, sorted.
func vendorIDs(c *vendors.Catalogue) []string {
	var ids []string
	for _, v := range c.Vendors() {
		ids = append(ids, v.ID)
	}
	return ids
}
