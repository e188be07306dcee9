package cutoff

import (
	"testing"
	"time"

	"idemaudit/audit/span"
)

func TestAgeOfMonths(t *testing.T) {
	for condition, want := range map[string]time.Duration{
		"age(now(), created_at) >= interval '28 days'":      28 * span.Day,
		"age(now(), created_at) >= interval '29 days'":      28 * span.Day, // February is a month, and compares as 30 days
		"age(now(), created_at) >= interval '30 days'":      28 * span.Day,
		"age(now(), created_at) >= interval '31 days'":      29 * span.Day,
		"age(now(), created_at) >= interval '1 mon 2 days'": 30 * span.Day,
		"age(now(), created_at) >= interval '60 days'":      58 * span.Day,
		"age(now(), created_at) >= interval '61 days'":      60 * span.Day,
		"age(now(), created_at) >= interval '3 months'":     89 * span.Day,
		"age(now(), created_at) >= interval '1 year'":       364 * span.Day,
		"age(now(), created_at) >= interval '400 days'":     403 * span.Day,
		// Young records go, and at 364 days an age may still be under a year.
		"age(now(), created_at) < interval '1 year' and created_at < now() - interval '364 days'": 364 * span.Day,
		"age(now(), created_at) < interval '1 year' and created_at < now() - interval '370 days'": neverFloor,
	} {
		db := testDatabase()
		if got, reason := floorOf(t, db, "delete from keys where "+condition); got != want {
			t.Errorf("%s: %v (%s), want %v", condition, got, reason, want)
		}
	}
}
