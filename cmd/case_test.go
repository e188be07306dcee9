package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"idemaudit/audit/source/postgres/pgtest"
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

// TestCasesOffline judges every case as a file.
func TestCasesOffline(t *testing.T) {
	for _, s := range scenarios(t) {
		if s.liveOnly {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(s.path), ".sql"), func(t *testing.T) {
			env := testEnv(t, "schema.sql", s.files())
			s.judge(t, runIn(env, slices.Concat([]string{"check", "--format", "json", "--schema", "schema.sql"}, s.arguments)...))
		})
	}
}

// TestCasesLive judges every case on servers of every version. A case with a
// job needs pg_cron, which only Debian's PostgreSQL 15 has.
func TestCasesLive(t *testing.T) {
	for _, s := range scenarios(t) {
		for _, version := range pgtest.Versions() {
			if len(s.jobs) > 0 && version != cronVersion {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(s.path), ".sql"), version), func(t *testing.T) {
				db := servers.Server(t, pgtest.Options{Version: version, Cron: version == cronVersion}).Database(t, s.sql)
				dsn := db.DSN
				if s.role != "" {
					db.Exec(t, "drop role if exists "+s.role+"; create role "+s.role+" login")
					dsn = db.As(s.role)
				}
				schedule(t, db, s.jobs)
				env := testEnv(t)
				s.judge(t, runIn(env, slices.Concat([]string{"check", "--format", "json", "--dsn", dsn}, s.arguments)...))
			})
		}
	}
}

const cronVersion = 15

// schedule gives pg_cron, which lives in another database, the jobs, and takes
// them back at the end.
func schedule(t *testing.T, db pgtest.Database, jobs []job) {
	t.Helper()
	for i, j := range jobs {
		db.Server.Exec(t, pgtest.Scheduler, fmt.Sprintf("select cron.schedule_in_database('%s-%d', $s$%s$s$, $c$%s$c$, '%s')",
			db.Name, i, j.schedule, j.command, db.Name))
	}
	t.Cleanup(func() {
		db.Server.Exec(t, pgtest.Scheduler, "select cron.unschedule(jobid) from cron.job where database = '"+db.Name+"'")
	})
}

// reportJSON is a report as another program reads it, so that the names of the
// JSON contract are tested too.
type reportJSON struct {
	Targets []struct {
		Stores []map[string]any `json:"stores"`
	} `json:"targets"`
	Findings []struct {
		Rule  string  `json:"rule"`
		Store *string `json:"store"`
	} `json:"findings"`
}

func (s scenario) judge(t *testing.T, got ran) {
	t.Helper()
	if got.code != s.exit {
		t.Errorf("exit code %d, want %d\n%s", got.code, s.exit, got.stderr)
	}
	var r reportJSON
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
		t.Fatalf("no JSON report: %v\n%s%s", err, got.stdout, got.stderr)
	}
	for _, e := range s.expected {
		for _, complaint := range e.compare(r) {
			t.Errorf("%s: %s", s.shows, complaint)
		}
	}
	if t.Failed() {
		t.Log(got.stdout)
	}
}

func (e expectation) compare(r reportJSON) []string {
	switch e.kind {
	case "store":
		store := r.store(e.of[0])
		if store == nil {
			return []string{e.of[0] + " was not found as a store"}
		}
		return compareFields(e.of[0], e.fields, storeFields(store))
	case "window":
		row := r.window(e.of[0], e.of[1])
		if row == nil {
			return []string{e.of[0] + " has no row for " + e.of[1]}
		}
		return compareFields(e.of[0]+" "+e.of[1], e.fields, map[string]any{
			"span": row["span_seconds"], "percent": row["percent"], "gap": row["gap_seconds"], "verdict": row["verdict"],
		})
	case "finding":
		if !r.finds(e.of[0], e.fields[0]) {
			return []string{e.of[0] + ": the finding " + e.fields[0] + " is missing"}
		}
	case "no finding":
		if r.finds(e.of[0], e.fields[0]) {
			return []string{e.of[0] + ": the finding " + e.fields[0] + " is false"}
		}
	case "not a store":
		if r.store(e.fields[0]) != nil {
			return []string{e.fields[0] + " was taken for a store"}
		}
	}
	return nil
}

func (r reportJSON) store(name string) map[string]any {
	for _, t := range r.Targets {
		for _, s := range t.Stores {
			if s["name"] == name {
				return s
			}
		}
	}
	return nil
}

func (r reportJSON) window(store, name string) map[string]any {
	rows, _ := r.store(store)["coverage"].([]any)
	for _, row := range rows {
		if m, ok := row.(map[string]any); ok && fmt.Sprintf("%v/%v", m["vendor"], m["window"]) == name {
			return m
		}
	}
	return nil
}

func (r reportJSON) finds(store, rule string) bool {
	for _, f := range r.Findings {
		if f.Rule == rule && (store == "-" || f.Store != nil && *f.Store == store) {
			return true
		}
	}
	return false
}

// storeFields flattens what a head may say of a store.
func storeFields(s map[string]any) map[string]any {
	retention, _ := s["retention"].(map[string]any)
	guard, _ := s["guard"].(map[string]any)
	var key []string
	columns, _ := s["key"].([]any)
	for _, c := range columns {
		key = append(key, fmt.Sprint(c))
	}
	return map[string]any{
		"floor": retention["floor_seconds"], "status": retention["status"], "evidence": retention["evidence"],
		"guard": guard["status"], "verdict": s["verdict"], "created": s["created"], "expires": s["expires"],
		"key": strings.Join(key, ","),
	}
}

func compareFields(of string, wanted []string, have map[string]any) []string {
	var complaints []string
	for _, field := range wanted {
		name, want, _ := strings.Cut(field, "=")
		got, known := have[name]
		switch {
		case !known:
			complaints = append(complaints, "no such field: "+name)
		case !same(want, got):
			complaints = append(complaints, fmt.Sprintf("%s: %s is %v, want %s", of, name, got, want))
		}
	}
	return complaints
}

// same compares a value of a head with one of a report; numbers to the four
// decimals that the report promises.
func same(want string, got any) bool {
	if number, ok := got.(float64); ok {
		wanted, err := strconv.ParseFloat(want, 64)
		return err == nil && math.Abs(wanted-number) < 0.00005
	}
	if got == nil {
		return want == "null"
	}
	return fmt.Sprint(got) == want
}
