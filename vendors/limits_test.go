package vendors

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// manyWindows writes a vendor with n windows, as large as ours are.
func manyWindows(n int) string {
	var text strings.Builder
	text.WriteString("id: big\nname: Big\nwindows:\n")
	for i := range n {
		fmt.Fprintf(&text, "  - id: window-%d\n    direction: inbound\n    mode: any\n    span: %dh\n    bound: at_most\n    key: id of the event\n"+
			"    evidence: documented\n    url: https://big.example/docs/webhooks\n    read: 2026-12-01\n    note: Sent again, at growing gaps.\n", i, i+1)
	}
	return text.String()
}

func TestTenThousandWindows(t *testing.T) {
	const windows = 10_000
	read, err := ReadFile(writeFile(t, manyWindows(windows)))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	c := embeddedCatalogue(t).With(read).With(read)
	chosen, err := c.Select("big")
	if err != nil {
		t.Fatal(err)
	}
	if len(chosen) != windows || chosen[windows-1].Span.Longest.Length() != windows*time.Hour {
		t.Errorf("%d windows, want %d", len(chosen), windows)
	}
	if elapsed := time.Since(begin); elapsed > 10*time.Second {
		t.Errorf("putting them into the catalogue and choosing them took %s", elapsed)
	}
}

func TestReadFileOfFiftyMegabytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.yaml")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(acme); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(50 << 20); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = ReadFile(path)
	runtime.ReadMemStats(&after)
	if want := path + ":1:1: the file is larger than 8192 KiB, the most that is read"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("it took %d MiB of memory", used>>20)
	}
}

// TestReadFileTakesWhatEditorsLeave changes how a good file is written, not
// what it says.
func TestReadFileTakesWhatEditorsLeave(t *testing.T) {
	for shows, text := range map[string]string{
		"a byte order mark": "\ufeff" + acme,
		"carriage returns":  strings.ReplaceAll(acme, "\n", "\r\n"),
		"both":              "\ufeff" + strings.ReplaceAll(acme, "\n", "\r\n"),
		"tabs before notes": strings.ReplaceAll(acme, "mode: live", "mode: live\t# not the sandbox"),
		"no last line end":  strings.TrimSuffix(acme, "\n"),
	} {
		got, err := ReadFile(writeFile(t, text))
		if err != nil {
			t.Errorf("%s: %v", shows, err)
			continue
		}
		if len(got) != 1 || got[0].ID != "acme" || got[0].Windows[0].Note != "Told by their support. Not in writing." {
			t.Errorf("%s: read %+v", shows, got)
		}
	}
}

func TestReadFileRefusesWhatYAMLAllows(t *testing.T) {
	for shows, test := range map[string]struct{ old, new, want string }{
		"a field twice":      {"name: Acme Pay", "name: Acme Pay\nname: Acme", `3:1: "name" is given twice: it stands on line 2 already`},
		"tabs that indent":   {"    mode: live", "\tmode: live", "7:1: a tab can't indent YAML: use spaces"},
		"Latin-1":            {"Acme Pay", "Acm\xe9", "2:10: this is no UTF-8: save the file as UTF-8"},
		"an alias":           {"name: Acme Pay", "name: &x Acme Pay\nhomepage: *x", "2:7: an anchor (&) is not read here: take it out"},
		"a tag":              {"id: acme", "id: !!str acme", "1:5: a tag (!) is not read here: take it out"},
		"a merge of another": {"name: Acme Pay", "name: Acme Pay\n<<: {homepage: https://x.example}", `3:1: unknown field "<<": the fields here are id, name, kind, homepage, windows and stores`},
	} {
		path := writeFile(t, strings.Replace(acme, test.old, test.new, 1))
		_, err := ReadFile(path)
		if err == nil || !strings.Contains(err.Error(), path+":"+test.want) {
			t.Errorf("%s: error\n  %v, want\n  %s", shows, err, test.want)
		}
	}
}

// TestAnAliasBombIsHarmless writes what would be ten billion values if aliases
// were followed.
func TestAnAliasBombIsHarmless(t *testing.T) {
	text := "a0: &a0 x\n"
	for i := range 10 {
		text += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	begin := time.Now()
	_, err := ReadFile(writeFile(t, text))
	if err == nil || !strings.Contains(err.Error(), "an alias (*) is not read here") {
		t.Errorf("error %v, want that aliases are not read", err)
	}
	if elapsed := time.Since(begin); elapsed > 5*time.Second {
		t.Errorf("it took %s", elapsed)
	}
}
