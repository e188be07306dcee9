package audit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"idemaudit/audit/ident"
	"idemaudit/audit/span"
)

// Length writes a length of time as the vendors do: hours up to three days
// (24h, 72h), whole days beyond (15d, 30d), and exact where neither fits.
func Length(s span.Span) string {
	d := s.Length()
	switch {
	case s.IsUnbounded():
		return "unlimited"
	case d%time.Hour == 0 && d <= 3*span.Day:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return s.String()
}

// Gap writes a stretch of time that is unguarded, in hours: an outage is
// counted in hours, and 696h can't be taken for the window's own 30d.
func Gap(s span.Span) string {
	hours, rest := s.Length()/time.Hour, s.Length()%time.Hour
	switch {
	case s.IsUnbounded():
		return "unlimited"
	case rest == 0:
		return fmt.Sprintf("%dh", hours)
	case hours == 0:
		return span.Of(rest).String()
	}
	return fmt.Sprintf("%dh%s", hours, span.Of(rest))
}

// GapInFull writes a gap in hours, and in days too where it is whole days that
// nobody counts in hours any more: "696h (29d)".
func GapInFull(s span.Span) string {
	if d := s.Length(); s.IsUnbounded() || d <= 3*span.Day || d%span.Day != 0 {
		return Gap(s)
	}
	return fmt.Sprintf("%s (%s)", Gap(s), s)
}

// Margin writes the length of an outage as people plan one: "5d", "12h", or
// "none".
func Margin(s span.Span) string {
	if s.IsZero() {
		return "none"
	}
	return s.String()
}

// AtMost writes a share that is no larger than p, rounded up to two decimals.
func AtMost(p Percent) string {
	up := min(math.Ceil(float64(p)*100)/100, 99.99)
	return "at most " + strconv.FormatFloat(up, 'f', -1, 64) + " %"
}

// String writes the share with two decimals. What is not whole never reads as
// 100.
func (p Percent) String() string {
	if p >= 100 {
		return "100 %"
	}
	return fmt.Sprintf("%.2f %%", min(float64(p), 99.99))
}

// Visible makes a text safe to show: whatever does not print by itself
// (control characters, the escapes that drive a terminal, marks that turn the
// direction of writing) is written as its code, such as \u001b. Names and job
// texts come from a database that nobody vouches for.
func Visible(text string) string {
	if !strings.ContainsFunc(text, ident.IsHidden) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\u%04x`, text[i])
		case !ident.IsHidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// inWords joins names the way a sentence does.
func inWords(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
