package config

import (
	"testing"

	"idemaudit/vendors/strictyaml"
	"idemaudit/vendors/strictyaml/schematest"
)

// TestSchemaAndReaderAgree changes good configurations in every place, in every
// way that somebody might write something wrong.
func TestSchemaAndReaderAgree(t *testing.T) {
	pair := schematest.Pair{
		Schema: Schema(),
		Read: func(text []byte) error {
			_, err := load("f.yaml", strictyaml.Parse("f.yaml", text), func(string) string { return "value" })
			return err
		},
		ReaderOnly: []string{"takes this for a date", "takes this for a number", "stands above already", "this stands in the list twice", "is too long: at most 292 years"},
	}
	const head = "version: 1\n"
	const target = head + "targets:\n  - name: a\n    dsn: '${NAME}'\n"
	tried, accepted := pair.Agree(t,
		head+"margin: 5d\nfail_on: warning\ncatalogue: [a.yaml, b.yaml]\nrules: {growth: 'off', blind: error}\noutbound:\n  - {vendor: a, window: b, set: 1h, retry_for: 1h}\n",
		head+"targets:\n  - {name: a, schema: [x.sql, y], vendors: [stripe]}\n",
		head+"targets:\n  - {name: a, schema: x.sql, outbound: [{vendor: a, window: b, retry_for: 1h}]}\n",
		target+"    vendors: [stripe, {adyen: [a, b, {c: 1d}]}, {kafka: {a: 1d, b: unlimited}}]\n",
		target+"    stores:\n      - {table: public.t, key: [a, b], created: c, expires: e, replay_stable: [x], retention: 35d, effects: [public.e], vendors: [stripe]}\n",
		target+"    stores:\n      - {table: t, expiry: ignored, removers: {'public.f()': never}}\n",
	)
	t.Logf("%d texts were tried, of which %d were accepted", tried, accepted)
	if tried < 4000 || accepted < 300 {
		t.Errorf("%d texts were tried, of which %d were accepted: too few to show anything", tried, accepted)
	}
}

// The configuration of the other tests, with everything in it, fits too.
func TestTheWholeConfigurationFitsTheSchema(t *testing.T) {
	schematest.Pair{Schema: Schema(), Read: func(text []byte) error {
		_, err := load("f.yaml", strictyaml.Parse("f.yaml", text), getenv)
		return err
	}}.Same(t, whole, "version: 1\n", "version: '1'\n", "version: 2\n", "{}\n", "[]\n", "version: 1\nwaivers: []\n")
}
