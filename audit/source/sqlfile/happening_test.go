package sqlfile

import (
	"strings"
	"testing"
)

// In these texts U is what happens and D what does not.
func TestOnlyTheWayForwardHappens(t *testing.T) {
	for name, text := range map[string]string{
		"goose":            "-- +goose Up\nU\n-- +goose StatementBegin\nU\n-- +goose StatementEnd\n-- +goose Down\nD\r\n-- +goose StatementBegin\nD;\n-- +goose StatementEnd\n",
		"sql-migrate":      "U\n-- +migrate Up\nU\n-- +migrate Down notransaction\nD\n-- +migrate Up notransaction\nU",
		"dbmate":           "-- migrate:up transaction:false\nU\n--  Migrate:Down\nD\n",
		"only a way back":  "--+goose down\nD",
		"not at the start": "U -- +goose Down\nU\n --x\n-- +goose Downwards\nU\n-- -- +goose Down\nU\n",
		"no marks":         "U\n",
	} {
		got := happening(text)
		if len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s: places moved in %q", name, got)
		}
		if strings.Contains(strip(got), "D") || strings.Count(strip(got), "U") != strings.Count(strip(text), "U") {
			t.Errorf("%s: %q happens of %q", name, got, text)
		}
	}
}

// strip leaves out comments.
func strip(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		before, _, _ := strings.Cut(line, "--")
		kept.WriteString(before)
	}
	return kept.String()
}
