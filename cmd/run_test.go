package cmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"idemaudit/audit/source/postgres/pgtest"
)

var servers pgtest.Pool

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

// ran is what a run of the command line left behind.
type ran struct {
	code           ExitCode
	stdout, stderr string
}

// runIn runs the command line in env, which testEnv made, with these arguments.
func runIn(env Env, args ...string) ran {
	var out, errs bytes.Buffer
	env.Args, env.Stdout, env.Stderr = args, &out, &errs
	code := Run(env)
	return ran{code, out.String(), errs.String()}
}

// testEnv is an environment in a folder of its own, in a UTF-8 locale, at a
// fixed time, without any database in its variables. The folder becomes the
// process's working directory and holds the files, given as name and text.
func testEnv(t *testing.T, files ...string) Env {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i+1 < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, files[i+1])
	}
	t.Chdir(dir)
	return Env{
		Stdin:         strings.NewReader(""),
		Getenv:        lookup(map[string]string{"LANG": "C.UTF-8"}),
		Dir:           dir,
		Now:           func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) },
		Interruptible: context.WithCancel,
	}
}

// setenv adds variables to those of env.
func (env Env) setenv(pairs ...string) Env {
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	before := env.Getenv
	env.Getenv = func(name string) string {
		if value, ok := values[name]; ok {
			return value
		}
		return before(name)
	}
	return env
}

// A store that covers every window of Stripe, and one that keeps a day.
const (
	longStore  = "create table idempotency_keys (key text primary key, created_at timestamptz not null default now());\n"
	shortStore = longStore + `create function purge() returns void language sql as $$
delete from idempotency_keys where created_at < now() - interval '24 hours' $$;
`
)
