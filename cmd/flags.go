package cmd

import (
	"errors"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"idemaudit/audit"
	"idemaudit/audit/span"
	"idemaudit/cmd/config"
)

// sourceFlags name what is audited.
type sourceFlags struct {
	dsn    secretList
	schema []string
	tables []string
}

func (f *sourceFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.dsn, "dsn", "audit the PostgreSQL database at `URL`; repeatable (default $DATABASE_URL, else the PG* variables)")
	flags.StringArrayVar(&f.schema, "schema", nil, "audit the SQL file, or the folder of them, at `PATH`, or standard input for -; repeatable")
	flags.StringArrayVar(&f.tables, "table", nil, "audit only the table `NAME`, with or without its schema; repeatable")
}

// given reports whether the command line names a source.
func (f *sourceFlags) given() bool { return len(f.dsn) > 0 || len(f.schema) > 0 }

// check refuses empty names. They come from a variable that is not set, as in
// --dsn "$REPLICA_URL", and would end in the audit of another database.
func (f *sourceFlags) check() error {
	var problems []error
	for _, given := range []struct {
		flag  string
		empty bool
	}{
		{"--dsn", slices.ContainsFunc(f.dsn, func(s sealed) bool { return s == nil })},
		{"--schema", slices.Contains(f.schema, "")},
		{"--table", slices.Contains(f.tables, "")},
	} {
		if given.empty {
			problems = append(problems, misuse("is a variable not set?", "%s is empty", given.flag))
		}
	}
	return errors.Join(problems...)
}

// secretList is the value of a repeatable flag that nothing may print.
type secretList []sealed

// Set adds what the flag is given.
func (l *secretList) Set(text string) error {
	*l = append(*l, seal(config.Secret(text)))
	return nil
}

// String stands for the flag's value in help texts, which show none.
func (*secretList) String() string { return "" }

// Type is what the flag takes, for help texts.
func (*secretList) Type() string { return "string" }

// settingsFlags name the files that a run is set up by.
type settingsFlags struct {
	config    string
	catalogue []string
}

func (f *settingsFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.config, "config", "", "read the configuration in `FILE` (default idemaudit.yaml, looked for upwards to the repository root)")
	flags.StringArrayVar(&f.catalogue, "catalogue", nil, "add the vendors in `FILE` to the catalogue, or override those of the same id; repeatable")
}

// windowFlags choose the windows that count and the margin above them.
type windowFlags struct {
	vendors []string
	margin  string
}

func (f *windowFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.vendors, "vendor", nil, "count the windows of vendor `ID`, all of them or those named after it (stripe:cli-resend,dashboard-resend), as long as they are set (kafka:topic-retention=14d); repeatable")
	flags.StringVar(&f.margin, "margin", "", "our own longest planned outage, a `SPAN` such as 5d or 0d (default 5d)")
}

// gateFlags say which results end a run with something else than 0.
type gateFlags struct {
	allowIncomplete bool
	allowEmpty      bool
}

func (f *gateFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.allowIncomplete, "allow-incomplete", false, "do not end with 3 when a part could not be read")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "do not end with 4 when no store was found")
}

// timeoutFlag bounds a whole run.
type timeoutFlag struct{ text string }

const defaultTimeout = "60s"

func (f *timeoutFlag) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.text, "timeout", defaultTimeout, "give up after `SPAN`, however many targets there are")
}

// length returns how long the run may take.
func (f *timeoutFlag) length() (time.Duration, error) {
	limit, err := span.Parse(f.text)
	if err != nil {
		return 0, misuse("write a length of time such as 30s or 2m", "--timeout: %w", err)
	}
	return limit.Length(), nil
}

// parseAsOf reads the time that the audit is made for: now, unless the flag
// gives a time or a day, whose first moment in UTC it is.
func parseAsOf(text string, now func() time.Time) (time.Time, error) {
	if text == "" {
		return now().UTC().Truncate(time.Second), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, misuse("write a time such as 2026-12-01T12:00:00Z or a day such as 2026-12-01", "--as-of: %q is no time", text)
}

// levels are the choices of --fail-on.
func levels() []string {
	return []string{string(audit.Error), string(audit.Warning), string(audit.Note), string(audit.Never)}
}

// parseFailOn returns the least severity that ends a run with 1.
func parseFailOn(text string) (audit.Severity, error) {
	if !slices.Contains(levels(), text) {
		return "", unknown("level of --fail-on", text, levels())
	}
	return audit.Severity(text), nil
}

// parseMargin returns the margin that the flag gives, else that of the
// configuration, else the default.
func parseMargin(flag string, configured *span.Span) (span.Span, error) {
	switch {
	case flag != "":
		margin, err := span.ParseMargin(flag)
		if err != nil {
			return span.Span{}, misuse("write a length of time such as 5d, or 0d for none", "--margin: %w", err)
		}
		return margin, nil
	case configured != nil:
		return *configured, nil
	}
	return defaultMargin(), nil
}

// defaultMargin is a long weekend and a day to find out.
func defaultMargin() span.Span { return span.Of(5 * span.Day) }
