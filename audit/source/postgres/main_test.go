package postgres

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"idemaudit/audit/source/postgres/pgtest"
	"idemaudit/audit/store"
)

var servers pgtest.Pool

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

// onEveryVersion runs a test against each supported version of the server.
func onEveryVersion(t *testing.T, test func(t *testing.T, s *pgtest.Server)) {
	t.Helper()
	for _, version := range pgtest.Versions() {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			test(t, servers.Server(t, pgtest.Options{Version: version}))
		})
	}
}

// model reads what a database defines, before any store is looked for.
func model(t *testing.T, dsn string) database {
	t.Helper()
	db, err := tryModel(t, dsn)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func tryModel(t *testing.T, dsn string) (database, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	target, err := parse(dsn)
	if err != nil {
		return database{}, err
	}
	return readDatabase(ctx, target, store.Options{})
}
