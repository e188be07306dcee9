package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Standby starts a read-only copy of the server that follows it, and stops it
// at the end of the test. It has what the server had when it was started, and
// soon what it gets later.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	copied, err := s.follow()
	if err != nil {
		refuse(t, Options{Version: s.Version}, err)
	}
	t.Cleanup(copied.stop)
	return copied
}

func (s *Server) follow() (*Server, error) {
	if _, err := os.Stat(filepath.Join(s.at.bin, "pg_basebackup")); errors.Is(err, os.ErrNotExist) {
		return nil, missing{"pg_basebackup is not among its programs"}
	}
	dir, err := s.who.workDir()
	if err != nil {
		return nil, err
	}
	standby := &Server{Version: s.Version, at: s.at, who: s.who, dir: dir, done: make(chan struct{})}
	cmd := standby.command("pg_basebackup", "-D", standby.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync",
		"-h", "127.0.0.1", "-p", fmt.Sprint(s.Port), "-U", "postgres")
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("pg_basebackup: %w: %s", err, out)
	} else {
		err = standby.run()
	}
	if err != nil {
		standby.stop()
		return nil, err
	}
	return standby, nil
}
