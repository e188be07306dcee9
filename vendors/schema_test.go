package vendors

import (
	"os"
	"path/filepath"
	"testing"

	"idemaudit/vendors/strictyaml"
	"idemaudit/vendors/strictyaml/schematest"
)

func schemaPair() schematest.Pair {
	return schematest.Pair{
		Schema: Schema(),
		Read: func(text []byte) error {
			_, err := read(strictyaml.Parse("f", text))
			return err
		},
		ReaderOnly: []string{
			"takes this for a date", "stands above already", "runs backwards", "is too long: at most 292 years", "and the span is",
			// A span whose two ends are alike is one with a single end.
			"and a span with one end takes",
		},
	}
}

// TestSchemaAndReaderAgree changes good files in every place, in every way that
// somebody might write something wrong.
func TestSchemaAndReaderAgree(t *testing.T) {
	const vendor = "id: acme\nname: Acme Pay\n"
	const source = "evidence: support, url: https://acme.example, read: 2026-11-30"
	good := []string{vendor + "kind: payments\nhomepage: https://acme.example/docs\nwindows:\n" +
		"  - {id: retry, direction: inbound, mode: live, span: 1d..3d, bound: range, schedule: [5m, 1h], key: X-Acme-Event, " + source + ", note: Told., trap: None.}\n"}
	for _, window := range []string{
		"direction: outbound, mode: any, span: 1s..unlimited, bound: configurable, setting: ttl, default: 7d",
		"direction: inbound, mode: test, span: 7d, bound: exact",
		"direction: inbound, mode: any, span: unlimited",
		"direction: inbound, mode: any, span: unpublished, bound: configurable, setting: ttl, default: 1d",
		"direction: inbound, mode: any, span: none, bound: none",
	} {
		good = append(good, vendor+"windows:\n  - {id: a, "+window+", "+source+"}\n")
	}
	for _, store := range []string{
		"tables: [a, '*b'], columns: [id, at], key: [id], created: at, expires: until, jobs: true, keeps: 1d..7d, setting: ttl, cleanup: a timer, note: A log.",
		"place: Redis, keeps: unlimited",
	} {
		good = append(good, vendor+"stores:\n  - {id: a, "+store+", "+source+"}\n")
	}
	tried, accepted := schemaPair().Agree(t, good...)
	t.Logf("%d texts were tried, of which %d were accepted", tried, accepted)
	if tried < 4000 || accepted < 300 {
		t.Errorf("%d texts were tried, of which %d were accepted: too few to show anything", tried, accepted)
	}
}

func TestOurFilesFitTheSchema(t *testing.T) {
	paths, err := filepath.Glob("catalogue/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found no files in the folder catalogue (error %v)", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		schemaPair().Same(t, string(text))
	}
}
