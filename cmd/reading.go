package cmd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/source/postgres"
	"idemaudit/audit/source/sqlfile"
	"idemaudit/audit/span"
)

// reading is what came of one target: its facts, or why there are none.
type reading struct {
	target   target
	snapshot fact.Snapshot
	failed   *audit.FailedTarget
}

// readAll reads every target, all at once, so that one that never answers
// takes no time from the others. The error is about what the user wrote, or
// about being interrupted; a target that could not be reached is no error.
func readAll(ctx context.Context, env Env, targets []target, limit time.Duration) ([]reading, error) {
	limited, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no answer within %s", span.Of(limit)))
	defer cancel()
	readings := make([]reading, len(targets))
	problems := make([]error, len(targets))
	var all sync.WaitGroup
	for i, t := range targets {
		all.Go(func() { readings[i], problems[i] = readOne(limited, env, t) })
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, &exit{code: ExitIncomplete, err: errors.New("interrupted before the audit was complete")}
	}
	return readings, errors.Join(problems...)
}

func readOne(ctx context.Context, env Env, t target) (reading, error) {
	snapshot, err := t.read(ctx, env)
	switch {
	case err == nil:
		return reading{target: t, snapshot: t.named(snapshot)}, nil
	case isMisuse(err):
		return reading{}, misuse("", "%s", t.about(err.Error()))
	}
	failed := &audit.FailedTarget{Name: t.label(env), Kind: t.kind, Reason: err.Error()}
	if u, ok := errors.AsType[*postgres.UnavailableError](err); ok {
		failed.Reason, failed.Fix = u.Reason, u.Fix
	}
	if t.unnamed(env) {
		failed.Fix = "name a database with --dsn URL, or SQL files with --schema PATH"
	}
	return reading{target: t, failed: failed}, nil
}

// isMisuse reports whether a source failed because of what the user wrote.
func isMisuse(err error) bool {
	_, live := errors.AsType[*postgres.UsageError](err)
	_, files := errors.AsType[*sqlfile.UsageError](err)
	return live || files
}
