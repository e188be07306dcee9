package span

import (
	"math"
	"testing"
	"time"
	_ "time/tzdata" // the test of clock changes must not depend on the machine
)

// month is a month of the calendar: the number of its first day, counted from
// any day, and how many days it has.
type month struct{ first, days int }

const monthsOfCycle = 400 * 12

// calendar returns the months of three Gregorian cycles of 400 years.
func calendar() []month {
	var months []month
	first := 0
	for i := range 3 * monthsOfCycle {
		days := time.Date(1600, time.Month(i+2), 0, 0, 0, 0, 0, time.UTC).Day()
		months = append(months, month{first, days})
		first += days
	}
	return months
}

// countMonths returns the fewest and the most days that n months are, from
// every day of the cycle in the middle. It moves a day as PostgreSQL does: one
// that the month does not have becomes its last one, where time.AddDate would
// run over into the next month.
func countMonths(months []month, n int) (shortest, longest time.Duration) {
	shortest, longest = math.MaxInt64, math.MinInt64
	for i := monthsOfCycle; i < 2*monthsOfCycle; i++ {
		from, to := months[i], months[i+n]
		for day := 1; day <= from.days; day++ {
			length := time.Duration(to.first+min(day, to.days)-from.first-day) * Day
			shortest, longest = min(shortest, length), max(longest, length)
		}
	}
	return shortest, longest
}

func date(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

func TestMonthsAgainstTheCalendar(t *testing.T) {
	months := calendar()
	for n := -12; n <= 12; n++ {
		wantShortest, wantLongest := countMonths(months, n)
		shortest, longest := Interval{Months: int64(n)}.Bounds(0)
		if shortest != wantShortest || longest != wantLongest {
			t.Errorf("%d months are %v to %v, and %v to %v on the calendar", n, shortest, longest, wantShortest, wantLongest)
		}
	}
}

// TestYearsAgainstTheCalendar holds that longer intervals enclose what the
// calendar has, if not always tightly: four years need not hold a leap day.
func TestYearsAgainstTheCalendar(t *testing.T) {
	months := calendar()
	for n := -1200; n <= 1200; n += 7 {
		wantShortest, wantLongest := countMonths(months, n)
		shortest, longest := Interval{Months: int64(n)}.Bounds(0)
		if shortest > wantShortest || longest < wantLongest {
			t.Errorf("%d months are %v to %v, which leaves out what the calendar has: %v to %v", n, shortest, longest, wantShortest, wantLongest)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, test := range []struct {
		shows             string
		interval          Interval
		clockChange       time.Duration
		shortest, longest time.Duration
	}{
		{"hours are hours in any zone", Interval{Time: 24 * time.Hour}, time.Hour, 24 * time.Hour, 24 * time.Hour},
		{"a day without daylight saving", Interval{Days: 1}, 0, 24 * time.Hour, 24 * time.Hour},
		{"a day with it", Interval{Days: 1}, time.Hour, 23 * time.Hour, 25 * time.Hour},
		{"ten days lose one change", Interval{Days: 10}, time.Hour, 239 * time.Hour, 241 * time.Hour},
		{"a month", Interval{Months: 1}, 0, 28 * Day, 31 * Day},
		{"a month with daylight saving", Interval{Months: 1}, time.Hour, 28*Day - time.Hour, 31*Day + time.Hour},
		{"a year", Interval{Months: 12}, 0, 365 * Day, 366 * Day},
		{"months, days and hours", Interval{Months: 2, Days: 3, Time: 4 * time.Hour}, 0, 62*Day + 4*time.Hour, 65*Day + 4*time.Hour},
		{"a month less a day", Interval{Months: 1, Days: -1}, 0, 27 * Day, 30 * Day},
		{"a negative month", Interval{Months: -1}, 0, -31 * Day, -28 * Day},
		{"nothing", Interval{}, time.Hour, 0, 0},
		{"days that no duration holds", Interval{Days: 106_752}, 0, math.MaxInt64, math.MaxInt64},
		{"as many the other way", Interval{Days: -106_752}, 0, math.MinInt64, math.MinInt64},
		{"the most months", Interval{Months: math.MaxInt64}, time.Hour, math.MaxInt64 - time.Hour, math.MaxInt64},
		{"the fewest months", Interval{Months: math.MinInt64}, 0, math.MinInt64, math.MinInt64},
		{"the most of everything", Interval{math.MaxInt64, math.MaxInt64, math.MaxInt64}, 0, math.MaxInt64, math.MaxInt64},
		{"the least of everything", Interval{math.MinInt64, math.MinInt64, math.MinInt64}, 0, math.MinInt64, math.MinInt64},
	} {
		t.Run(test.shows, func(t *testing.T) {
			shortest, longest := test.interval.Bounds(test.clockChange)
			if shortest != test.shortest || longest != test.longest {
				t.Errorf("%v to %v, want %v to %v", shortest, longest, test.shortest, test.longest)
			}
		})
	}
}

// TestDaysAgainstClockChanges counts days from every hour of two years in
// zones whose clocks change by an hour, by half of one and never.
func TestDaysAgainstClockChanges(t *testing.T) {
	for name, change := range map[string]time.Duration{"Europe/Berlin": time.Hour, "Australia/Lord_Howe": 30 * time.Minute, "UTC": 0} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, days := range []int{1, 2, 30, 200} {
			least, most := time.Duration(math.MaxInt64), time.Duration(math.MinInt64)
			for from := date(2026, 1, 1); from.Before(date(2028, 1, 1)); from = from.Add(time.Hour) {
				length := from.In(zone).AddDate(0, 0, days).Sub(from)
				least, most = min(least, length), max(most, length)
			}
			shortest, longest := Interval{Days: int64(days)}.Bounds(change)
			if shortest != least || longest != most {
				t.Errorf("%d days in %s are %v to %v, and %v to %v on the clock", days, name, shortest, longest, least, most)
			}
		}
	}
}

func TestJustified(t *testing.T) {
	for _, test := range []struct {
		interval Interval
		want     time.Duration
	}{
		{Interval{Months: 1}, 30 * Day},
		{Interval{Months: 12}, 360 * Day},
		{Interval{Months: 1, Days: 2, Time: time.Hour}, 32*Day + time.Hour},
		{Interval{Months: math.MaxInt64}, math.MaxInt64},
		{Interval{Months: math.MinInt64}, math.MinInt64},
	} {
		if got := test.interval.Justified(); got != test.want {
			t.Errorf("%+v is %v, want %v", test.interval, got, test.want)
		}
	}
}

func TestIntervalArithmetic(t *testing.T) {
	sum := Interval{Months: 1, Days: 2, Time: 3}.Add(Interval{Months: 10, Days: -20, Time: 30})
	if want := (Interval{Months: 11, Days: -18, Time: 33}); sum != want {
		t.Errorf("sum %+v, want %+v", sum, want)
	}
	if got, want := sum.Negate(), (Interval{Months: -11, Days: 18, Time: -33}); got != want {
		t.Errorf("negated %+v, want %+v", got, want)
	}
	least := Interval{math.MinInt64, math.MinInt64, math.MinInt64}
	for shows, i := range map[string]Interval{"negated": least.Negate(), "added to itself": least.Negate().Add(least.Negate())} {
		if i.Months <= 0 || i.Days <= 0 || i.Time != math.MaxInt64 {
			t.Errorf("the least interval %s is %+v: it wrapped around", shows, i)
		}
	}
	if !sum.IsCalendar() || (Interval{Days: 5, Time: 5}).IsCalendar() {
		t.Error("only months make an interval a calendar one")
	}
}
