package cmd

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/report"
	"idemaudit/vendors"
	"idemaudit/vendors/strictyaml"
)

// vendorsValidateOptions are the flags of vendors validate.
type vendorsValidateOptions struct {
	format formatFlags
}

func newVendorsValidate(env Env) *cobra.Command {
	var o vendorsValidateOptions
	c := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check catalogue files of your own",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misuse("name the files, such as vendors/acme.yaml", "vendors validate needs a file")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.run(env, args) },
	}
	c.Flags().SortFlags = false
	o.format.register(c, c.Flags())
	return c
}

// run reads every file before it complains, so that all that is wrong with
// them is told at once: on standard error in any format, and in the document
// where the format has room for it.
func (o *vendorsValidateOptions) run(env Env, paths []string) error {
	delivery, err := o.format.parse(env)
	if err != nil {
		return err
	}
	var all []report.Checked
	var problems []error
	for _, path := range paths {
		read, err := vendors.ReadFile(path)
		if err != nil {
			problems = append(problems, &exit{code: ExitUsage, err: err})
		}
		all = append(all, checkedShown(path, read, err))
	}
	sent := delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteChecked(w, format, all, ro)
	})
	return errors.Join(sent, errors.Join(problems...))
}

// checkedShown is one file as reports show it.
func checkedShown(path string, read []vendors.Vendor, err error) report.Checked {
	shown := report.Checked{File: path, Valid: err == nil}
	for _, v := range read {
		shown.Vendors = append(shown.Vendors, report.CheckedVendor{ID: v.ID, Holds: contents(v), Windows: len(v.Windows), Stores: len(v.Stores)})
	}
	var wrong *strictyaml.Error
	switch {
	case errors.As(err, &wrong):
		for _, p := range wrong.Problems {
			shown.Problems = append(shown.Problems, report.Problem{Line: &p.Line, Column: &p.Column, Message: p.Message})
		}
	case err != nil:
		shown.Problems = []report.Problem{{Message: err.Error()}}
	}
	return shown
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
