package span

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s":            90 * time.Second,
		"15m":            900 * time.Second,
		"72h":            259_200 * time.Second,
		"30d":            2_592_000 * time.Second,
		"2w":             1_209_600 * time.Second,
		"1d12h":          129_600 * time.Second,
		"12h1d":          129_600 * time.Second,
		"1h1h":           7200 * time.Second,
		"1w1d1h1m1s":     694_861 * time.Second,
		"5ms":            5_000_000,
		"5us":            5_000,
		"5ns":            5,
		"1m5ms":          60_005_000_000,
		" 24h\t":         86_400 * time.Second,
		"007d":           604_800 * time.Second,
		"0d1s":           time.Second,
		"P30D":           2_592_000 * time.Second,
		"P2W":            1_209_600 * time.Second,
		"PT72H":          259_200 * time.Second,
		"PT5M":           300 * time.Second,
		"PT90S":          90 * time.Second,
		"P1DT12H":        129_600 * time.Second,
		"P1W1DT1H1M1S":   694_861 * time.Second,
		"106751d":        106_751 * 24 * time.Hour,
		"106751d106751d": math.MaxInt64, // a sum stops at the longest that can be told
	} {
		got, err := Parse(text)
		if err != nil || got.Length() != want || got.IsUnbounded() {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, because string }{
		{"", "is empty"}, {" \n", "is empty"},
		{"-24h", "is negative"}, {"-P1D", "is negative"}, {" -1s", "is negative"},
		{"0d", "must be more than zero"}, {"0s0h", "must be more than zero"}, {"P0D", "must be more than zero"}, {"PT0S", "must be more than zero"},
		{"P1M", "months or years"}, {"P1Y", "months or years"}, {"P1Y2M3D", "months or years"}, {"P1D1M", "months or years"},
		{"106752d", "too long"}, {"99999999999999999999s", "too long"}, {"9223372036854775807w", "too long"}, {"P106752D", "too long"},
		{"5", "no length"}, {"d", "no length"}, {"5 d", "no length"}, {"1.5d", "no length"}, {"1e3s", "no length"}, {"+5d", "no length"},
		{"5D", "no length"}, {"5y", "no length"}, {"1mo", "no length"}, {"1d-1h", "no length"}, {"5days", "no length"}, {"unlimited", "no length"},
		{"unbounded", "no length"}, {"p30d", "no length"}, {"24h\x00", "no length"}, {"٣d", "no length"}, {"24hh", "no length"}, {"1h 1m", "no length"},
		{"P", "no ISO 8601"}, {"PT", "no ISO 8601"}, {"P1DT", "no ISO 8601"}, {"P1", "no ISO 8601"}, {"PD", "no ISO 8601"}, {"P1H", "no ISO 8601"},
		{"PT1D", "no ISO 8601"}, {"P1.5D", "no ISO 8601"}, {"P-1D", "no ISO 8601"}, {"PT1HT1M", "no ISO 8601"}, {"P1d", "no ISO 8601"},
	} {
		got, err := Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.because) {
			t.Errorf("Parse(%q) = %v, %v, want an error that says %q", test.text, got, err, test.because)
		}
		if got != (Span{}) {
			t.Errorf("Parse(%q) gives %v beside its error", test.text, got)
		}
	}
}

func TestParseMargin(t *testing.T) {
	for text, want := range map[string]time.Duration{"0d": 0, "0s": 0, "P0D": 0, "5d": 432_000 * time.Second} {
		if got, err := ParseMargin(text); err != nil || got.Length() != want {
			t.Errorf("ParseMargin(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-0d", "-5d", "none", "P1M"} {
		if got, err := ParseMargin(text); err == nil {
			t.Errorf("ParseMargin(%q) = %v, want an error", text, got)
		}
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]Range{
		"7d..14d":    {Of(7 * Day), Of(14 * Day)},
		"6h..72h":    {Of(6 * time.Hour), Of(72 * time.Hour)},
		"7d .. 14d":  {Of(7 * Day), Of(14 * Day)},
		"1d..24h":    {Of(Day), Of(Day)},
		"P7D..P2W":   {Of(7 * Day), Of(14 * Day)},
		"30d":        {Of(30 * Day), Of(30 * Day)},
		"168h..168h": {Of(7 * Day), Of(7 * Day)},
	} {
		if got, err := ParseRange(text); err != nil || got != want {
			t.Errorf("ParseRange(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "..", "7d..", "..7d", "14d..7d", "0d..7d", "7d..-14d", "7d...14d", "1d..2d..3d", "7d-14d"} {
		if got, err := ParseRange(text); err == nil {
			t.Errorf("ParseRange(%q) = %v, want an error", text, got)
		}
	}
}

func TestParseReadsWhatStringWrote(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lengths := []time.Duration{1, 999, 1000, time.Second, Day, 35 * Day, math.MaxInt64, math.MaxInt64 - 1}
	for range 20_000 {
		// A shift by a random width makes short lengths as likely as long ones.
		lengths = append(lengths, time.Duration(random.Int64()>>random.IntN(63)))
	}
	for _, length := range lengths {
		s := Of(length)
		got, err := ParseMargin(s.String())
		if err != nil || got != s {
			t.Fatalf("ParseMargin(%q) = %v, %v, want the length %d it was written for", s, got, err, length)
		}
	}
}

func TestString(t *testing.T) {
	for want, s := range map[string]Span{
		"0s":        {},
		"35d":       Of(35 * Day),
		"3d":        Of(72 * time.Hour),
		"1d12h":     Of(36 * time.Hour),
		"1m30s":     Of(90 * time.Second),
		"1s1ms1us":  Of(1_001_001_000),
		"7ns":       Of(7),
		"unbounded": Unbounded(),
	} {
		if got := s.String(); got != want {
			t.Errorf("String of %d = %q, want %q", s.Length(), got, want)
		}
	}
	if got, want := (Range{Of(7 * Day), Of(14 * Day)}).String(), "7d..14d"; got != want {
		t.Errorf("String of a range = %q, want %q", got, want)
	}
	if got, want := (Range{Unbounded(), Unbounded()}).String(), "unbounded"; got != want {
		t.Errorf("String of an unbounded range = %q, want %q", got, want)
	}
}

// FuzzParse holds that no text makes the readers panic, and that whatever one
// of them reads has a length that is written and read back alike.
func FuzzParse(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*.txt")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("found no seeds in testdata/seeds (error %v)", err)
	}
	for _, path := range seeds {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			f.Add(strings.TrimSuffix(line, "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		margin, marginErr := ParseMargin(text)
		parsed, parseErr := Parse(text)
		if parseErr == nil && (marginErr != nil || parsed != margin || parsed.IsZero()) {
			t.Errorf("%q: Parse gives %v, ParseMargin %v, %v", text, parsed, margin, marginErr)
		}
		if marginErr == nil {
			again, err := ParseMargin(margin.String())
			if err != nil || again != margin || margin.IsUnbounded() || margin.Length() < 0 {
				t.Errorf("%q: read as %v, which is read as %v, %v", text, margin, again, err)
			}
		}
		if r, err := ParseRange(text); err == nil {
			again, err := ParseRange(r.String())
			if err != nil || again != r || r.Longest.Less(r.Shortest) {
				t.Errorf("%q: read as %v, which is read as %v, %v", text, r, again, err)
			}
		}
	})
}
