package cmd

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"idemaudit/audit"
	"idemaudit/cmd/config"
	"idemaudit/vendors"
)

// The configurations that the README shows are read, and name only what there
// is.
func TestREADMEConfiguration(t *testing.T) {
	for i, shown := range readmeBlocks(t, "Configuration", "yaml") {
		env := testEnv(t, "idemaudit.yaml", shown, "migrations/1.sql", longStore).
			setenv("LEDGER_DATABASE_URL", "postgres://auditor@"+refusing(t)+"/ledger?sslmode=disable")
		got := runIn(env, "check")
		if got.code != ExitIncomplete {
			t.Errorf("number %d: exit code %d, want %d, since nothing listens there\n%s", i, got.code, ExitIncomplete, got.stderr)
		}
		oneClearLine(t, got.stderr, []string{`"ledger"`, "refused"})
	}
}

// One of them shows every field that there is.
func TestREADMEConfigurationShowsEveryField(t *testing.T) {
	blocks := readmeBlocks(t, "Configuration", "yaml")
	shown := strings.Replace(blocks[len(blocks)-1], "# catalogue:", "catalogue:", 1)
	env := testEnv(t, "idemaudit.yaml", shown).setenv("LEDGER_DATABASE_URL", "postgres://auditor@replica/ledger")
	file, err := config.Load("idemaudit.yaml", env.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	given := map[string]bool{}
	fields(reflect.ValueOf(*file), given, missing)
	for name := range missing {
		if !given[name] {
			t.Errorf("no value is given to %s", name)
		}
	}
	if len(given) < 20 {
		t.Errorf("only the fields %v were looked at", given)
	}
}

// fields notes which exported fields of our own structs have a value, and which
// have none, at any depth.
func fields(v reflect.Value, given, missing map[string]bool) {
	switch {
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			fields(v.Index(i), given, missing)
		}
	case v.Kind() == reflect.Struct && strings.HasSuffix(v.Type().PkgPath(), "cmd/config"):
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			name := v.Type().Name() + "." + field.Name
			if v.Field(i).IsZero() {
				missing[name] = true
			} else {
				given[name] = true
			}
			fields(v.Field(i), given, missing)
		}
	}
}

func TestREADMERules(t *testing.T) {
	var table strings.Builder
	table.WriteString("\n| rule | line | default | when |\n|---|---|---|---|\n")
	for _, r := range audit.Rules() {
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", r.ID, r.Line, r.Severity, strings.ReplaceAll(r.Summary, "|", `\|`))
	}
	holdSection(t, "rules", table.String()+"\n")
}

// The catalogue file that the README shows is read, and its remarks list every
// word that may stand there.
func TestREADMECatalogueFile(t *testing.T) {
	shown := readmeBlocks(t, "Vendors of your own", "yaml")[0]
	env := testEnv(t, "acme.yaml", shown)
	got := runIn(env, "vendors", "validate", "acme.yaml")
	if got.code != ExitPassed {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
	words := map[string][]string{"mode": {vendors.Live, vendors.Test, vendors.Any}, "direction": directions()}
	for _, b := range vendors.Bounds() {
		words["bound"] = append(words["bound"], string(b))
	}
	for _, e := range vendors.Evidences() {
		words["evidence"] = append(words["evidence"], string(e))
	}
	for field, allowed := range words {
		line := ""
		for l := range strings.Lines(shown) {
			if strings.HasPrefix(strings.TrimLeft(l, " -"), field+":") {
				line = l
			}
		}
		said := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,:\n", r) })
		for _, word := range allowed {
			if !slices.Contains(said, word) {
				t.Errorf("the line of %s does not list %s: %s", field, word, line)
			}
		}
	}
}

// The JSON that the README shows is a part of what the command writes.
func TestREADMEJSON(t *testing.T) {
	var shown, written any
	if err := json.Unmarshal([]byte(readmeBlocks(t, "The JSON report", "json")[0]), &shown); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(runREADMECommand(t, "--format", "json")), &written); err != nil {
		t.Fatal(err)
	}
	for _, complaint := range within("report", shown, written) {
		t.Error(complaint)
	}
}

// within lists where shown is no part of written: a list holds the entries
// shown in any place.
func within(at string, shown, written any) []string {
	switch s := shown.(type) {
	case map[string]any:
		w, _ := written.(map[string]any)
		var complaints []string
		for key, value := range s {
			if _, there := w[key]; !there {
				complaints = append(complaints, at+"."+key+" is not written")
				continue
			}
			complaints = append(complaints, within(at+"."+key, value, w[key])...)
		}
		return complaints
	case []any:
		w, isList := written.([]any)
		var complaints []string
		for i, entry := range s {
			if !slices.ContainsFunc(w, func(one any) bool { return len(within("", entry, one)) == 0 }) {
				complaints = append(complaints, fmt.Sprintf("%s[%d] is not written", at, i))
			}
		}
		if !isList {
			complaints = append(complaints, at+" is no list")
		}
		return complaints
	}
	if !reflect.DeepEqual(shown, written) {
		return []string{fmt.Sprintf("%s is written as %v, not %v", at, written, shown)}
	}
	return nil
}
