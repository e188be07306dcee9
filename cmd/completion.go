package cmd

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"
)

const completionHelp = `Print the script that lets a shell complete idemaudit's commands and flags.

  bash        source <(idemaudit completion bash)
  zsh         idemaudit completion zsh > "${fpath[1]}/_idemaudit"
  fish        idemaudit completion fish > ~/.config/fish/completions/idemaudit.fish
  powershell  idemaudit completion powershell | Out-String | Invoke-Expression`

func newCompletion(env Env) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Print a shell completion script",
		Long:      completionHelp,
		ValidArgs: shells(),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("write one of bash, zsh, fish or powershell", "completion needs the name of one shell")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return runCompletion(env, c.Root(), args[0])
		},
	}
}

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func runCompletion(env Env, root *cobra.Command, shell string) error {
	generate := map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}[shell]
	if generate == nil {
		return unknown("shell", shell, shells())
	}
	var script bytes.Buffer
	if err := generate(&script); err != nil {
		return err
	}
	return printOut(env, script.String())
}

// completes offers a flag's choices to the shell. They are asked for only when
// somebody completes, so that reading the catalogue costs no other run.
func completes(c *cobra.Command, flag string, choices func() []string) {
	// This fails only for a flag that the command does not have.
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return choices(), cobra.ShellCompDirectiveNoFileComp
	})
}
