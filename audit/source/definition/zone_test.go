package definition_test

import (
	"testing"
	"time"

	"idemaudit/audit/source/definition"
)

func TestZoneTellsHowFarClocksMove(t *testing.T) {
	for name, want := range map[string]time.Duration{
		"UTC":                 0,
		"Etc/UTC":             0,
		"GMT":                 0,
		"Asia/Tokyo":          0,
		"<+02>-02":            0,
		"-3":                  0,
		"UTC+3":               0,
		"Europe/Berlin":       time.Hour,
		"America/New_York":    time.Hour,
		"Australia/Lord_Howe": 30 * time.Minute,
		"Africa/Casablanca":   time.Hour, // goes back for Ramadan alone
		"EST5EDT":             time.Hour,
		"Antarctica/Troll":    2 * time.Hour,
		"Nowhere/At_All":      2 * time.Hour, // not known: pessimistic
		"":                    2 * time.Hour,
	} {
		zone := definition.Zone(name)
		if zone.Change != want || zone.Name != name || !zone.Known {
			t.Errorf("Zone(%q) = %+v, want a change of %v", name, zone, want)
		}
	}
}
