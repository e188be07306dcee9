package config

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"text/template"

	"gopkg.in/yaml.v3"
)

const canary = "postgres://u:canary-4711@db/x"

func TestSecretHidesFromEveryVerb(t *testing.T) {
	secret := Secret(canary)
	holders := map[string]any{
		"itself": secret, "a pointer": &secret, "a target": Target{Name: "a", DSN: secret}, "a pointer to a target": &Target{DSN: secret},
		"a list": []Secret{secret}, "a map": map[string]Secret{"x": secret}, "a key": map[Secret]int{secret: 1},
		"a file": File{Targets: []Target{{DSN: secret}}}, "an interface": []any{secret},
	}
	for shows, holder := range holders {
		for _, verb := range "abcdefghijklmnoqrstuvxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			for _, flags := range []string{"", "+", "#", "-40", "0", " ", ".3"} {
				text := fmt.Sprintf("%"+flags+string(verb), holder)
				if strings.Contains(text, "canary") || strings.Contains(text, "63616e617279") || strings.Contains(text, "63616E617279") {
					t.Errorf("%s shows the secret with %%%s%c: %s", shows, flags, verb, text)
				}
			}
		}
	}
	if got := fmt.Sprintf("%v %s", secret, Secret("")); got != "[hidden] " {
		t.Errorf("formatted as %q", got)
	}
	if got := secret.Reveal(); got != canary {
		t.Errorf("Reveal() = %q", got)
	}
}

type held struct {
	DSN  Secret
	List []Secret
}

func TestSecretHidesFromEveryMarshaller(t *testing.T) {
	holder := held{canary, []Secret{canary}}
	buffer := func(write func(*bytes.Buffer) error) func() (string, error) {
		return func() (string, error) {
			var b bytes.Buffer
			err := write(&b)
			return b.String(), err
		}
	}
	logged := func(make func(*bytes.Buffer) slog.Handler) func() (string, error) {
		return buffer(func(b *bytes.Buffer) error {
			slog.New(make(b)).Info("connect", "dsn", Secret(canary), "target", holder)
			return nil
		})
	}
	for shows, marshal := range map[string]func() (string, error){
		"json":     func() (string, error) { b, err := json.Marshal(holder); return string(b), err },
		"yaml":     func() (string, error) { b, err := yaml.Marshal(holder); return string(b), err },
		"xml":      func() (string, error) { b, err := xml.Marshal(holder); return string(b), err },
		"gob":      buffer(func(b *bytes.Buffer) error { return gob.NewEncoder(b).Encode(holder) }),
		"slog":     logged(func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) }),
		"slogJSON": logged(func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) }),
		"template": buffer(func(b *bytes.Buffer) error {
			return template.Must(template.New("").Parse("{{.}} {{.DSN}} {{printf \"%q\" .DSN}}")).Execute(b, holder)
		}),
		"error": func() (string, error) {
			return errors.Join(fmt.Errorf("connect to %s: refused", Secret(canary))).Error(), nil
		},
	} {
		text, err := marshal()
		if err != nil {
			t.Errorf("%s: %v", shows, err)
		}
		if strings.Contains(text, "canary") || !strings.Contains(text, "[hidden]") {
			t.Errorf("%s writes %q", shows, text)
		}
	}
}

// TestNoProblemShowsTheDSN puts a password into every place it can get to by
// mistake.
func TestNoProblemShowsTheDSN(t *testing.T) {
	for _, text := range []string{
		"version: 1\ntargets: [{name: a, dsn: '" + canary + "', schema: x, dns: y}]\n",
		"version: 1\ntargets: [{name: a, dns: '" + canary + "'}]\n",
		"version: 1\ntargets: [{name: a, dsn: {url: '" + canary + "'}}]\n",
		"version: 1\ntargets: [{name: a, dsn: ['" + canary + "']}]\n",
		"version: 1\ntargets: [{name: a, dsn: '" + canary + "${NOT_SET}'}]\n",
		"version: 1\ntargets: [{name: a, dsn: '" + canary + "${'}]\n",
		"version: 1\ntargets: [{name: a, dsn: \"" + canary + "\\n\"}]\n",
		"version: 1\ntargets: [{name: a, dsn=" + canary + "}]\n",
		"version: 1\ntargets: ['" + canary + "']\n",
		"version: 1\ntargets: [{name: '" + canary + "', dsn: x}, {name: '" + canary + "', dsn: x}]\n",
		"version: 1\ntargets: [{name: a, dsn: x, vendors: ['" + canary + "']}]\n",
		"version: 1\ntargets: [{name: a, dsn: x, vendors: [{'" + canary + "': [b]}]}]\n",
		"version: 1\ntargets: [{name: a, dsn: x, stores: ['" + canary + "']}]\n",
		"version: 1\ntargets: [{name: a, dsn: x, stores: [{table: t, removers: {'" + canary + "': no}}]}]\n",
		"version: 1\nrules: {'" + canary + "': loud}\n",
		"version: 1\nmargin: " + canary + "\nfail_on: " + canary + "\n",
		"version: 1\ntargets:\n  - name: a\n    dsn: x: " + canary + "\n",
		"version: 1\ntargets:\n  - name: a\n   dsn: " + canary + "\n",
		canary,
	} {
		_, err := loadText(t, text)
		if err == nil {
			t.Errorf("%s has no problem", text)
		} else if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the error shows the password: %v", text, err)
		}
	}
}
