package cmd

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const acme = `id: acme
name: Acme Pay
windows:
  - id: webhook-retry
    direction: inbound
    mode: live
    span: 10d
    bound: at_most
    evidence: documented
    url: https://acme.example/webhooks
    read: 2026-11-01
`

func TestVendorsListHoldsWhatWasAdded(t *testing.T) {
	want := append(vendorIDs(embedded(t).catalogue), "acme")
	slices.Sort(want)
	env := testEnv(t, "acme.yaml", acme, "idemaudit.yaml", "version: 1\ncatalogue: [acme.yaml]\n")
	for how, got := range map[string]ran{
		"by the configuration": runIn(env, "vendors", "list", "--format", "json"),
		"by a flag":            runIn(testEnv(t, "acme.yaml", acme), "vendors", "list", "--format", "json", "--catalogue", "acme.yaml"),
	} {
		var list struct {
			Vendors []struct {
				ID string `json:"id"`
			} `json:"vendors"`
		}
		if err := json.Unmarshal([]byte(got.stdout), &list); err != nil {
			t.Fatalf("%s: %v\n%s", how, err, got.stderr)
		}
		var ids []string
		for _, v := range list.Vendors {
			ids = append(ids, v.ID)
		}
		slices.Sort(ids)
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", how, diff)
		}
	}
}

func TestVendorsShow(t *testing.T) {
	got := runIn(testEnv(t), "vendors", "show", "stripe")
	if got.code != ExitPassed || got.stderr != "" {
		t.Fatalf("exit code %d\n%s", got.code, got.stderr)
	}
	for _, want := range []string{"stripe/cli-resend", "stripe/webhook-automatic-retry", "https://docs.stripe.com/"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is missing:\n%s", want, got.stdout)
		}
	}
}

func TestVendorsValidate(t *testing.T) {
	env := testEnv(t, "acme.yaml", acme, "broken.yaml", "id: Acme\nname: x\nwindow: []\n", "alike.yaml", strings.ReplaceAll(acme, "10d", "-1d"))
	got := runIn(env, "vendors", "validate", "acme.yaml")
	if got.code != ExitPassed || got.stderr != "" || got.stdout != "acme.yaml: vendor acme with 1 window\n" {
		t.Errorf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	got = runIn(env, "vendors", "validate", "--format", "json", "acme.yaml", "broken.yaml", "missing.yaml")
	var document struct {
		Files []struct {
			File     string
			Valid    bool
			Vendors  []struct{ ID string }
			Problems []struct {
				Line    *int
				Message string
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &document); err != nil || got.code != ExitUsage || len(document.Files) != 3 {
		t.Fatalf("exit code %d, %v\n%s", got.code, err, got.stdout)
	}
	if f := document.Files[0]; !f.Valid || len(f.Vendors) != 1 || f.Vendors[0].ID != "acme" || len(f.Problems) != 0 {
		t.Errorf("acme.yaml is %+v", f)
	}
	if f := document.Files[1]; f.Valid || len(f.Problems) < 2 || f.Problems[0].Line == nil || *f.Problems[0].Line != 1 {
		t.Errorf("broken.yaml is %+v", f)
	}
	if f := document.Files[2]; f.Valid || len(f.Problems) != 1 || !strings.Contains(f.Problems[0].Message, "missing.yaml") {
		t.Errorf("missing.yaml is %+v", f)
	}
	got = runIn(env, "vendors", "validate", "broken.yaml", "acme.yaml", "alike.yaml")
	if got.code != ExitUsage {
		t.Errorf("exit code %d, want %d", got.code, ExitUsage)
	}
	for _, want := range []string{"idemaudit: error: broken.yaml:1:5: ", "idemaudit: error: broken.yaml:3:1: ", "idemaudit: error: alike.yaml:7:11: "} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%q is missing:\n%s", want, got.stderr)
		}
	}
}

func TestFloor(t *testing.T) {
	env := testEnv(t, "acme.yaml", acme)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"thirty days and the default margin": {[]string{"--vendor", "stripe"}, "35d"},
		"a margin of its own":                {[]string{"--vendor", "stripe:webhook-automatic-retry", "--margin", "36h"}, "4d12h"},
		"a vendor that was added":            {[]string{"--vendor", "acme", "--catalogue", "acme.yaml", "--margin", "0d"}, "10d"},
		"the longest of several":             {[]string{"--vendor", "acme", "--vendor", "stripe:dashboard-resend", "--catalogue", "acme.yaml"}, "20d"},
	} {
		t.Run(name, func(t *testing.T) {
			got := runIn(env, append([]string{"floor"}, test.args...)...)
			lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
			if got.code != ExitPassed || !strings.HasPrefix(lines[len(lines)-1], "replay floor: "+test.want+" ") {
				t.Errorf("exit code %d, the last line should say %s:\n%s%s", got.code, test.want, got.stdout, got.stderr)
			}
		})
	}
}

// Without --vendor the vendors are those that the configuration names, wherever
// it does.
func TestFloorOfTheConfiguration(t *testing.T) {
	const file = "version: 1\nmargin: 2d\ncatalogue: [acme.yaml]\ntargets:\n  - name: a\n    schema: a.sql\n    vendors: [stripe: [webhook-automatic-retry]]\n" +
		"  - name: b\n    schema: b.sql\n    stores:\n      - table: keys\n        vendors: [acme]\n"
	env := testEnv(t, "idemaudit.yaml", file, "acme.yaml", acme)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"the configuration's": {nil, "replay floor: 12d (acme/webhook-retry 10d + margin 2d)\n"},
		"those of a flag":     {[]string{"--vendor", "stripe:dashboard-resend"}, "replay floor: 17d (stripe/dashboard-resend 15d + margin 2d)\n"},
		"no margin":           {[]string{"--margin", "0d"}, "replay floor: 10d (acme/webhook-retry 10d, no margin)\n"},
	} {
		if got := runIn(env, append([]string{"floor"}, test.args...)...); got.code != ExitPassed || !strings.HasSuffix(got.stdout, test.want) {
			t.Errorf("%s: exit code %d, want the last line %s\n%s%s", name, got.code, test.want, got.stdout, got.stderr)
		}
	}
	silent := testEnv(t, "idemaudit.yaml", "version: 1\ntargets:\n  - name: a\n    schema: a.sql\n")
	got := runIn(silent, "floor")
	if got.code != ExitUsage || !strings.Contains(got.stderr, "vendors: [stripe] under a target or a store in idemaudit.yaml") {
		t.Errorf("exit code %d, want %d and where vendors stand\n%s", got.code, ExitUsage, got.stderr)
	}
}
