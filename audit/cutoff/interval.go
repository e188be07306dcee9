package cutoff

import (
	"math"
	"strconv"
	"strings"
	"time"

	"idemaudit/audit/span"
)

// parseInterval reads the text of an interval as PostgreSQL's input function
// does: "24 hours", "1 day 12:00", "P1DT2H", "7" (seconds), "3 days ago". It
// says false for anything it is not sure of.
func parseInterval(text string) (span.Interval, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if strings.HasPrefix(text, "p") {
		return parseISOInterval(text[1:])
	}
	fields := intervalFields(strings.TrimPrefix(text, "@"))
	ago := len(fields) > 0 && fields[len(fields)-1] == "ago"
	if ago {
		fields = fields[:len(fields)-1]
	}
	whole, ok := sumFields(fields)
	if ago {
		whole = whole.Negate()
	}
	return whole, ok && len(fields) > 0
}

// intervalFields cuts "1day12:00" and "1 day, 12:00" alike into numbers, units
// and times of day.
func intervalFields(text string) []string {
	var fields []string
	class := func(r byte) int {
		switch {
		case r >= '0' && r <= '9' || strings.IndexByte("+-.:", r) >= 0:
			return 1
		case r >= 'a' && r <= 'z':
			return 2
		case r == ' ' || r == '\t' || r == ',':
			return 0
		}
		return 3
	}
	start, previous := 0, 0
	for i := 0; i <= len(text); i++ {
		current := 0
		if i < len(text) {
			current = class(text[i])
		}
		if current != previous {
			if previous != 0 {
				fields = append(fields, text[start:i])
			}
			start, previous = i, current
		}
	}
	return fields
}

func sumFields(fields []string) (span.Interval, bool) {
	var whole span.Interval
	for i := 0; i < len(fields); i++ {
		if strings.Contains(fields[i], ":") {
			clock, ok := parseClock(fields[i])
			if !ok {
				return whole, false
			}
			whole = whole.Add(span.Interval{Time: clock})
			continue
		}
		n, err := strconv.ParseFloat(fields[i], 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return whole, false
		}
		unit := "seconds" // a bare number counts seconds
		if i+1 < len(fields) && !strings.Contains(fields[i+1], ":") {
			if _, err := strconv.ParseFloat(fields[i+1], 64); err != nil {
				unit = fields[i+1]
				i++
			} else {
				return whole, false
			}
		} else if i+1 < len(fields) {
			unit = "days" // "1 12:00" is a day and twelve hours
		}
		part, ok := intervalOf(n, unit)
		if !ok {
			return whole, false
		}
		whole = whole.Add(part)
	}
	return whole, true
}

// intervalOf returns n of a unit. A fraction of a month is counted in days of
// 1/30 month, a fraction of a day in time, as PostgreSQL does.
func intervalOf(n float64, unit string) (span.Interval, bool) {
	months, isMonths := map[string]float64{
		"mon": 1, "mons": 1, "month": 1, "months": 1, "y": 12, "yr": 12, "yrs": 12, "year": 12, "years": 12,
		"decade": 120, "decades": 120, "dec": 120, "decs": 120,
		"century": 1200, "centuries": 1200, "cent": 1200, "c": 1200, "millennium": 12000, "millennia": 12000, "mil": 12000, "mils": 12000,
	}[unit]
	if isMonths {
		return monthsOf(n * months)
	}
	days, isDays := map[string]float64{"d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7}[unit]
	if isDays {
		return daysOf(n * days)
	}
	size, isTime := map[string]time.Duration{
		"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
		"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
		"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
		"ms": time.Millisecond, "msec": time.Millisecond, "msecs": time.Millisecond, "millisecond": time.Millisecond, "milliseconds": time.Millisecond, "msecond": time.Millisecond, "mseconds": time.Millisecond,
		"us": time.Microsecond, "usec": time.Microsecond, "usecs": time.Microsecond, "microsecond": time.Microsecond, "microseconds": time.Microsecond, "useconds": time.Microsecond, "usecond": time.Microsecond,
	}[unit]
	if !isTime {
		return span.Interval{}, false
	}
	return span.Interval{Time: roundedTime(n, size)}, true
}

func monthsOf(n float64) (span.Interval, bool) {
	whole := math.Trunc(n)
	if math.Abs(whole) > math.MaxInt32 {
		return span.Interval{}, false
	}
	rest, ok := daysOf((n - whole) * 30)
	rest.Months = int64(whole)
	return rest, ok
}

func daysOf(n float64) (span.Interval, bool) {
	whole := math.Trunc(n)
	if math.Abs(whole) > math.MaxInt32 {
		return span.Interval{}, false
	}
	return span.Interval{Days: int64(whole), Time: roundedTime(n-whole, span.Day)}, true
}

// roundedTime returns n of a size to the microsecond, which is as fine as
// PostgreSQL keeps time.
func roundedTime(n float64, size time.Duration) time.Duration {
	return span.ScaleSaturating(time.Microsecond, math.Round(n*float64(size/time.Microsecond)))
}

// parseClock reads "12:00", "-01:30:00.5" or "100:00:00".
func parseClock(text string) (time.Duration, bool) {
	negative := strings.HasPrefix(text, "-")
	parts := strings.Split(strings.TrimLeft(text, "+-"), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := time.Duration(0)
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n < 0 {
			return 0, false
		}
		total = span.AddSaturating(total, roundedTime(n, []time.Duration{time.Hour, time.Minute, time.Second}[i]))
	}
	if negative {
		return -total, true
	}
	return total, true
}

// parseISOInterval reads what follows the P of an ISO 8601 duration with
// designators, such as "1dt12h".
func parseISOInterval(text string) (span.Interval, bool) {
	var whole span.Interval
	inTime, any := false, false
	for text != "" {
		if text[0] == 't' && !inTime {
			inTime, text = true, text[1:]
			continue
		}
		digits := 0
		for digits < len(text) && strings.IndexByte("0123456789.+-", text[digits]) >= 0 {
			digits++
		}
		n, err := strconv.ParseFloat(text[:digits], 64)
		if err != nil || digits == len(text) {
			return whole, false
		}
		unit, ok := isoUnit(text[digits], inTime)
		if !ok {
			return whole, false
		}
		part, ok := intervalOf(n, unit)
		if !ok {
			return whole, false
		}
		whole, any, text = whole.Add(part), true, text[digits+1:]
	}
	return whole, any
}

func isoUnit(designator byte, inTime bool) (string, bool) {
	switch {
	case inTime && designator == 'h':
		return "hours", true
	case inTime && designator == 'm':
		return "minutes", true
	case inTime && designator == 's':
		return "seconds", true
	case !inTime && designator == 'y':
		return "years", true
	case !inTime && designator == 'm':
		return "months", true
	case !inTime && designator == 'w':
		return "weeks", true
	case !inTime && designator == 'd':
		return "days", true
	}
	return "", false
}
