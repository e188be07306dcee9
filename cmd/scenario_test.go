package cmd

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// scenario is a file of testdata/cases: SQL under a head of comments that say
// what an audit of it must find. The head knows these lines:
//
//	-- shows: <what the case is about>
//	-- job: <schedule> | <command>        a pg_cron job; live, only PostgreSQL 15 has pg_cron here
//	-- as: <role>                         audit as this role rather than as the superuser
//	-- offline: no                        only a server can show it
//	-- arguments: <more arguments>        instead of --vendor stripe
//	-- exit: <code>
//	-- store <name>: <field>=<value> …    null stands for an absent value
//	-- window <store> <window>: <field>=<value> …
//	-- finding <store>: <rule>            - as the store stands for none or any
//	-- no finding <store>: <rule>
//	-- not a store: <name>
type scenario struct {
	path, sql string
	shows     string
	jobs      []job
	role      string
	liveOnly  bool
	arguments []string
	exit      ExitCode
	expected  []expectation
}

type job struct{ schedule, command string }

// expectation is one line that a report must live up to.
type expectation struct {
	kind   string   // store, window, finding, no finding or not a store
	of     []string // what stands before the colon
	fields []string // what stands after it
}

// scenarios reads all cases. Finding none is a failure: a suite that has moved
// would pass on nothing.
func scenarios(t *testing.T) []scenario {
	t.Helper()
	paths, err := filepath.Glob("../testdata/cases/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases found: %v", err)
	}
	var all []scenario
	for _, path := range paths {
		s, err := readScenario(path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, s)
	}
	return all
}

func readScenario(path string) (scenario, error) {
	sql, err := os.ReadFile(path)
	if err != nil {
		return scenario{}, err
	}
	s := scenario{path: path, sql: string(sql), arguments: []string{"--vendor", "stripe"}}
	lines := bufio.NewScanner(strings.NewReader(s.sql))
	for lines.Scan() {
		line, isHead := strings.CutPrefix(lines.Text(), "-- ")
		if !isHead {
			break
		}
		key, value, found := strings.Cut(line, ": ")
		if !found {
			return s, fmt.Errorf("%q is no line of a head", line)
		}
		if err := s.add(key, value); err != nil {
			return s, err
		}
	}
	if s.shows == "" || len(s.expected) == 0 {
		return s, fmt.Errorf("the head does not say what the case shows and expects")
	}
	return s, nil
}

func (s *scenario) add(key, value string) error {
	switch key {
	case "shows":
		s.shows = value
	case "job":
		schedule, command, _ := strings.Cut(value, " | ")
		s.jobs = append(s.jobs, job{schedule, command})
	case "as":
		s.role = value
	case "offline":
		s.liveOnly = value == "no"
	case "arguments":
		s.arguments = strings.Fields(value)
	case "exit":
		code, err := strconv.Atoi(value)
		s.exit = ExitCode(code)
		return err
	default:
		return s.expect(key, value)
	}
	return nil
}

func (s *scenario) expect(key, value string) error {
	for _, kind := range []string{"store", "window", "finding", "no finding", "not a store"} {
		if of, found := strings.CutPrefix(key+" ", kind+" "); found {
			s.expected = append(s.expected, expectation{kind, strings.Fields(of), strings.Fields(value)})
			return nil
		}
	}
	return fmt.Errorf("%q is no line of a head", key)
}

// files returns the case as SQL files would have it, with its jobs.
func (s scenario) files() string {
	text := s.sql
	for i, j := range s.jobs {
		text += fmt.Sprintf("\nselect cron.schedule('job-%d', $s$%s$s$, $c$%s$c$);\n", i, j.schedule, j.command)
	}
	return text
}
