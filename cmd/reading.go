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
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no answer within %s", limit))
	defer cancel()
	readings := make([]reading, len(targets))
	problems := make([]error, len(targets))
	var all sync.WaitGroup
	for i, t := range targets {
		all.Go(func() { readings[i], problems[i] = readOne(ctx, env, t) })
	}
	all.Wait()
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return nil, &exit{code: ExitIncomplete, err: errors.New("interrupted before the audit was complete")}
	}
	return readings, errors.Join(problems...)
}
