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
			fmt.Fprintf(&good, "%s: vendor %s with %d windows\n", printable(path), v.ID, len(v.Windows))
		}
	}
	return errors.Join(printOut(env, good.String()), errors.Join(problems...))
}
