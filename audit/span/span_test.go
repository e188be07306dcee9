package span

import (
	"math"
	"testing"
	"time"
)

func TestOfAndSeconds(t *testing.T) {
	for _, test := range []struct {
		shows string
		got   Span
		want  time.Duration
	}{
		{"a negative length is none", Of(-time.Hour), 0},
		{"the most negative length is none", Of(math.MinInt64), 0},
		{"negative seconds are none", Seconds(-5), 0},
		{"the most negative seconds are none", Seconds(math.MinInt64), 0},
		{"seconds", Seconds(86_400), 24 * time.Hour},
		{"the most seconds that fit", Seconds(9_223_372_036), 9_223_372_036 * time.Second},
		{"a second more saturates", Seconds(9_223_372_037), math.MaxInt64},
		{"the most seconds saturate", Seconds(math.MaxInt64), math.MaxInt64},
	} {
		if test.got.Length() != test.want {
			t.Errorf("%s: length %d, want %d", test.shows, test.got.Length(), test.want)
		}
	}
	if Of(math.MaxInt64) == Unbounded() || Of(math.MaxInt64).IsUnbounded() {
		t.Error("the longest length passes for an unbounded one")
	}
}

func TestWholeSeconds(t *testing.T) {
	for want, s := range map[int64]Span{0: Of(999 * time.Millisecond), 1: Of(1999 * time.Millisecond), 2_592_000: Of(30 * Day), math.MaxInt64 / 1_000_000_000: Unbounded()} {
		if got := s.WholeSeconds(); got != want {
			t.Errorf("WholeSeconds of %v = %d, want %d", s, got, want)
		}
	}
}

// TestArithmetic checks every operation on every pair of a few telling spans
// against the same operation on floating-point numbers, where unbounded is
// infinity.
func TestArithmetic(t *testing.T) {
	all := []Span{{}, Of(1), Of(Day), Of(30 * Day), Of(math.MaxInt64 - 1), Of(math.MaxInt64), Unbounded()}
	number := func(s Span) float64 {
		if s.IsUnbounded() {
			return math.Inf(1)
		}
		return float64(s.Length())
	}
	for i, s := range all {
		for j, u := range all {
			if got, want := s.Compare(u), i-j; sign(got) != sign(want) {
				t.Errorf("%v.Compare(%v) = %d", s, u, got)
			}
			if got := s.Less(u); got != (i < j) {
				t.Errorf("%v.Less(%v) = %v", s, u, got)
			}
			if got := Shorter(s, u); got != all[min(i, j)] {
				t.Errorf("Shorter(%v, %v) = %v", s, u, got)
			}
			if got := Longer(s, u); got != all[max(i, j)] {
				t.Errorf("Longer(%v, %v) = %v", s, u, got)
			}
			sum := number(s) + number(u)
			if !math.IsInf(sum, 1) {
				sum = min(sum, math.MaxInt64)
			}
			if got := s.Add(u); number(got) != sum {
				t.Errorf("%v.Add(%v) = %v, want %g", s, u, got, sum)
			}
			difference := max(number(s)-number(u), 0)
			if u.IsUnbounded() {
				difference = 0
			}
			if got := s.Sub(u); math.Abs(number(got)-difference) > 1 {
				t.Errorf("%v.Sub(%v) = %v, want %g", s, u, got, difference)
			}
		}
	}
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func TestAddSaturating(t *testing.T) {
	for _, test := range []struct{ a, b, want time.Duration }{
		{1, 2, 3}, {-1, -2, -3}, {5, -7, -2}, {math.MaxInt64, 0, math.MaxInt64},
		{math.MaxInt64, 1, math.MaxInt64}, {math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{math.MinInt64, -1, math.MinInt64}, {math.MinInt64, math.MinInt64, math.MinInt64},
		{math.MinInt64, math.MaxInt64, -1}, {math.MaxInt64, math.MinInt64, -1},
	} {
		if got := AddSaturating(test.a, test.b); got != test.want {
			t.Errorf("AddSaturating(%d, %d) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestScaleSaturating(t *testing.T) {
	for _, test := range []struct {
		d    time.Duration
		by   float64
		want time.Duration
	}{
		{time.Hour, 36, 36 * time.Hour}, {time.Hour, 0.5, 30 * time.Minute}, {time.Hour, -2, -2 * time.Hour}, {time.Hour, 0, 0},
		{Day, 1e9, math.MaxInt64}, {Day, -1e9, math.MinInt64}, {Day, math.Inf(1), math.MaxInt64}, {Day, math.Inf(-1), math.MinInt64},
		{0, math.Inf(1), 0}, {Day, math.NaN(), 0}, {math.MaxInt64, 1, math.MaxInt64}, {math.MinInt64, 1, math.MinInt64},
	} {
		if got := ScaleSaturating(test.d, test.by); got != test.want {
			t.Errorf("ScaleSaturating(%v, %g) = %v, want %v", test.d, test.by, got, test.want)
		}
	}
}
