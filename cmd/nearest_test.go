package cmd

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"check", "inspect", "floor", "vendors", "version", "completion"}
	for word, want := range map[string]string{
		"chek":       "check",
		"Check":      "check",
		"vendor":     "vendors",
		"versoin":    "version",
		"comp":       "completion",
		"inspector":  "inspect",
		"flor":       "floor",
		"kubernetes": "",
		"xyz":        "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("nearest to %q: %q, want %q", word, got, want)
		}
	}
}

func TestNearestPrefersTheFirstOfEquals(t *testing.T) {
	if got := nearest("ca", []string{"cb", "cc", "cd"}); got != "cb" {
		t.Errorf("%q, want %q", got, "cb")
	}
}
