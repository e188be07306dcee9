package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"idemaudit/audit/source/postgres/pgtest"
)

// anyServer is a server for what does not depend on the version.
func anyServer(t *testing.T) *pgtest.Server {
	t.Helper()
	return servers.Server(t, pgtest.Options{Version: cronVersion, Cron: true})
}

func TestLiveBadInput(t *testing.T) {
	server := anyServer(t)
	full, empty := server.Database(t, longStore), server.Database(t)
	for name, test := range map[string]struct {
		args []string
		code ExitCode
		says []string
	}{
		"an empty database":              {[]string{"--dsn", empty.DSN}, ExitEmpty, []string{"no store"}},
		"a table that does not exist":    {[]string{"--dsn", full.DSN, "--table", "public.nosuch"}, ExitUsage, []string{`"public.nosuch"`}},
		"a database that does not exist": {[]string{"--dsn", server.DSN("nosuch", "postgres")}, ExitIncomplete, []string{"nosuch", "does not exist"}},
		"a role that does not exist":     {[]string{"--dsn", full.As("nosuch")}, ExitIncomplete, []string{"nosuch"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := runIn(testEnv(t), append([]string{"check", "--vendor", "stripe"}, test.args...)...)
			if got.code != test.code {
				t.Errorf("exit code %d, want %d", got.code, test.code)
			}
			oneClearLine(t, got.stderr, test.says)
		})
	}
}

// A password that the server refuses, and one that it takes, show nowhere.
func TestLivePasswordShowsNowhere(t *testing.T) {
	const canary = "hunter2-canary"
	server := anyServer(t)
	db := server.Database(t, shortStore)
	for name, url := range map[string]string{
		"taken":               strings.Replace(db.DSN, "postgres@", "postgres:"+canary+"@", 1),
		"an unknown role":     strings.Replace(db.As("nosuch"), "nosuch@", "nosuch:"+canary+"@", 1),
		"an unknown database": strings.Replace(server.DSN("nosuch", "postgres"), "postgres@", "postgres:"+canary+"@", 1),
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(url, canary) {
				t.Fatalf("the password is not in the URL %s", url)
			}
			for _, args := range [][]string{
				{"check", "--vendor", "stripe", "-v"},
				{"check", "--vendor", "stripe", "--format", "json"},
				{"inspect", "-v"},
				{"inspect", "--format", "json"},
			} {
				if got := runIn(testEnv(t), append(args, "--dsn", url)...); strings.Contains(got.stdout+got.stderr, canary) {
					t.Errorf("%v: the password shows:\n%s%s", args, got.stdout, got.stderr)
				}
			}
		})
	}
}

// A live report says what was audited: host, port, database, server and role.
func TestLiveTargetIsNamed(t *testing.T) {
	db := anyServer(t).Database(t, longStore)
	got := runIn(testEnv(t).setenv("DATABASE_URL", db.DSN), "check", "--vendor", "stripe", "--format", "json")
	var r struct {
		Targets []struct{ Name, Kind, Server, Database, Role string }
	}
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || len(r.Targets) != 1 {
		t.Fatalf("%v\n%s%s", err, got.stdout, got.stderr)
	}
	target := r.Targets[0]
	if want := fmt.Sprintf("127.0.0.1:%d/%s", db.Server.Port, db.Name); target.Name != want {
		t.Errorf("name %q, want %q", target.Name, want)
	}
	if target.Kind != "postgres" || !strings.HasPrefix(target.Server, "PostgreSQL 15.") || target.Database != db.Name || target.Role != "postgres" {
		t.Errorf("%+v", target)
	}
}

func TestLiveInspect(t *testing.T) {
	db := anyServer(t).Database(t, shortStore)
	got := runIn(testEnv(t), "inspect", "--dsn", db.DSN)
	if got.code != ExitPassed || !strings.Contains(got.stdout, "public.idempotency_keys") {
		t.Errorf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	if got := runIn(testEnv(t), "inspect", "--dsn", anyServer(t).Database(t).DSN); got.code != ExitEmpty {
		t.Errorf("an empty database: exit code %d, want %d\n%s", got.code, ExitEmpty, got.stderr)
	}
}
