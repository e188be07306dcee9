package span

import (
	"fmt"
	"math"
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
		return parseISO(text, trimmed[1:])
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

// ParseOpenRange reads a range like ParseRange, and also one whose longer end
// is unlimited, "7d..unlimited".
func ParseOpenRange(text string) (Range, error) {
	low, open := strings.CutSuffix(text, "..unlimited")
	if !open {
		return ParseRange(text)
	}
	shortest, err := Parse(low)
	if err != nil {
		return Range{}, err
	}
	return Range{shortest, Unbounded()}, nil
}

// unit is a unit of time as it is written, and its length: 0 for one that has
// no one length.
type unit struct {
	name string
	size time.Duration
}

// sumUnits are the units of a plain sum. Where one name begins another, the
// longer one comes first.
func sumUnits() []unit {
	return []unit{
		{"us", time.Microsecond}, {"ms", time.Millisecond}, {"ns", time.Nanosecond},
		{"w", 7 * Day}, {"d", Day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second},
	}
}

func isoDateUnits() []unit {
	return []unit{{"Y", 0}, {"M", 0}, {"W", 7 * Day}, {"D", Day}}
}

func isoClockUnits() []unit {
	return []unit{{"H", time.Hour}, {"M", time.Minute}, {"S", time.Second}}
}

func parseSum(text, terms string) (Span, error) {
	malformed := fmt.Errorf("%q is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D", text)
	return addTerms(text, terms, sumUnits(), malformed)
}

// parseISO reads what follows the P of an ISO 8601 duration.
func parseISO(text, iso string) (Span, error) {
	malformed := fmt.Errorf("%q is no ISO 8601 duration: write one such as P30D or PT72H", text)
	date, clock, hasClock := strings.Cut(iso, "T")
	if date == "" && clock == "" || hasClock && clock == "" {
		return Span{}, malformed
	}
	days, err := addTerms(text, date, isoDateUnits(), malformed)
	if err != nil {
		return Span{}, err
	}
	hours, err := addTerms(text, clock, isoClockUnits(), malformed)
	if err != nil {
		return Span{}, err
	}
	return days.Add(hours), nil
}

// addTerms adds terms up, each a number and one of the units. Its error is
// malformed where they are anything else.
func addTerms(text, terms string, units []unit, malformed error) (Span, error) {
	total := Span{}
	for terms != "" {
		digits, rest := cutDigits(terms)
		unit, rest, known := cutUnit(rest, units)
		if digits == "" || !known {
			return Span{}, malformed
		}
		if unit.size == 0 {
			return Span{}, fmt.Errorf("%q counts months or years, which have no one length: write days", text)
		}
		term, err := termOf(text, digits, unit.size)
		if err != nil {
			return Span{}, err
		}
		total = total.Add(term)
		terms = rest
	}
	return total, nil
}

func cutDigits(text string) (digits, rest string) {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return text[:end], text[end:]
}

func cutUnit(text string, units []unit) (found unit, rest string, known bool) {
	for _, u := range units {
		if rest, ok := strings.CutPrefix(text, u.name); ok {
			return u, rest, true
		}
	}
	return unit{}, text, false
}

func termOf(text, digits string, size time.Duration) (Span, error) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > int64(math.MaxInt64/size) {
		return Span{}, fmt.Errorf("%q is too long: at most 292 years can be told", text)
	}
	return Of(time.Duration(n) * size), nil
}
