package cmd

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idemaudit/report"
)

// formatFlags say in which formats a report goes where.
type formatFlags struct {
	format  string
	outputs []string
	noColor bool
	quiet   bool
	verbose bool
}

func (f *formatFlags) register(c *cobra.Command, flags *pflag.FlagSet) {
	choices := strings.Join(report.Formats(), ", ")
	flags.StringVar(&f.format, "format", report.Formats()[0], "write standard output in format `F`: "+choices)
	flags.StringArrayVar(&f.outputs, "output", nil, "also write format F to the file PATH, given as `F=PATH`; repeatable")
	flags.BoolVar(&f.noColor, "no-color", false, "write no colours")
	completes(c, "format", report.Formats)
}

// registerDetail offers how much to show, where there is more and less.
func (f *formatFlags) registerDetail(flags *pflag.FlagSet) {
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "show the least")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every detail")
}

// delivery is where a report goes: one format to standard output and any
// number to files.
type delivery struct {
	format  string
	files   []file
	options report.Options
}

type file struct{ format, path string }

// parse checks the flags before anything is audited.
func (f *formatFlags) parse(env Env) (delivery, error) {
	var problems []error
	if f.quiet && f.verbose {
		problems = append(problems, misuse("choose one", "--quiet and --verbose contradict each other"))
	}
	if !slices.Contains(report.Formats(), f.format) {
		problems = append(problems, unknown("format", f.format, report.Formats()))
	}
	d := delivery{format: f.format, options: report.Options{
		Width: env.Width, Color: colours(env, f.noColor), ASCII: asciiOnly(env), Verbose: f.verbose, Quiet: f.quiet,
	}}
	for _, text := range f.outputs {
		file, err := parseOutput(text, d.files)
		problems = append(problems, err)
		d.files = append(d.files, file)
	}
	return d, errors.Join(problems...)
}

func parseOutput(text string, before []file) (file, error) {
	format, path, found := strings.Cut(text, "=")
	switch {
	case !found || path == "":
		return file{}, misuse("write a format and a path, such as --output json=report.json", "--output: %q names no file", text)
	case !slices.Contains(report.Formats(), format):
		return file{}, unknown("format", format, report.Formats())
	case slices.ContainsFunc(before, func(f file) bool { return f.path == path }):
		return file{}, misuse("give each --output its own file", "--output: two reports would go to %q", path)
	}
	return file{format, path}, nil
}

// renderer writes the one report in one format.
type renderer func(w io.Writer, format string, o report.Options) error

// send renders everything before it writes anything, and the files before
// standard output, whose reader may go away at any time.
func (d delivery) send(env Env, render renderer) error {
	var out bytes.Buffer
	if err := render(&out, d.format, d.options); err != nil {
		return err
	}
	plain := d.options
	plain.Color = false
	plain.Width = 0
	var documents []document
	for _, f := range d.files {
		var body bytes.Buffer
		if err := render(&body, f.format, plain); err != nil {
			return err
		}
		documents = append(documents, document{path: f.path, body: body.Bytes()})
	}
	if err := writeFiles(documents); err != nil {
		return err
	}
	return printOut(env, out.String())
}
