package audit_test

import (
	"testing"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/span"
)

func TestLengthAndGap(t *testing.T) {
	for _, c := range []struct {
		s           span.Span
		length, gap string
	}{
		{hours(0), "0h", "0h"},
		{hours(24), "24h", "24h"},
		{hours(72), "72h", "72h"},
		{days(4), "4d", "96h"},
		{days(15), "15d", "360h"},
		{days(30), "30d", "720h"},
		{hours(29 * 24), "29d", "696h"},
		{hours(100), "4d4h", "100h"},
		{span.Seconds(90), "1m30s", "1m30s"},
		{span.Seconds(3690), "1h1m30s", "1h1m30s"},
		{span.Of(30*span.Day - time.Second), "29d23h59m59s", "719h59m59s"},
		{span.Unbounded(), "unlimited", "unlimited"},
	} {
		if got := audit.Length(c.s); got != c.length {
			t.Errorf("length of %s is %s, want %s", c.s, got, c.length)
		}
		if got := audit.Gap(c.s); got != c.gap {
			t.Errorf("gap of %s is %s, want %s", c.s, got, c.gap)
		}
	}
}

func TestGapInFull(t *testing.T) {
	for s, want := range map[span.Span]string{
		hours(48): "48h", hours(72): "72h", days(4): "96h (4d)", hours(29 * 24): "696h (29d)", hours(100): "100h",
		span.Seconds(90): "1m30s", span.Unbounded(): "unlimited",
	} {
		if got := audit.GapInFull(s); got != want {
			t.Errorf("gap of %s is %s, want %s", s, got, want)
		}
	}
}

func TestMargin(t *testing.T) {
	for s, want := range map[span.Span]string{hours(0): "none", days(2): "2d", days(5): "5d", hours(36): "1d12h", hours(12): "12h"} {
		if got := audit.Margin(s); got != want {
			t.Errorf("margin of %s is %s, want %s", s, got, want)
		}
	}
}

func TestAtMost(t *testing.T) {
	for p, want := range map[audit.Percent]string{20: "at most 20 %", 6.6667: "at most 6.67 %", 3.3334: "at most 3.34 %", 0: "at most 0 %", 99.9999: "at most 99.99 %"} {
		if got := audit.AtMost(p); got != want {
			t.Errorf("%f reads %q, want %q", float64(p), got, want)
		}
	}
}

func TestPercentReadsAsWholeOnlyWhenItIs(t *testing.T) {
	for p, want := range map[audit.Percent]string{100: "100 %", 99.9999: "99.99 %", 33.3333: "33.33 %", 0: "0.00 %", 6.6667: "6.67 %"} {
		if got := p.String(); got != want {
			t.Errorf("%f reads %q, want %q", float64(p), got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"payment_idempotency": "payment_idempotency",
		"clé 支付":              "clé 支付",
		"\x1b[31mred":         `\u001b[31mred`,
		"\x1b]8;;http://x\a":  `\u001b]8;;http://x\u0007`,
		"a\nb\tc\r":           `a\u000ab\u0009c\u000d`,
		"\u202egnp.exe":       `\u202egnp.exe`,
		"\u200bzero\ufeff":    `\u200bzero\ufeff`,
		"\u009b31m":           `\u009b31m`, // the one-character form of ESC [
		"\x7f":                `\u007f`,
		"bad\xff":             `bad\u00ff`,
		"\U000e0041":          `\U000e0041`, // a tag, drawn as nothing
	} {
		if got := audit.Visible(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
		if again := audit.Visible(audit.Visible(text)); again != want {
			t.Errorf("%q shown twice is %s, want %s", text, again, want)
		}
	}
}
