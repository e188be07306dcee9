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
	file.FailOn = f.Optional("fail_on").Word("error", "warning", "note", "never")
	file.Targets = l.targets(f.Optional("targets"))
	file.Outbound = l.outbound(f.Optional("outbound"))
	file.Catalogue = distinct(f.Optional("catalogue").List(), l.readPath)
	file.Rules = l.rules(f.Optional("rules"))
	f.Refuse("waivers", "this version knows no waivers: take the field out, and lower a rule's severity under rules where that will do")
	f.RefuseOthers()
	return file
}

func (l *loader) rules(n strictyaml.Node) map[string]string {
	rules := map[string]string{}
	for _, p := range n.Pairs() {
		rules[p.Name] = p.Value.Word("off", "note", "warning", "error")
		l.remember(p.Name, p.Key)
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

// readPath reads a path. It refuses the one that means standard input on the
// command line: here it would be a file's name.
func (l *loader) readPath(n strictyaml.Node) string {
	path := n.Text()
	switch {
	case path == "":
		return ""
	case filepath.Clean(path) == "-":
		n.Reject("a configuration can't name standard input: name a file")
		return ""
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(l.path), path)
}
