// Package span holds lengths of time: how long a record is kept, how long a
// counterparty may replay. A span is never negative and may be unbounded; a
// calendar interval (a month, a day across a clock change) has no one length,
// only a shortest and a longest, and callers choose the pessimistic end.
package span

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Day is 24 hours, the length of a day wherever no calendar is involved.
const Day = 24 * time.Hour

// Span is a length of time of at least zero, or unbounded. The zero value is
// a span of no length.
type Span struct {
	length    time.Duration
	unbounded bool
}

// Of returns the span of length d. A negative d gives a span of no length: a
// record can't be kept for less than no time.
func Of(d time.Duration) Span {
	return Span{length: max(d, 0)}
}

// Seconds returns the span of n seconds, saturating at the longest duration
// Go can hold (292 years).
func Seconds(n int64) Span {
	if n > int64(math.MaxInt64/time.Second) {
		return Span{length: math.MaxInt64}
	}
	return Of(time.Duration(n) * time.Second)
}

// Unbounded returns the span that no other exceeds.
func Unbounded() Span { return Span{unbounded: true} }

// IsUnbounded reports whether s has no end.
func (s Span) IsUnbounded() bool { return s.unbounded }

// IsZero reports whether s has no length.
func (s Span) IsZero() bool { return !s.unbounded && s.length == 0 }

// Length returns the length of s; an unbounded span has the longest duration
// that Go can hold.
func (s Span) Length() time.Duration {
	if s.unbounded {
		return math.MaxInt64
	}
	return s.length
}

// WholeSeconds returns the length of s in seconds, rounded down. It must not
// be asked of an unbounded span, which has no such number: it returns the
// largest one.
func (s Span) WholeSeconds() int64 { return int64(s.Length() / time.Second) }

// Compare returns a negative number when s is shorter than t, a positive one
// when it is longer, and 0 when both are as long.
func (s Span) Compare(t Span) int {
	switch {
	case s.unbounded && t.unbounded:
		return 0
	case s.unbounded:
		return 1
	case t.unbounded:
		return -1
	case s.length < t.length:
		return -1
	case s.length > t.length:
		return 1
	}
	return 0
}

// Less reports whether s is shorter than t.
func (s Span) Less(t Span) bool { return s.Compare(t) < 0 }

// Add returns the sum of both spans; anything plus unbounded is unbounded.
func (s Span) Add(t Span) Span {
	if s.unbounded || t.unbounded {
		return Unbounded()
	}
	return Of(AddSaturating(s.length, t.length))
}

// Sub returns how much longer s is than t, and no length when it is not.
func (s Span) Sub(t Span) Span {
	if t.unbounded {
		return Span{}
	}
	if s.unbounded {
		return s
	}
	return Of(s.length - t.length)
}

// Shorter returns the shorter of both spans.
func Shorter(s, t Span) Span {
	if t.Less(s) {
		return t
	}
	return s
}

// Longer returns the longer of both spans.
func Longer(s, t Span) Span {
	if s.Less(t) {
		return t
	}
	return s
}

// AddSaturating adds two durations and stops at the ends of what a duration
// can hold instead of wrapping around.
func AddSaturating(a, b time.Duration) time.Duration {
	sum := a + b
	switch {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	}
	return sum
}

// ScaleSaturating multiplies a duration by a number and stops at the ends of
// what a duration can hold. A product that is not a number gives 0.
func ScaleSaturating(d time.Duration, by float64) time.Duration {
	product := float64(d) * by
	switch {
	case math.IsNaN(product):
		return 0
	case product >= math.MaxInt64:
		return math.MaxInt64
	case product <= math.MinInt64:
		return math.MinInt64
	}
	return time.Duration(product)
}

// String writes s the way people and the configuration do: "35d", "1d12h",
// "90s", "unbounded". Parse reads what String wrote.
func (s Span) String() string {
	if s.unbounded {
		return "unbounded"
	}
	if s.length == 0 {
		return "0s"
	}
	var b strings.Builder
	rest := s.length
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"d", Day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}, {"us", time.Microsecond}, {"ns", time.Nanosecond}} {
		if n := rest / unit.size; n > 0 {
			b.WriteString(strconv.FormatInt(int64(n), 10))
			b.WriteString(unit.name)
			rest -= n * unit.size
		}
	}
	return b.String()
}
