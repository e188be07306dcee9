package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"idemaudit/vendors/nearest"
)

// ExitCode is what the process ends with. It means the same in every format.
type ExitCode int

// The exit codes. Where more than one fits, wrong usage comes first, then
// nothing to audit, then an incomplete audit, then findings: what has not been
// audited can't have passed or failed.
const (
	ExitPassed     ExitCode = 0 // audited, nothing at or above --fail-on
	ExitFindings   ExitCode = 1 // findings at or above --fail-on
	ExitUsage      ExitCode = 2 // usage, configuration or catalogue wrong
	ExitIncomplete ExitCode = 3 // unreachable, denied, locked or timed out; --allow-incomplete turns it off
	ExitEmpty      ExitCode = 4 // no store found; --allow-empty turns it off
)

const exitCodesHelp = `Exit codes:
  0  audited, nothing at or above --fail-on
  1  findings at or above --fail-on (default error)
  2  usage, configuration or catalogue wrong
  3  audit incomplete: unreachable, denied, locked, timed out (--allow-incomplete turns it off)
  4  nothing to audit: no store found (--allow-empty turns it off)`

// exit ends a run with a code. It is the only error that carries one: any
// other error means that the command was used wrongly.
type exit struct {
	code ExitCode
	err  error  // what went wrong; nil when the report has said it all
	hint string // what to do about it, empty when err says that too
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// misuse is wrong usage with what to do about it.
func misuse(hint, format string, args ...any) error {
	return &exit{code: ExitUsage, err: fmt.Errorf(format, args...), hint: hint}
}

// unknown refuses a word that is none of the choices, and names the nearest.
func unknown(kind, word string, choices []string) error {
	return misuse("choose one of "+strings.Join(choices, ", "), "%q is no %s%s", word, kind, nearest.Hint(word, choices))
}

// codeOf returns the code that a run ends with. Of several errors joined
// together, wrong usage wins: its cure comes before any other.
func codeOf(err error) ExitCode {
	if err == nil {
		return ExitPassed
	}
	code := ExitPassed
	for _, one := range split(err) {
		own := ExitUsage
		if e, ok := errors.AsType[*exit](one); ok {
			own = e.code
		}
		if code == ExitPassed || own == ExitUsage {
			code = own
		}
	}
	return code
}

// complain writes what went wrong to standard error, one line for each thing:
//
//	idemaudit: error: <what was seen, where, and what it means>
//	idemaudit: hint: <what to do>
//
// in lower case, without a full stop, with what the user wrote in quotes.
func complain(w io.Writer, err error) {
	for _, one := range split(err) {
		e, carriesCode := errors.AsType[*exit](one)
		if carriesCode && e.err == nil {
			continue
		}
		for line := range strings.Lines(one.Error()) {
			say(w, "error", strings.TrimRight(line, "\n"))
		}
		if carriesCode && e.hint != "" {
			say(w, "hint", e.hint)
		}
	}
}

// say writes one line to standard error, where nothing reads it but people. A
// failure to write it has nowhere to be reported.
func say(w io.Writer, kind, text string) {
	fmt.Fprintf(w, "idemaudit: %s: %s\n", kind, printable(text))
}

// split returns the errors that errors.Join put together, or err alone.
func split(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, split(one)...)
	}
	return all
}

// printable replaces what is no visible character: with control characters a
// name from an untrusted database could steer the reader's terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
