package span

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Range is a span known only to lie between two ends, such as "7d..14d".
type Range struct {
	Shortest, Longest Span
}

// String writes one span when both ends are alike.
func (r Range) String() string {
	if r.Shortest == r.Longest {
		return r.Shortest.String()
	}
	return r.Shortest.String() + ".." + r.Longest.String()
}

// Parse reads a span of more than no length: "90s", "15m", "72h", "30d", "2w",
// a sum of them ("1d12h") or ISO 8601 ("P30D", "PT72H"). Months and years are
// refused, because they have no one length.
func Parse(text string) (Span, error) {
	s, err := ParseMargin(text)
	if err != nil {
		return Span{}, err
	}
	if s.IsZero() {
		return Span{}, fmt.Errorf("%q is no length of time: it must be more than zero", text)
	}
	return s, nil
}

// ParseMargin reads a span like Parse, and also one of no length ("0d"), which
// a margin may be.
func ParseMargin(text string) (Span, error) {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		return Span{}, fmt.Errorf("a length of time is empty: write one such as 72h or 30d")
	case strings.HasPrefix(trimmed, "-"):
		return Span{}, fmt.Errorf("%q is negative: a length of time must be more than zero", text)
	case strings.HasPrefix(trimmed, "P"):
		return parseISO(text, trimmed)
	}
	return parseSum(text, trimmed)
}

// ParseRange reads one span or two joined by "..", the shorter first.
func ParseRange(text string) (Range, error) {
	low, high, isRange := strings.Cut(text, "..")
	shortest, err := Parse(low)
	if err != nil {
		return Range{}, err
	}
	if !isRange {
		return Range{shortest, shortest}, nil
	}
	longest, err := Parse(high)
	if err != nil {
		return Range{}, err
	}
	if longest.Less(shortest) {
		return Range{}, fmt.Errorf("%q runs backwards: write the shorter end first", text)
	}
	return Range{shortest, longest}, nil
}

var (
	sumTerm = regexp.MustCompile(`^([0-9]+)(us|ms|ns|w|d|h|m|s)`)
	isoDate = regexp.MustCompile(`^([0-9]+)([YMWD])`)
	isoTime = regexp.MustCompile(`^([0-9]+)([HMS])`)
)

func parseSum(text, rest string) (Span, error) {
	sizes := map[string]time.Duration{
		"w": 7 * Day, "d": Day, "h": time.Hour, "m": time.Minute, "s": time.Second,
		"ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond,
	}
	total := Span{}
	for rest != "" {
		m := sumTerm.FindStringSubmatch(rest)
		if m == nil {
			return Span{}, fmt.Errorf("%q is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D", text)
		}
		term, err := termOf(text, m[1], sizes[m[2]])
		if err != nil {
			return Span{}, err
		}
		total = total.Add(term)
		rest = rest[len(m[0]):]
	}
	return total, nil
}

func parseISO(text, iso string) (Span, error) {
	malformed := fmt.Errorf("%q is no ISO 8601 duration: write one such as P30D or PT72H", text)
	date, clock, hasClock := strings.Cut(iso[1:], "T")
	if date == "" && clock == "" || hasClock && clock == "" {
		return Span{}, malformed
	}
	total := Span{}
	for _, part := range []struct {
		rest    string
		pattern *regexp.Regexp
		sizes   map[string]time.Duration
	}{
		{date, isoDate, map[string]time.Duration{"W": 7 * Day, "D": Day}},
		{clock, isoTime, map[string]time.Duration{"H": time.Hour, "M": time.Minute, "S": time.Second}},
	} {
		for rest := part.rest; rest != ""; {
			m := part.pattern.FindStringSubmatch(rest)
			if m == nil {
				return Span{}, malformed
			}
			size, fixed := part.sizes[m[2]]
			if !fixed {
				return Span{}, fmt.Errorf("%q counts months or years, which have no one length: write days", text)
			}
			term, err := termOf(text, m[1], size)
			if err != nil {
				return Span{}, err
			}
			total = total.Add(term)
			rest = rest[len(m[0]):]
		}
	}
	return total, nil
}

func termOf(text, digits string, size time.Duration) (Span, error) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > int64(math.MaxInt64/size) {
		return Span{}, fmt.Errorf("%q is too long: at most 292 years can be told", text)
	}
	return Of(time.Duration(n) * size), nil
}
