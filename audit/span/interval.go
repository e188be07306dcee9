package span

import (
	"math"
	"time"
)

// Interval is a length on the calendar as PostgreSQL keeps it: months, days
// and a time, each with its own sign. How long it is depends on the day it is
// counted from.
type Interval struct {
	Months int64
	Days   int64
	Time   time.Duration
}

// Days in the n months that are shortest and longest together, for n up to a
// year: from 31 January one month on is 28 February. A test counts them over a
// whole Gregorian cycle.
var (
	shortestMonths = [...]int64{0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334}
	longestMonths  = [...]int64{0, 31, 62, 92, 123, 153, 184, 215, 245, 276, 306, 337}
)

const (
	shortestYear = 365
	longestYear  = 366
)

// Bounds returns the shortest and the longest that i can be. clockChange is
// how far the clocks of the time zone in question move (an hour under
// daylight saving, 0 in a zone without): it shortens or lengthens whatever is
// counted in days or months, once, however many of them there are.
func (i Interval) Bounds(clockChange time.Duration) (shortest, longest time.Duration) {
	lowMonths, highMonths := monthBounds(clamp(i.Months))
	shortest = AddSaturating(days(lowMonths+clamp(i.Days)), i.Time)
	longest = AddSaturating(days(highMonths+clamp(i.Days)), i.Time)
	if i.Days != 0 || i.Months != 0 {
		shortest = AddSaturating(shortest, -clockChange)
		longest = AddSaturating(longest, clockChange)
	}
	return shortest, longest
}

// Justified returns the length of i where PostgreSQL compares intervals with
// each other, as pg_partman does: a month is 30 days there, a day 24 hours.
func (i Interval) Justified() time.Duration {
	return AddSaturating(days(clamp(i.Months)*30+clamp(i.Days)), i.Time)
}

// Add returns the sum of both intervals, part by part.
func (i Interval) Add(j Interval) Interval {
	return Interval{
		Months: clamp(i.Months) + clamp(j.Months),
		Days:   clamp(i.Days) + clamp(j.Days),
		Time:   AddSaturating(i.Time, j.Time),
	}
}

// Negate returns i with every sign turned.
func (i Interval) Negate() Interval {
	return Interval{Months: -clamp(i.Months), Days: -clamp(i.Days), Time: -max(i.Time, -math.MaxInt64)}
}

// IsCalendar reports whether the length of i depends on the day it is counted
// from, by more than a clock change.
func (i Interval) IsCalendar() bool { return i.Months != 0 }

// clamp keeps a number of months or days where arithmetic with it can't wrap
// around. PostgreSQL's own are 32 bits wide, and either bound is past what a
// duration can hold.
func clamp(n int64) int64 {
	const most = 1 << 40
	return min(max(n, -most), most)
}

func monthBounds(months int64) (shortest, longest int64) {
	if months < 0 {
		low, high := monthBounds(-months)
		return -high, -low
	}
	years, rest := months/12, months%12
	return years*shortestYear + shortestMonths[rest], years*longestYear + longestMonths[rest]
}

func days(n int64) time.Duration {
	const most = int64(math.MaxInt64 / int64(Day))
	switch {
	case n > most:
		return math.MaxInt64
	case n < -most:
		return math.MinInt64
	}
	return time.Duration(n) * Day
}
