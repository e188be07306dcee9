package cutoff

import (
	"time"

	"idemaudit/audit/span"
)

// age() counts months and days, and where its result is compared each month
// counts 30 days, however long it was: age('2026-03-01', '2026-02-01') is as
// long as 30 days after 28 of them, and a year is no longer than 360 days. The
// figures here were held against PostgreSQL for every birth from 2023 to 2027
// and every age up to 800 days.

const (
	symbolicMonth = 30 * span.Day
	shortestMonth = 28 * span.Day
	longestMonth  = 31 * span.Day
	monthsOfAYear = 12
)

// shortestMonths are the least days that so many months in a row can have.
var shortestMonths = [monthsOfAYear]time.Duration{0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334}

// surplusOfAge widens the result of age() by what it may differ from the time
// that passed where it is compared with something so long.
func surplusOfAge(v, beside value) value {
	switch {
	case !v.symbolic || beside.high <= shortestMonth && beside.low >= -shortestMonth:
		return v
	case beside.hasClock() || beside.low < 0 || beside.high == forever:
		return widen(v, forever, forever)
	}
	return widen(v, mostPassed(beside.high)-beside.high, beside.low-leastPassed(beside.low))
}

// leastPassed is the least time in which age() can come to a length: in as many
// months as fit, or in one less and days, of which there are never more than a
// month has.
func leastPassed(length time.Duration) time.Duration {
	months := int(length / symbolicMonth)
	least := shortestRun(months + 1)
	for _, m := range []int{months - 1, months} {
		if rest := length - time.Duration(m)*symbolicMonth; m >= 0 && rest < longestMonth {
			least = min(least, shortestRun(m)+rest)
		}
	}
	return least
}

// shortestRun is the least time that so many months in a row last.
func shortestRun(months int) time.Duration {
	years := time.Duration(months / monthsOfAYear)
	return (365*years + shortestMonths[months%monthsOfAYear]) * span.Day
}

// mostPassed is a time after which age() is surely longer than a length: a
// year is at most 366 days to its 360, and a part of one at most three days
// off.
func mostPassed(length time.Duration) time.Duration {
	return addEnd(length, length/60+3*span.Day)
}
