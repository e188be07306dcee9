package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is where the lines of a help end, on a terminal of usual width.
const helpWidth = 100

// usage writes how a command is used. It takes the place of cobra's own, which
// shows a command that only groups others as if it could be run by itself.
func usage(c *cobra.Command) error {
	var b strings.Builder
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "Usage:\n  %s COMMAND\n\nCommands:\n", c.CommandPath())
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	} else {
		fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	}
	fmt.Fprintf(&b, "\nFlags:\n%s\n", strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(helpWidth), " \n"))
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nRun '%s COMMAND --help' for more about a command.\n", c.CommandPath())
	}
	_, err := fmt.Fprint(c.OutOrStderr(), b.String())
	return err
}

// newHelp replaces cobra's own help command, which ends with 0 when it knows
// nothing of the topic.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show how a command is used",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			topic, _, err := c.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return names(topic.Commands()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return needsCommand(topic, rest)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}
