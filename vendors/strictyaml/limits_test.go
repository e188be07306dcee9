package strictyaml

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostileTexts are large texts, each of which takes as much memory as its kind
// can, or as long to find fault with.
func hostileTexts() map[string]string {
	return map[string]string{
		"a long flow list":               "id: [a" + strings.Repeat(",a", 2_000_000) + "]\n",
		"a long block list":              strings.Repeat("- a\n", 1_000_000),
		"many small mappings":            "id: [" + strings.Repeat("{a: b},", 500_000) + "]\n",
		"many empty values":              strings.Repeat("a:\n", 1_000_000),
		"many brackets":                  "id: [" + strings.Repeat("[[[[a]]]],", 500_000) + "]\n",
		"one very long text":             "id: '" + strings.Repeat("x\n", 140_000) + "'\n",
		"one very long word":             "id: " + strings.Repeat("x", 1<<20) + "\n",
		"comments":                       strings.Repeat("#\n", 140_000),
		"an error at the end":            "id: a\nrules:\n" + strings.Repeat("    b: cccccccccccccccccccccc\n", 40_000) + "  d: e\n",
		"an alias of nothing at the end": strings.Repeat("aaaaaaaaaaaaaaaaaaaaaaaaa: b\n", 40_000) + "note: *b\n",
		"as many values as are read":     "id: [a" + strings.Repeat(",a", mostMarks-2) + "]\n",
		"more than the largest file":     strings.Repeat("a: b\n", 50<<20/5),
	}
}

func TestHostileTextsAreBounded(t *testing.T) {
	const mostMemory, mostTime = 512 << 20, 60 * time.Second
	for shows, text := range hostileTexts() {
		t.Run(shows, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			d := Parse("f", []byte(text))
			read(d)
			_ = d.Err()
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > mostMemory {
				t.Errorf("%d bytes take %d MiB of memory", len(text), used>>20)
			}
			if elapsed := time.Since(begin); elapsed > mostTime {
				t.Errorf("%d bytes take %s", len(text), elapsed)
			}
		})
	}
}

func TestMoreValuesThanAreReadAreRefused(t *testing.T) {
	got := problemsOf("id: [a" + strings.Repeat(",a", mostMarks) + "]\n")
	want := "1:1: the file holds more values than are read, about 300000: split it into several"
	if len(got) != 1 || got[0] != want {
		t.Errorf("problems %q, want %q", got, want)
	}
}

func TestAThousandProblemsAreEnough(t *testing.T) {
	d := Parse("f", []byte("id: a\nparts:\n"+strings.Repeat("  - {nam: b}\n", 2000)))
	read(d)
	var all *Error
	if !errors.As(d.Err(), &all) {
		t.Fatal("no problem")
	}
	if last := all.Problems[len(all.Problems)-1]; len(all.Problems) != mostProblems+1 || last.Message != "3000 more problems are not listed" {
		t.Errorf("%d problems, the last of them %q", len(all.Problems), last.Message)
	}
}
