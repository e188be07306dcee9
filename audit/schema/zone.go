package schema

import (
	"strings"
	"time"
	_ "time/tzdata" // so that the answer does not depend on what is installed
)

// The offsets from UTC that time zones in use have, west and east, and how far
// the clocks of one move at most (Antarctica/Troll).
const (
	Westernmost    = -12 * time.Hour
	Easternmost    = 14 * time.Hour
	FarthestChange = 2 * time.Hour
)

// Zone is a time zone as far as the length of a day depends on it.
type Zone struct {
	Name string
	// Change is how far its clocks move over the year: an hour under
	// daylight saving, 0 in a zone without.
	Change time.Duration
	// West and East are its least and its greatest offset from UTC.
	West, East time.Duration
	// Known is false when nobody told; UTC is assumed then.
	Known bool
}

// ZoneNamed describes the time zone of a name as PostgreSQL's TimeZone setting
// takes it. A name that is in no time zone database is taken to have every
// offset and daylight saving, which is the pessimistic reading.
func ZoneNamed(name string) Zone {
	unknown := Zone{Name: name, Known: true, Change: FarthestChange, West: Westernmost, East: Easternmost}
	switch {
	case IsUTC(name):
		return Zone{Name: name, Known: true}
	case isFixed(name):
		unknown.Change = 0
		return unknown
	}
	location, err := time.LoadLocation(name)
	if err != nil || name == "" || strings.EqualFold(name, "local") {
		return unknown
	}
	zone := Zone{Name: name, Known: true}
	zone.West, zone.East, zone.Change = yearlyOffsets(location)
	return zone
}

// IsUTC reports whether a name is one of UTC's own.
func IsUTC(name string) bool {
	switch strings.ToUpper(name) {
	case "UTC", "UCT", "GMT", "Z", "ZULU", "UNIVERSAL", "GREENWICH", "ETC/UTC", "ETC/UCT", "ETC/GMT", "ETC/ZULU", "ETC/UNIVERSAL", "ETC/GREENWICH", "GMT0", "ETC/GMT0":
		return true
	}
	return false
}

// isFixed reports whether a name is an offset from UTC ("+02", "<+02>-02",
// "UTC-3"), which has no daylight saving.
func isFixed(name string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(name), "UTC"), "GMT")
	if strings.HasPrefix(rest, "<") {
		_, rest, _ = strings.Cut(rest, ">")
	}
	return rest != "" && strings.Trim(rest, "+-:.0123456789") == ""
}

// yearlyOffsets returns the least and the greatest offset from UTC, and the
// largest difference between two within one year. Some zones change for a
// month only, so every week is looked at. The rules have been stable since
// 2024 wherever they are published ahead.
func yearlyOffsets(location *time.Location) (west, east, change time.Duration) {
	west, east = Easternmost, Westernmost
	for year := 2024; year <= 2027; year++ {
		low, high := Easternmost, Westernmost
		for day := time.Date(year, time.January, 1, 12, 0, 0, 0, time.UTC); day.Year() == year; day = day.AddDate(0, 0, 7) {
			_, seconds := day.In(location).Zone()
			offset := time.Duration(seconds) * time.Second
			low, high = min(low, offset), max(high, offset)
		}
		west, east, change = min(west, low), max(east, high), max(change, high-low)
	}
	return west, east, change
}
