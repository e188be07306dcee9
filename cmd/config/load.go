package config

import (
	"fmt"
	"path/filepath"

	"idemaudit/vendors/strictyaml"
)

// Load reads a configuration. Paths in it are relative to its folder, and
// ${NAME} in a DSN stands for what getenv returns. The error is the operating
// system's, or a *strictyaml.Error with everything that is wrong with the
// file; no message shows a DSN.
func Load(path string, getenv func(string) string) (*File, error) {
	d, err := strictyaml.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	return load(path, d, getenv)
}

func load(path string, d *strictyaml.Document, getenv func(string) string) (*File, error) {
	l := loader{path: path, getenv: getenv, places: map[string]string{}}
	file := l.file(d.Root())
	if err := d.Err(); err != nil {
		return nil, err
	}
	return file, nil
}

// loader reads the parts of one configuration.
type loader struct {
	path   string
	getenv func(string) string
	places map[string]string
}

func (l *loader) file(root strictyaml.Node) *File {
	f := root.Fields()
	f.Required("version").Word("1")
	file := &File{Path: l.path, places: l.places}
	if margin := f.Optional("margin"); margin.Given() {
		length := margin.Margin()
		file.Margin = &length
	}
	file.FailOn = optionalWord(f, "fail_on", "error", "warning", "note", "never")
	file.Targets = l.targets(f.Optional("targets"))
	file.Outbound = l.outbound(f.Optional("outbound"))
	file.Catalogue = l.filesIn(f.Optional("catalogue"))
	file.Rules = l.rules(f.Optional("rules"))
	f.Optional("waivers").Reject("waivers are not known to this version: take the field out, and lower a rule's severity under rules where that will do")
	f.RefuseOthers()
	return file
}

func (l *loader) rules(n strictyaml.Node) map[string]string {
	if !n.Given() {
		return nil
	}
	rules := map[string]string{}
	for _, p := range n.Pairs() {
		rules[p.Name()] = p.Value.Word("off", "note", "warning", "error")
		l.remember(p.Name(), p.Key)
	}
	return rules
}

// remember keeps the first place at which the file names something that only
// the catalogue or the list of rules can judge.
func (l *loader) remember(name string, n strictyaml.Node) {
	if _, known := l.places[name]; !known {
		line, column := n.Place()
		l.places[name] = fmt.Sprintf("%s:%d:%d", l.path, line, column)
	}
}

// filesIn reads a list of paths.
func (l *loader) filesIn(n strictyaml.Node) []string {
	var paths []string
	for _, entry := range distinct(n) {
		paths = append(paths, l.resolve(entry))
	}
	return paths
}

func (l *loader) resolve(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(l.path), path)
}

func optionalWord(f *strictyaml.Fields, name string, words ...string) string {
	n := f.Optional(name)
	if !n.Given() {
		return ""
	}
	return n.Word(words...)
}
