package sqlfile

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestByVersion(t *testing.T) {
	for _, want := range [][]string{
		{"V1__a.sql", "V1_1__b.sql", "V1_2__b.sql", "V2__a.sql", "V9__z.sql", "V10__a.sql", "V10_1__a.sql", "R__a.sql"},
		{"1_init.sql", "2_more.sql", "10_more.sql", "100_last.sql"},
		{"001_a.sql", "2_b.sql", "003_c.sql"},
		{"20240101000000_a.up.sql", "20240102000000_b.up.sql", "99999999999999999999999999_c.sql"},
		{"0001_a.sql", "0001_b.sql"},
		{"a.sql", "B.sql", "c.sql"},
		{"v1.9.0.sql", "v1.10.0.sql", "v2.sql"},
	} {
		got := slices.Clone(want)
		slices.Reverse(got)
		slices.SortFunc(got, byVersion)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestByVersionIsATotalOrder(t *testing.T) {
	names := []string{"a1", "a01", "a", "A", "a_1", "a.1", "", "1", "01", "R__a", "r__a"}
	for _, a := range names {
		for _, b := range names {
			if ab, ba := byVersion(a, b), byVersion(b, a); ab != -ba || (ab == 0) != (a == b) {
				t.Errorf("%q and %q: %d and %d", a, b, ab, ba)
			}
		}
	}
}
