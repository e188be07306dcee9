package span

import (
	"testing"
	"time"
)

func TestParseOpenRange(t *testing.T) {
	for text, want := range map[string]Range{
		"7d..unlimited":  {Of(7 * Day), Unbounded()},
		"90s..unlimited": {Of(90 * time.Second), Unbounded()},
		"7d..14d":        {Of(7 * Day), Of(14 * Day)},
		"72h":            {Of(72 * time.Hour), Of(72 * time.Hour)},
	} {
		got, err := ParseOpenRange(text)
		if err != nil || got != want {
			t.Errorf("%q gives %v and the error %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"unlimited", "unlimited..7d", "..unlimited", "0d..unlimited", "7d..unlimited..", "7d...unlimited", "14d..7d"} {
		if got, err := ParseOpenRange(text); err == nil {
			t.Errorf("%q is accepted as %v", text, got)
		}
	}
}
