// Package pgtest starts real PostgreSQL servers for tests and stops them
// again. A server runs from binaries that are installed or, where a version is
// not, from an npm package that is fetched once into a cache.
//
// A test package keeps one Pool, so that its tests share a server of each
// version and each test has databases of its own:
//
//	var servers pgtest.Pool
//
//	func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }
//
//	func TestSomething(t *testing.T) {
//		for _, version := range pgtest.Versions() {
//			db := servers.Server(t, pgtest.Options{Version: version}).Database(t, "create table t ()")
//			… db.DSN …
//		}
//	}
package pgtest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

// Options say what server to start.
type Options struct {
	// Version is PostgreSQL's major version, one of Versions.
	Version int
	// Cron preloads pg_cron, with its extension in a database of its own
	// named Scheduler. Only version 15 has it.
	Cron bool
	// Config holds more lines of postgresql.conf.
	Config []string
}

// Scheduler is the database that pg_cron lives in, where Options ask for it.
const Scheduler = "scheduler"

// Versions lists the major versions that the project supports and tests.
func Versions() []int { return []int{14, 15, 16, 17, 18} }

// Start starts a server that is stopped at the end of the test. It skips the
// test when the server cannot be had, and fails it where CI=true.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := start(o)
	if err != nil {
		refuse(t, o, err)
	}
	t.Cleanup(s.stop)
	return s
}

// Pool holds the servers that the tests of a package share. The zero value is
// ready to use.
type Pool struct {
	mu      sync.Mutex
	started map[string]func() (*Server, error)
	running []*Server
}

// Main runs the tests of a package, stops the servers they shared and returns
// the exit code.
func (p *Pool) Main(m *testing.M) int {
	defer p.stop()
	return m.Run()
}

// Server returns the shared server for these options and starts it when no
// test has asked for it before. It skips the test when the server cannot be
// had, and fails it where CI=true.
func (p *Pool) Server(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := p.starter(o)()
	if err != nil {
		refuse(t, o, err)
	}
	return s
}

func (p *Pool) starter(o Options) func() (*Server, error) {
	key := fmt.Sprintf("%d %t %s", o.Version, o.Cron, strings.Join(o.Config, "\n"))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started == nil {
		p.started = map[string]func() (*Server, error){}
	}
	if p.started[key] == nil {
		p.started[key] = sync.OnceValues(func() (*Server, error) {
			s, err := start(o)
			if err == nil {
				p.mu.Lock()
				defer p.mu.Unlock()
				p.running = append(p.running, s)
			}
			return s, err
		})
	}
	return p.started[key]
}

func (p *Pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.running {
		s.stop()
	}
	p.running = nil
}

// missing is a server that this machine does not have.
type missing struct{ reason string }

func (m missing) Error() string { return m.reason }

// refuse ends a test that has no server. On a developer's machine a server
// may be missing; in CI a test that skips for that reason would pass without
// having tested anything.
func refuse(t testing.TB, o Options, err error) {
	t.Helper()
	var lacking missing
	if errors.As(err, &lacking) && os.Getenv("CI") != "true" {
		t.Skipf("no PostgreSQL %d: %v", o.Version, err)
	}
	t.Fatalf("no PostgreSQL %d: %v", o.Version, err)
}
