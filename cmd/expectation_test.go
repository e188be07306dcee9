package cmd

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

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
