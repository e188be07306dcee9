package cmd

import (
	"github.com/spf13/cobra"

	"idemaudit/cmd/config"
	"idemaudit/report"
	"idemaudit/vendors"
)

const schemaHelp = `Print the JSON Schema (draft 2020-12) of what idemaudit reads and writes: an editor
completes and checks with it, and another program can rely on it.

  catalogue   a file with a vendor, for --catalogue and 'vendors validate'
  config      idemaudit.yaml
  report      what 'check --format json' writes`

func newSchema(env Env) *cobra.Command {
	return &cobra.Command{
		Use:       "schema catalogue|config|report",
		Short:     "Print the JSON Schema of a file format",
		Long:      schemaHelp,
		ValidArgs: schemaNames(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("write one of catalogue, config, report", "schema needs the name of one format")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return runSchema(env, args[0]) },
	}
}

func schemaNames() []string { return []string{"catalogue", "config", "report"} }

func runSchema(env Env, name string) error {
	text, known := map[string]string{
		"catalogue": vendors.Schema(),
		"config":    config.Schema(),
		"report":    report.Schema(),
	}[name]
	if !known {
		return unknown("schema", name, schemaNames())
	}
	return printOut(env, text)
}
