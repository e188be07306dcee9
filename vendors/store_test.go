package vendors

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

func TestReadStores(t *testing.T) {
	got, err := ReadFile(writeFile(t, library+"    note: |\n      A log.\n      No check.\n  - id: cache\n    place: Redis\n    jobs: true\n    expires: ttl\n    keeps: unlimited\n"+
		"    evidence: documented\n    url: https://keeper.example\n    read: 2026-12-01\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Vendor{{ID: "keeper", Name: "Keeper", Kind: "library", Stores: []fact.LibraryStore{
		{
			Library: "Keeper", ID: "inbox", Tables: []string{"keeper_inbox", "*_inbox"}, Columns: []string{"id"}, Key: []string{"id"}, Created: "received",
			Keeps: *exactly(7 * span.Day), Setting: "keep_for", Cleanup: "a timer", Evidence: fact.SourceCode,
			URL: "https://keeper.example/inbox.go", Read: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), Note: "A log. No check.",
		},
		{
			Library: "Keeper", ID: "cache", Place: "Redis", Jobs: true, Expires: "ttl", Keeps: span.Range{Shortest: span.Unbounded(), Longest: span.Unbounded()},
			Evidence: fact.Documented, URL: "https://keeper.example", Read: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
		},
	}}}
	if diff := cmp.Diff(want, got, compareSpans); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

// TestReadStoresRefuses changes one line of a good file at a time.
func TestReadStoresRefuses(t *testing.T) {
	for shows, test := range map[string]struct{ old, new, want string }{
		"nowhere to be found":  {"    tables: [keeper_inbox, '*_inbox']\n    columns: [id]\n", "", "5:5: the store has neither tables nor columns nor a place: nobody could find it"},
		"every table":          {"'*_inbox'", "'*'", "6:28: this is no name of a table: write it without a schema, and with a * before it only where the user chooses the beginning"},
		"a schema":             {"keeper_inbox,", "keeper.inbox,", "6:14: this is no name of a table: write it without a schema, and with a * before it only where the user chooses the beginning"},
		"no tables":            {"[keeper_inbox, '*_inbox']", "[]", "6:13: the list is empty: leave the field out"},
		"tables that are none": {"[keeper_inbox, '*_inbox']", "inbox", "6:13: tables must be a list, and is a text"},
		"no length":            {"keeps: 7d", "keeps: a week", `10:12: keeps is "a week": write a length such as 72h, a range such as 7d..14d or unlimited`},
		"no length at all":     {"    keeps: 7d\n", "", "5:5: the field keeps is missing"},
		"no truth":             {"keeps: 7d", "keeps: 7d\n    jobs: maybe", `11:11: jobs is "maybe": write true or false`},
		"a field of windows":   {"keeps: 7d", "keeps: 7d\n    direction: inbound", `11:5: unknown field "direction"`},
		"an id twice":          {"    read: 2026-11-30\n", "    read: 2026-11-30\n  - {id: inbox, place: x, keeps: 1d, evidence: support, url: https://x.example, read: 2026-11-30}\n", "16:10: a store inbox stands above already"},
		"no stores":            {library[strings.Index(library, "  - id"):], "  []\n", "5:3: stores is empty: leave it out"},
	} {
		t.Run(shows, func(t *testing.T) {
			if strings.Count(library, test.old) != 1 {
				t.Fatalf("the good file does not hold %q once", test.old)
			}
			path := writeFile(t, strings.Replace(library, test.old, test.new, 1))
			_, err := ReadFile(path)
			if err == nil || !strings.HasPrefix(err.Error(), path+":"+test.want) {
				t.Errorf("error\n  %v, want\n  %s", err, path+":"+test.want)
			}
		})
	}
}

func TestAFileWithoutWindowsAndStoresIsRefused(t *testing.T) {
	path := writeFile(t, "id: a\nname: A\n")
	_, err := ReadFile(path)
	if want := path + ":1:1: the vendor has neither windows nor stores, so that it requires nothing and tells nothing"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestDefaultsOfLibraries holds the defaults that people most often
// learn of by a duplicate.
func TestDefaultsOfLibraries(t *testing.T) {
	kept := map[string]string{}
	for _, s := range embeddedCatalogue(t).LibraryStores() {
		kept[s.Library+"/"+s.ID] = writtenRange(s.Keeps)
	}
	for name, want := range map[string]string{
		"MassTransit/inbox": "30m", "NServiceBus/sql-outbox": "7d", "NServiceBus/service-fabric-outbox": "1h", "AWS Lambda Powertools (Python)/idempotency-record": "1h",
		"Wolverine/inbox": "5m", "CAP (.NET)/received": "1d..15d", "idempo (Ruby)/responses": "30s", "Oban/jobs": "1m", "Solid Queue/jobs": "1d", "Spring Integration/metadata-store": "unlimited",
	} {
		if kept[name] != want {
			t.Errorf("%s keeps %q, want %q", name, kept[name], want)
		}
	}
}
