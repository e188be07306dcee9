package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"idemaudit/vendors"
)

func newVendorsValidate(env Env) *cobra.Command {
	return &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check catalogue files of your own",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misuse("name the files, such as vendors/acme.yaml", "vendors validate needs a file")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return runVendorsValidate(env, args) },
	}
}

// runVendorsValidate reads every file before it complains, so that all that is
// wrong with them is told at once.
func runVendorsValidate(env Env, paths []string) error {
	var good strings.Builder
	var problems []error
	for _, path := range paths {
		read, err := vendors.ReadFile(path)
		if err != nil {
			problems = append(problems, &exit{code: ExitUsage, err: err})
			continue
		}
		for _, v := range read {
			fmt.Fprintf(&good, "%s: vendor %s with %s\n", printable(path), v.ID, contents(v))
		}
	}
	return errors.Join(printOut(env, good.String()), errors.Join(problems...))
}

// contents says how much a vendor's file holds.
func contents(v vendors.Vendor) string {
	windows, stores := counted(len(v.Windows), "window"), counted(len(v.Stores), "store")
	switch {
	case len(v.Stores) == 0:
		return windows
	case len(v.Windows) == 0:
		return stores
	}
	return windows + " and " + stores
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
