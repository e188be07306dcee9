package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running server. It trusts every local connection; the superuser
// is postgres.
type Server struct {
	Version int
	Port    int

	at        installation
	who       *account
	dir       string
	process   *os.Process
	done      chan struct{} // closed when the process has ended
	databases atomic.Int64
	stopOnce  sync.Once
}

const (
	startPatience = 30 * time.Second
	stopPatience  = 5 * time.Second
)

func start(o Options) (*Server, error) {
	at, err := find(o.Version)
	if err != nil {
		return nil, err
	}
	if o.Cron && !at.has("pg_cron") {
		return nil, missing{"pg_cron is not installed for it"}
	}
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	dir, err := who.workDir()
	if err != nil {
		return nil, err
	}
	s := &Server{Version: o.Version, at: at, who: who, dir: dir, done: make(chan struct{})}
	if err := s.bringUp(o); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) bringUp(o Options) error {
	if err := s.initialise(o); err != nil {
		return err
	}
	if err := s.run(); err != nil || !o.Cron {
		return err
	}
	if err := s.exec("postgres", "create database "+Scheduler); err != nil {
		return err
	}
	if err := s.exec(Scheduler, "create extension pg_cron"); err != nil {
		return err
	}
	return s.awaitScheduler()
}

// awaitScheduler waits for pg_cron's own process. It is started with the
// server, ends because its database is not there yet, and is started again
// after a second.
func (s *Server) awaitScheduler() error {
	const running = `do $$ begin
		assert exists (select from pg_stat_activity where application_name = 'pg_cron scheduler' and datname = '` + Scheduler + `');
	end $$`
	end := time.Now().Add(startPatience)
	for {
		err := s.exec("postgres", running)
		if err == nil || time.Now().After(end) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// command is a program of the installation, to be run as the server's account.
func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.at.bin, program), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, attributes(s.who)
	// Nothing of the tester's locale or PG* variables is passed on.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	return cmd
}

func (s *Server) initialise(o Options) error {
	cmd := s.command("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	file, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(s.settings(o))
	return errors.Join(err, file.Close())
}

func (s *Server) settings(o Options) string {
	lines := []string{
		"listen_addresses = '127.0.0.1'",
		"fsync = off",
		"shared_buffers = 16MB",
		"autovacuum = off",
		"timezone = 'UTC'",
		"log_statement = 'all'",
		"log_line_prefix = '" + logPrefix + "'",
	}
	if o.Cron {
		lines = append(lines, "shared_preload_libraries = 'pg_cron'", "cron.database_name = '"+Scheduler+"'")
	}
	return strings.Join(append(lines, o.Config...), "\n") + "\n"
}

// run starts the server and waits until it answers. Between the choice of a
// free port and the server's use of it another process may take it, so it is
// tried again.
func (s *Server) run() error {
	err := s.runOnce()
	for tries := 1; errors.As(err, new(endedAtOnce)) && tries < 3; tries++ {
		err = s.runOnce()
	}
	return err
}

func (s *Server) runOnce() error {
	var err error
	if s.Port, err = freePort(); err != nil {
		return err
	}
	out, err := os.OpenFile(s.logPath(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := s.command("postgres", "-D", s.data(), "-p", fmt.Sprint(s.Port), "-k", s.dir)
	cmd.Stdout, cmd.Stderr = out, out
	if err := s.launch(cmd); err != nil {
		return err
	}
	return s.awaitAnswer()
}

// launch starts the process from a thread that lives as long as it does: the
// system counts the death of the thread that started a process as the death of
// its parent.
func (s *Server) launch(cmd *exec.Cmd) error {
	started := make(chan error)
	s.done = make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(s.done)
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
		}
	}()
	err := <-started
	s.process = cmd.Process
	return err
}

// endedAtOnce is a server that did not stay up; it holds what it logged.
type endedAtOnce struct{ log string }

func (e endedAtOnce) Error() string { return "the server ended at once: " + e.log }

func (s *Server) awaitAnswer() error {
	ctx, cancel := context.WithTimeout(context.Background(), startPatience)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.DSN("postgres", "postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.done:
			text, _ := os.ReadFile(s.logPath())
			return endedAtOnce{string(text)}
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop ends the server at once, without a last checkpoint, and removes what
// it wrote.
func (s *Server) stop() {
	s.stopOnce.Do(func() {
		defer os.RemoveAll(s.dir)
		if s.process == nil {
			return
		}
		s.process.Signal(syscall.SIGQUIT)
		select {
		case <-s.done:
		case <-time.After(stopPatience):
			s.process.Kill()
			<-s.done
		}
	})
}

func (s *Server) data() string    { return filepath.Join(s.dir, "data") }
func (s *Server) logPath() string { return filepath.Join(s.dir, "log") }

// SocketDir is the folder of the server's unix socket.
func (s *Server) SocketDir() string { return s.dir }

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
