package definition

import (
	"strings"
	"time"
	_ "time/tzdata" // so that the answer does not depend on what is installed

	"idemaudit/audit/schema"
)

// unknownChange is how far the clocks of a zone may move that nobody knows.
// Two hours is the most that any zone in use does (Antarctica/Troll).
const unknownChange = 2 * time.Hour

// Zone describes the time zone of a name as PostgreSQL's TimeZone setting
// takes it. A name that is in no time zone database is taken to have daylight
// saving, which is the pessimistic reading of a day's length.
func Zone(name string) schema.Zone {
	zone := schema.Zone{Name: name, Known: true}
	if isFixed(name) {
		return zone
	}
	location, err := time.LoadLocation(name)
	if err != nil || name == "" || strings.EqualFold(name, "local") {
		zone.Change = unknownChange
		return zone
	}
	zone.Change = yearlyChange(location)
	return zone
}

// isFixed reports whether a name is an offset from UTC ("+02", "<+02>-02",
// "UTC-3") or one of UTC's own names, which have no daylight saving.
func isFixed(name string) bool {
	switch strings.ToUpper(name) {
	case "UTC", "UCT", "GMT", "Z", "ZULU", "UNIVERSAL", "GREENWICH":
		return true
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(name), "UTC"), "GMT")
	if strings.HasPrefix(rest, "<") {
		_, rest, _ = strings.Cut(rest, ">")
	}
	return rest != "" && strings.Trim(rest, "+-:.0123456789") == ""
}

// yearlyChange returns the largest difference between two offsets from UTC
// that a zone has within one year. Some zones change for a month only, so
// every week is looked at. The rules have been stable since 2024 wherever they
// are published ahead.
func yearlyChange(location *time.Location) time.Duration {
	largest := time.Duration(0)
	for year := 2024; year <= 2027; year++ {
		first := time.Date(year, time.January, 1, 12, 0, 0, 0, time.UTC)
		_, low := first.In(location).Zone()
		high := low
		for day := first; day.Year() == year; day = day.AddDate(0, 0, 7) {
			_, offset := day.In(location).Zone()
			low, high = min(low, offset), max(high, offset)
		}
		largest = max(largest, time.Duration(high-low)*time.Second)
	}
	return largest
}
