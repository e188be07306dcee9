package vendors

import (
	"math"
	"regexp"
	"strconv"
	"testing"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// sumOf adds up the gaps of a schedule, such as "15m" and "24h x 14". It is not
// whole when an entry says something else in words.
func sumOf(schedule []string) (sum time.Duration, whole bool) {
	repeated := regexp.MustCompile(`^(\S+) x (\d+)$`)
	whole = true
	for _, entry := range schedule {
		gap, times := entry, 1
		if m := repeated.FindStringSubmatch(entry); m != nil {
			gap = m[1]
			times, _ = strconv.Atoi(m[2])
		}
		length, err := span.ParseMargin(gap)
		if err != nil {
			whole = false
			continue
		}
		sum += time.Duration(times) * length.Length()
	}
	return sum, whole
}

// ownTotals are the windows whose vendor states a total of its own that is more
// than an hour longer than its schedule.
func ownTotals() map[string]string {
	return map[string]string{
		"nmi/webhook-automatic-retry": "twenty retries within three days",
	}
}

// TestSpansAreTheSumsOfTheirSchedules adds up every published schedule. A span
// that is shorter than its schedule would call a replay impossible that the
// vendor announces; one that is an hour longer comes from somewhere else. Where
// a schedule is partly words only the first can be told.
func TestSpansAreTheSumsOfTheirSchedules(t *testing.T) {
	summed := 0
	for _, v := range embeddedCatalogue(t).Vendors() {
		for _, w := range v.Windows {
			sum, whole := sumOf(w.Schedule)
			stated := statedLength(w)
			if sum == 0 || stated == nil {
				continue
			}
			if stated.Length() < sum {
				t.Errorf("%s is %s long and its schedule %s", w.Name(), stated, sum)
			}
			if !whole || ownTotals()[w.Name()] != "" {
				continue
			}
			summed++
			if stated.Length() >= sum+time.Hour {
				t.Errorf("%s is %s long and its schedule only %s", w.Name(), stated, sum)
			}
		}
	}
	if summed < 20 {
		t.Errorf("%d schedules were added up, want at least 20", summed)
	}
}

// statedLength is the length that a schedule makes: that of the window or, of
// one that can be set, its default; nil where none is stated.
func statedLength(w fact.Window) *span.Span {
	switch {
	case w.Default != nil:
		return w.Default
	case w.Span == nil:
		return nil
	}
	return &w.Span.Longest
}

// TestSchedulesThatAreFormulas holds the spans of schedules that no list of
// gaps can tell.
func TestSchedulesThatAreFormulas(t *testing.T) {
	pow4 := func(n int) float64 { return math.Pow(float64(n), 4) }
	sum := func(from, to int, gap func(n int) float64) time.Duration {
		total := 0.0
		for n := from; n <= to; n++ {
			total += gap(n)
		}
		return time.Duration(total * float64(time.Second))
	}
	sidekiqLeast := sum(0, 24, func(n int) float64 { return pow4(n) + 15 })
	sidekiqMost := sum(0, 24, func(n int) float64 { return pow4(n) + 15 + 29*float64(n+1) })
	riverLeast := sum(1, 24, func(n int) float64 { return 0.9 * pow4(n) })
	riverMost := sum(1, 24, func(n int) float64 { return 1.1 * pow4(n) })
	recurly := sum(0, 9, func(n int) float64 { return 10 + float64(n)*math.Pow(2, float64(n+5)) })
	for _, test := range []struct {
		name        string
		least, most time.Duration
	}{
		{"sidekiq/job-automatic-retry", sidekiqLeast, sidekiqMost},
		{"faktory/job-automatic-retry", sidekiqLeast, sidekiqMost},
		{"river/job-automatic-retry", riverLeast, riverMost},
		{"recurly/webhook-automatic-retry", recurly, recurly},
	} {
		w := window(t, embeddedCatalogue(t), test.name)
		shortest, longest := w.Span.Shortest.Length(), w.Span.Longest.Length()
		if shortest > test.least || test.least-shortest >= span.Day || longest < test.most || longest-test.most >= span.Day {
			t.Errorf("%s is %s long, want what encloses %s to %s", test.name, w.Span, test.least, test.most)
		}
	}
	if gaps, _ := sumOf(window(t, embeddedCatalogue(t), "recurly/webhook-automatic-retry").Schedule); gaps != recurly {
		t.Errorf("the gaps of Recurly make %s and its formula %s", gaps, recurly)
	}
}
