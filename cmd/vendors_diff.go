package cmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"idemaudit/report"
	"idemaudit/vendors"
)

const vendorsDiffHelp = `Compare two catalogues, each a file with one vendor or a folder of such files.

  idemaudit vendors diff vendors/acme.yaml acme-new.yaml
  git worktree add /tmp/before main && idemaudit vendors diff /tmp/before/vendors vendors`

// vendorsDiffOptions are the flags of vendors diff.
type vendorsDiffOptions struct {
	format formatFlags
}

func newVendorsDiff(env Env) *cobra.Command {
	var o vendorsDiffOptions
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two catalogue files, or two folders of them",
		Long:  vendorsDiffHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misuse("name the older file or folder first", "vendors diff needs two files or folders")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.run(env, args[0], args[1]) },
	}
	c.Flags().SortFlags = false
	o.format.register(c, c.Flags())
	return c
}

func (o *vendorsDiffOptions) run(env Env, older, newer string) error {
	delivery, formatProblem := o.format.parse(env)
	before, beforeProblem := vendors.ReadPath(older)
	after, afterProblem := vendors.ReadPath(newer)
	if err := errors.Join(formatProblem, beforeProblem, afterProblem); err != nil {
		return err
	}
	var all []report.Change
	for _, c := range vendors.Diff(before, after) {
		all = append(all, changeShown(c))
	}
	return delivery.send(env, func(w io.Writer, format string, ro report.Options) error {
		return report.WriteChanges(w, format, all, ro)
	})
}

// changeShown is a difference as reports show it.
func changeShown(c vendors.Change) report.Change {
	out := report.Change{Kind: string(c.Kind), Of: c.Of, Vendor: c.Vendor, ID: c.ID}
	for _, f := range c.Fields {
		out.Fields = append(out.Fields, report.FieldChange(f))
	}
	return out
}
