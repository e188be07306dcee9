package cmd

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"idemaudit/audit"
)

// Version is the release this is, as reports and 'idemaudit version' state it.
const Version = "0.1.0"

// tool is how a report names the program that made it.
func tool() audit.Tool { return audit.Tool{Name: "idemaudit", Version: Version} }

// versionLine is what 'version' and '--version' print.
func versionLine() string {
	return fmt.Sprintf("idemaudit %s (%s, %s/%s)", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newVersion(env Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			return printOut(env, versionLine()+"\n")
		},
	}
}
