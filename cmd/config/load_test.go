package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"idemaudit/audit/span"
	"idemaudit/vendors/strictyaml"
)

func getenv(name string) string {
	return map[string]string{"LEDGER_DATABASE_URL": "postgres://ledger:canary@db/ledger", "PASSWORD": "ca${USER}nary", "USER": "ledger"}[name]
}

// loadText loads a configuration that stands in a folder of its own.
func loadText(t *testing.T, text string) (*File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(path, getenv)
}

func days(n int) *span.Span {
	s := span.Of(time.Duration(n) * 24 * time.Hour)
	return &s
}

const whole = `version: 1
margin: 5d
fail_on: warning
targets:
  - name: ledger
    dsn: ${LEDGER_DATABASE_URL}          # environment only where it is a secret
    vendors: [paypal]
    stores:
      - table: public.payment_idempotency # leave stores out to audit what is found
        key: [tenant, key]
        created: created_at
        expires: expires_at               # or expiry: ignored
        replay_stable: []
        retention: 35d                    # declared; for removers that live in an application
        removers: {public.old_purge(): never}   # known not to run
        effects: [public.ledger_entries]
        vendors:
          - stripe                        # all inbound windows of live mode
          - adyen: [webhook-automatic-retry, api-idempotency-key]
      - table: events
        expiry: ignored
        replay_stable: [happened_at]
    outbound:
      - vendor: stripe
        window: api-v1-idempotency-key
        retry_for: 12h
  - name: files
    schema: [migrations, ../shared/schema.sql, /srv/schema.sql]
  - name: file
    schema: schema.sql
outbound:
  - {vendor: paypal, window: api-idempotency-key, retry_for: PT30M}
catalogue: [./vendors/acme.yaml]          # more vendors, or overrides by id
rules: {delete-bloat: off, clock-zoneless: error, growth: note, blind: warning}
`

func TestLoad(t *testing.T) {
	got, err := loadText(t, whole)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(got.Path)
	want := &File{
		Path: filepath.Join(dir, "idemaudit.yaml"), Margin: days(5), FailOn: "warning",
		Targets: []Target{
			{
				Name: "ledger", DSN: "postgres://ledger:canary@db/ledger", Vendors: []string{"paypal"},
				Stores: []Store{
					{
						Table: "public.payment_idempotency", Key: []string{"tenant", "key"}, Created: "created_at", Expires: "expires_at",
						Retention: days(35), Never: []string{"public.old_purge()"}, Effects: []string{"public.ledger_entries"},
						Vendors: []string{"stripe", "adyen:webhook-automatic-retry,api-idempotency-key"},
					},
					{Table: "events", ExpiryIgnored: true, ReplayStable: []string{"happened_at"}},
				},
				Outbound: []Outbound{{Vendor: "stripe", Window: "api-v1-idempotency-key", RetryFor: span.Of(12 * time.Hour)}},
			},
			{Name: "files", Schema: []string{filepath.Join(dir, "migrations"), filepath.Join(filepath.Dir(dir), "shared", "schema.sql"), "/srv/schema.sql"}},
			{Name: "file", Schema: []string{filepath.Join(dir, "schema.sql")}},
		},
		Outbound:  []Outbound{{Vendor: "paypal", Window: "api-idempotency-key", RetryFor: span.Of(30 * time.Minute)}},
		Catalogue: []string{filepath.Join(dir, "vendors", "acme.yaml")},
		Rules:     map[string]string{"delete-bloat": "off", "clock-zoneless": "error", "growth": "note", "blind": "warning"},
	}
	reveal := cmp.Comparer(func(a, b Secret) bool { return a.Reveal() == b.Reveal() })
	if diff := cmp.Diff(want, got, reveal, cmp.AllowUnexported(span.Span{}), cmpopts.IgnoreUnexported(File{})); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestLoadTheLeastThereCanBe(t *testing.T) {
	got, err := loadText(t, "version: 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if got.Margin != nil || got.FailOn != "" || got.Targets != nil || len(got.Rules) != 0 {
		t.Errorf("read %+v out of a version alone", got)
	}
}

func TestMarginMayBeZero(t *testing.T) {
	got, err := loadText(t, "version: 1\nmargin: 0d\n")
	if err != nil || got.Margin == nil || !got.Margin.IsZero() {
		t.Errorf("margin %v, error %v", got, err)
	}
}

func TestPathsAreRelativeToARelativeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "version: 1\ntargets: [{name: a, schema: [x.sql, ../y.sql]}]\n"
	for path, want := range map[string][]string{
		"idemaudit.yaml":          {"x.sql", "../y.sql"},
		"./idemaudit.yaml":        {"x.sql", "../y.sql"},
		"config/idemaudit.yaml":   {"config/x.sql", "y.sql"},
		"../" + dirName(t) + "/z": {"../" + dirName(t) + "/x.sql", "../y.sql"},
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path, getenv)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Targets[0].Schema); diff != "" {
			t.Errorf("paths of %s differ (-want +got):\n%s", path, diff)
		}
	}
}

func dirName(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(dir)
}

func TestDSN(t *testing.T) {
	for _, test := range []struct{ shows, written, want string }{
		{"a reference", "${LEDGER_DATABASE_URL}", "postgres://ledger:canary@db/ledger"},
		{"references among text", "postgres://${USER}@db/${USER}_prod", "postgres://ledger@db/ledger_prod"},
		{"a value is not expanded again", "host=db password=${PASSWORD}", "host=db password=ca${USER}nary"},
		{"no reference", "postgres://u:pa$USER$$@db/x", "postgres://u:pa$USER$$@db/x"},
		{"a literal password", "postgres://u:canary@db/x", "postgres://u:canary@db/x"},
	} {
		t.Run(test.shows, func(t *testing.T) {
			got, err := loadText(t, "version: 1\ntargets: [{name: a, dsn: '"+test.written+"'}]\n")
			if err != nil {
				t.Fatal(err)
			}
			if dsn := got.Targets[0].DSN.Reveal(); dsn != test.want {
				t.Errorf("%q becomes %q, want %q", test.written, dsn, test.want)
			}
		})
	}
}

// target returns a configuration with a target of these lines, which begin on
// line 4.
func target(lines string) string {
	return "version: 1\ntargets:\n  - name: a\n" + lines
}

func TestLoadRefuses(t *testing.T) {
	for _, test := range []struct {
		shows, text string
		want        []string
	}{
		{"an empty file", "", []string{"1:1: the file is empty"}},
		{"no version", "margin: 5d\n", []string{"1:1: the field version is missing"}},
		{"another version", "version: 2\n", []string{`1:10: version is "2": write 1`}},
		{"an unknown field", "version: 1\ntarget: []\n", []string{`2:1: unknown field "target": did you mean targets?`}},
		{"vendors of no target", "version: 1\nvendors: [stripe]\n", []string{`2:1: unknown field "vendors": the fields here are version, margin, fail_on, targets, outbound, catalogue and rules`}},
		{"a negative margin", "version: 1\nmargin: -5d\n", []string{`2:9: margin: "-5d" is negative: a length of time must be more than zero`}},
		{"an unknown severity to fail on", "version: 1\nfail_on: errors\n", []string{`2:10: fail_on is "errors": write error, warning, note or never`}},
		{"an unknown severity of a rule", "version: 1\nrules: {growth: 'no'}\n", []string{`2:17: "growth" is "no": write off, note, warning or error`}},
		{"a rule that is switched off by false", "version: 1\nrules: {growth: false}\n", []string{`2:17: "growth" is "false": write off, note, warning or error`}},
		{"a rule twice", "version: 1\nrules: {growth: off, growth: error}\n", []string{`2:22: "growth" is given twice: it stands on line 2 already`}},
		{"waivers", "version: 1\nwaivers:\n  - rule: growth\n", []string{
			"2:1: this version knows no waivers: take the field out, and lower a rule's severity under rules where that will do"}},
		{"a catalogue that is no list", "version: 1\ncatalogue: acme.yaml\n", []string{"2:12: catalogue must be a list, and is a text"}},
		{"no targets", "version: 1\ntargets: []\n", []string{"2:10: targets is empty: leave it out to name the source on the command line"}},
		{"targets of one name", target("    dsn: x\n  - name: a\n    dsn: y\n"), []string{"5:11: a target of this name stands above already"}},
		{"two names that are none", "version: 1\ntargets: [{name: 1, dsn: x}, {name: 1, dsn: x}]\n", []string{
			"2:18: name must be a text, and YAML takes this for a number: put it in quotes",
			"2:37: name must be a text, and YAML takes this for a number: put it in quotes"}},
		{"a target without a name", "version: 1\ntargets: [{dsn: x}]\n", []string{"2:11: the field name is missing"}},
		{"a target that is a text", "version: 1\ntargets: [ledger]\n", []string{"2:11: an entry of targets must be a mapping, and is a text"}},
		{"both dsn and schema", target("    dsn: x\n    schema: y\n"), []string{"5:13: the target has a dsn too: one target is one source, so make two of it"}},
		{"neither dsn nor schema", target(""), []string{"3:5: the target has neither dsn nor schema: name the database or the SQL files to audit"}},
		{"an empty dsn", target("    dsn:\n"), []string{"4:9: dsn is empty"}},
		{"a variable that is not set", target("    dsn: ${LEDGER_URL}\n"), []string{"4:10: the environment variable LEDGER_URL, which the dsn refers to, is not set"}},
		{"two variables that are not set", target("    dsn: postgres://${A}:${B}@db\n"), []string{
			"4:10: the environment variable A, which the dsn refers to, is not set",
			"4:10: the environment variable B, which the dsn refers to, is not set"}},
		{"a reference without a name", target("    dsn: x${}y\n"), []string{
			"4:10: the dsn has ${ without the name of an environment variable and a } behind it: write it as in ${LEDGER_DATABASE_URL}"}},
		{"a reference that is not closed", target("    dsn: ${USER\n"), []string{
			"4:10: the dsn has ${ without the name of an environment variable and a } behind it: write it as in ${LEDGER_DATABASE_URL}"}},
		{"a reference with a default", target("    dsn: ${USER:-x}\n"), []string{
			"4:10: the dsn has ${ without the name of an environment variable and a } behind it: write it as in ${LEDGER_DATABASE_URL}"}},
		{"an empty list of files", target("    schema: []\n"), []string{"4:13: schema is empty: name the SQL files to audit"}},
		{"a file twice", target("    schema: [a.sql, ./a.sql]\n"), []string{"4:21: this stands in the list twice"}},
		{"standard input", target("    schema: \"-\"\n"), []string{"4:13: a configuration can't name standard input: name a file"}},
		{"standard input by a detour", target("    schema: [./-]\n"), []string{"4:14: a configuration can't name standard input: name a file"}},
		{"no stores", target("    dsn: x\n    stores: []\n"), []string{"5:13: stores is empty: leave it out to audit the stores that are found"}},
		{"stores of one table", target("    dsn: x\n    stores: [{table: public.t}, {table: '\"public\".t'}]\n"), []string{"5:41: a store of this table stands above already"}},
		{"a store without a table", target("    dsn: x\n    stores: [{key: [k]}]\n"), []string{"5:14: the field table is missing"}},
		{"a table without a name", target("    dsn: x\n    stores: [{table: public.}, {table: .t}]\n"), []string{
			"5:22: this is no name of a table: write schema.table", "5:40: this is no name of a table: write schema.table"}},
		{"an empty key", target("    dsn: x\n    stores: [{table: t, key: []}]\n"), []string{"5:30: key is empty: leave it out to have it found"}},
		{"a key that is no list", target("    dsn: x\n    stores: [{table: t, key: k}]\n"), []string{"5:30: key must be a list, and is a text"}},
		{"a column twice", target("    dsn: x\n    stores: [{table: t, key: [k, k]}]\n"), []string{"5:34: this stands in the list twice"}},
		{"an expiry that is anything but ignored", target("    dsn: x\n    stores: [{table: t, expiry: off}]\n"), []string{`5:33: expiry is "off": write ignored`}},
		{"a remover that is anything but never", target("    dsn: x\n    stores: [{table: t, removers: {f(): 30d}}]\n"), []string{`5:41: "f()" is "30d": write never`}},
		{"a retention of zero", target("    dsn: x\n    stores: [{table: t, retention: 0d}]\n"), []string{`5:36: retention: "0d" is no length of time: it must be more than zero`}},
		{"a retention in months", target("    dsn: x\n    stores: [{table: t, retention: P1M}]\n"), []string{`5:36: retention: "P1M" counts months or years, which have no one length: write days`}},
		{"no vendors", target("    dsn: x\n    vendors: []\n"), []string{"5:14: vendors is empty: leave it out, or name one such as stripe"}},
		{"a vendor as the command line has it", target("    dsn: x\n    vendors: ['stripe:cli-resend']\n"), []string{
			"5:15: this is no id of the catalogue: write stripe for all windows of a vendor, and stripe: [cli-resend] for single ones"}},
		{"a vendor without windows", target("    dsn: x\n    vendors: [stripe: []]\n"), []string{"5:23: the list of windows is empty: name the vendor alone for all its windows"}},
		{"a window that is no list", target("    dsn: x\n    vendors: [stripe: cli-resend]\n"), []string{`5:23: "stripe" must be a list, and is a text`}},
		{"two vendors in one entry", target("    dsn: x\n    vendors: [{stripe: [a], adyen: [b]}]\n"), []string{
			"5:15: an entry of vendors names one vendor, as in adyen: [webhook-automatic-retry]"}},
		{"a vendor twice", target("    dsn: x\n    vendors: [stripe, stripe: [cli-resend]]\n"), []string{"5:23: stripe stands above already: list all its windows there"}},
		{"a window twice", target("    dsn: x\n    vendors: [stripe: [cli-resend, cli-resend]]\n"), []string{"5:36: this stands in the list twice"}},
		{"windows that would be more than one", target("    dsn: x\n    vendors: [stripe: ['a,b']]\n"), []string{
			"5:24: this is no id of the catalogue: write stripe for all windows of a vendor, and stripe: [cli-resend] for single ones"}},
		{"outbound without its fields", "version: 1\noutbound: [{}]\n", []string{
			"2:12: the field vendor is missing", "2:12: the field window is missing", "2:12: the field retry_for is missing"}},
		{"an unknown field of outbound", "version: 1\noutbound: [{vendor: a, window: b, retry_for: 1h, retry: 2}]\n", []string{`2:50: unknown field "retry": did you mean retry_for?`}},
		{"an unknown field of a target", target("    dsn: x\n    store: []\n"), []string{`5:5: unknown field "store": did you mean stores?`}},
		{"an outbound window twice", "version: 1\noutbound:\n  - {vendor: a, window: b, retry_for: 1h}\n  - {vendor: a, window: b, retry_for: 2h}\n", []string{"4:25: the window b of a stands above already"}},
		{"problems everywhere, in order", "versoin: 1\nmargin: x\ntargets:\n  - nmae: a\n    stores: [{tabel: t}]\nrules: {growth: loud}\n", []string{
			"1:1: the field version is missing", `1:1: unknown field "versoin": did you mean version?`,
			`2:9: margin: "x" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`,
			"4:5: the field name is missing", "4:5: the target has neither dsn nor schema: name the database or the SQL files to audit",
			`4:5: unknown field "nmae": did you mean name?`,
			"5:14: the field table is missing", `5:15: unknown field "tabel": did you mean table?`,
			`6:17: "growth" is "loud": write off, note, warning or error`}},
	} {
		t.Run(test.shows, func(t *testing.T) {
			file, err := loadText(t, test.text)
			if file != nil {
				t.Error("a configuration beside the error")
			}
			var all *strictyaml.Error
			if !errors.As(err, &all) {
				t.Fatalf("error %v, want a list of problems", err)
			}
			var got []string
			for _, p := range all.Problems {
				_, problem, _ := strings.Cut(p.String(), FileName+":")
				got = append(got, problem)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("problems differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLoadOfNoFile(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), FileName), getenv)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "read the configuration: ") {
		t.Errorf("error %v, want that there is no such file", err)
	}
}

func TestWhere(t *testing.T) {
	file, err := loadText(t, whole)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"paypal": ":7:15",
		"stripe": ":18:13",
		"adyen:webhook-automatic-retry,api-idempotency-key": ":19:13",
		"stripe:api-v1-idempotency-key":                     ":25:17",
		"paypal:api-idempotency-key":                        ":32:30",
		"clock-zoneless":                                    ":34:28",
		"unheard-of":                                        "",
	} {
		if got := file.Where(name); got != file.Path+want {
			t.Errorf("%s is at %s, want %s", name, got, file.Path+want)
		}
	}
	if got := (&File{}).Where("stripe"); got != "" {
		t.Errorf("without a file, stripe is at %q", got)
	}
}
