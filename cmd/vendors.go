package cmd

import (
	"github.com/spf13/cobra"

	"idemaudit/report"
	"idemaudit/vendors"
)

func newVendors(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:                "vendors",
		Short:              "List, show, validate and compare the vendors of the catalogue",
		Args:               cobra.ArbitraryArgs,
		RunE:               needsCommand,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
	}
	c.AddCommand(newVendorsList(env), newVendorsShow(env), newVendorsValidate(env), newVendorsDiff(env))
	return c
}

// shown is a vendor as reports show it.
func shown(v vendors.Vendor) report.Vendor {
	out := report.Vendor{ID: v.ID, Name: v.Name, Kind: v.Kind, Homepage: v.Homepage, Windows: v.Windows, Stores: v.Stores}
	if longest, known := v.LongestInbound(); known {
		out.Longest = &longest
	}
	return out
}

// vendorIDs lists the ids of a catalogue, sorted.
func vendorIDs(c *vendors.Catalogue) []string {
	var ids []string
	for _, v := range c.Vendors() {
		ids = append(ids, v.ID)
	}
	return ids
}
