package nearest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	vendors := []string{"adyen", "paypal", "stripe"}
	windows := []string{"api-v1-idempotency-key", "webhook-automatic-retry", "dashboard-resend", "cli-resend"}
	for _, test := range []struct {
		shows, name string
		known, want []string
	}{
		{"a letter left out", "strpe", vendors, []string{"stripe"}},
		{"a letter too many", "paypall", vendors, []string{"paypal"}},
		{"a letter changed", "adjen", vendors, []string{"adyen"}},
		{"neighbours swapped", "stirpe", vendors, []string{"stripe"}},
		{"capitals do not count", "Stripe", vendors, []string{"stripe"}},
		{"a part, shorter names first", "resend", windows, []string{"cli-resend", "dashboard-resend"}},
		{"typing errors come before parts", "key", []string{"keys-of-all", "keys", "kay"}, []string{"kay", "keys", "keys-of-all"}},
		{"three at most", "aaaa", []string{"aaab", "aaac", "aaad", "aaae"}, []string{"aaab", "aaac", "aaad"}},
		{"nothing near", "square", vendors, nil},
		{"two letters are no part", "re", windows, nil},
		{"an empty name", "", vendors, nil},
		{"nothing known", "stripe", nil, nil},
		{"letters beyond ASCII count as one", "zürich", []string{"zurich"}, []string{"zurich"}},
		{"too long to be a slip", strings.Repeat("a", 101), []string{strings.Repeat("a", 101)}, nil},
	} {
		t.Run(test.shows, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Names(test.name, test.known)); diff != "" {
				t.Errorf("Names(%q) differs (-want +got):\n%s", test.name, diff)
			}
		})
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("strpe", []string{"stripe"}), ": did you mean stripe?"; got != want {
		t.Errorf("Hint = %q, want %q", got, want)
	}
	if got := Hint("square", []string{"stripe"}); got != "" {
		t.Errorf("Hint = %q, want none", got)
	}
}

func TestJoin(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := Join(names, "or"); got != want {
			t.Errorf("Join(%q) = %q, want %q", names, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ca", "ac", 1}, {"flaw", "lawn", 2}, {"abcd", "acbd", 1},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
