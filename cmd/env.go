// Package cmd is the command line. It reads flags, environment and
// configuration, hands every target to the source that can read it, and turns
// the judgement's outcome into an exit code. It judges nothing itself, and the
// only things it takes from the process it runs in stand in Env.
package cmd

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Env is everything that a run takes from the process it runs in, so that a
// test can give it anything else. Relative paths are the exception: the
// operating system resolves them against the process's own working directory.
type Env struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Getenv looks up an environment variable; one that is not set is empty.
	Getenv func(name string) string
	// Dir is the absolute working directory, where the search for a
	// configuration begins.
	Dir string
	Now func() time.Time
	// Interruptible derives a context that ends when somebody asks the
	// process to stop.
	Interruptible func(context.Context) (context.Context, context.CancelFunc)
	// StdoutIsTerminal and Width, in columns, describe standard output; the
	// width is 0 when it is not known.
	StdoutIsTerminal bool
	Width            int
}

// Process returns the environment of the running process.
func Process() Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	out := int(os.Stdout.Fd())
	width, _, err := term.GetSize(out)
	if err != nil {
		width = 0
	}
	return Env{
		Args:             os.Args[1:],
		Stdin:            os.Stdin,
		Stdout:           os.Stdout,
		Stderr:           os.Stderr,
		Getenv:           os.Getenv,
		Dir:              dir,
		Now:              time.Now,
		Interruptible:    untilSignalled,
		StdoutIsTerminal: term.IsTerminal(out),
		Width:            width,
	}
}

// untilSignalled takes the first signal as a request to stop. It leaves the
// second one to do what it always does, should something not stop.
func untilSignalled(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
