package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idemaudit/vendors/nearest"
)

const rootHelp = `idemaudit finds idempotency records that vanish before a counterparty stops replaying.

It loads a catalogue of the windows in which vendors may send a request again, reads what a
PostgreSQL database or its SQL files really do with idempotency records, and says for every
window how much of it is covered.`

// Run runs the command line once and returns what the process ends with.
func Run(env Env) ExitCode {
	ctx, stop := env.Interruptible(context.Background())
	defer stop()
	err := newRoot(env).ExecuteContext(ctx)
	if err != nil {
		complain(env.Stderr, err)
	}
	return codeOf(err)
}

func newRoot(env Env) *cobra.Command {
	root := &cobra.Command{
		Use:     "idemaudit",
		Short:   "Audit how long idempotency records really live",
		Long:    rootHelp + "\n\n" + exitCodesHelp,
		Version: versionLine(),
		Args:    cobra.ArbitraryArgs,
		RunE:    needsCommand,
		// An unknown command is the better complaint than one of its flags.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},

		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetArgs(env.Args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.Flags().Bool("version", false, "print the version")
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageFunc(usage)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newCheck(env),
		newInspect(env),
		newFloor(env),
		newVendors(env),
		newSchema(env),
		newVersion(env),
		newCompletion(env),
	)
	root.SetHelpCommand(newHelp())
	return root
}

// needsCommand refuses a command that only groups others. Showing the help
// and ending with 0 would let a pipeline that lost its arguments pass.
func needsCommand(c *cobra.Command, args []string) error {
	hint := "run '" + c.CommandPath() + " --help' for the list of commands"
	if len(args) == 0 {
		return misuse(hint, "%s needs a command", c.CommandPath())
	}
	return misuse(hint, "%q is no command of %s%s", args[0], c.CommandPath(), nearest.Hint(args[0], names(c.Commands())))
}

// flagError puts a flag that does not parse into the grammar of our messages.
func flagError(c *cobra.Command, err error) error {
	hint := "run '" + c.CommandPath() + " --help' for the list of flags"
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return misuse(hint, "%w", err)
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, dashed(f.Name)) })
	flag := dashed(unknown.GetSpecifiedName())
	return misuse(hint, "%s knows no flag %q%s", c.CommandPath(), flag, nearest.Hint(flag, known))
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func names(commands []*cobra.Command) []string {
	var all []string
	for _, c := range commands {
		if c.IsAvailableCommand() {
			all = append(all, c.Name())
		}
	}
	return all
}

// noArguments refuses arguments, and says where a source belongs: giving the
// file without --schema is the commonest slip.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "run '" + c.CommandPath() + " --help' for how it is used"
	if c.Flags().Lookup("schema") != nil {
		hint = "name SQL files with --schema PATH and a database with --dsn URL"
	}
	return misuse(hint, "%s takes no argument %q", c.CommandPath(), args[0])
}
