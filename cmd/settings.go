package cmd

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"idemaudit/cmd/config"
	"idemaudit/vendors"
)

// settings is what a run is set up by: the configuration, empty when there is
// none, the connection strings of its targets by their names, and the catalogue
// with every vendor that was added to it.
type settings struct {
	config    *config.File // without connection strings
	dsn       map[string]sealed
	catalogue *vendors.Catalogue
}

// load reads the configuration and the catalogue. Its settings can be used
// for finding further problems whatever the error.
func (f *settingsFlags) load(env Env) (settings, error) {
	s := settings{config: &config.File{}, catalogue: &vendors.Catalogue{}}
	file, err := f.loadConfig(env)
	if err != nil {
		return s, err
	}
	s.config, s.dsn = file, sealTargets(file)
	s.catalogue, err = loadCatalogue(slices.Concat(file.Catalogue, f.catalogue))
	return s, err
}

// sealTargets takes the connection strings out of a configuration.
func sealTargets(file *config.File) map[string]sealed {
	all := map[string]sealed{}
	for i := range file.Targets {
		t := &file.Targets[i]
		all[t.Name] = seal(t.DSN)
		t.DSN = ""
	}
	return all
}

// loadConfig returns the configuration, empty where there is none.
func (f *settingsFlags) loadConfig(env Env) (*config.File, error) {
	path := f.config
	if path == "" {
		found, ok := config.Find(env.Dir)
		if !ok {
			return &config.File{}, nil
		}
		path = shorten(env.Dir, found)
	}
	file, err := config.Load(path, env.Getenv)
	if err != nil {
		return nil, &exit{code: ExitUsage, err: err}
	}
	return file, nil
}

// loadCatalogue returns the embedded catalogue with the vendors of the given
// files, later ones overriding earlier ones.
func loadCatalogue(paths []string) (*vendors.Catalogue, error) {
	catalogue, err := vendors.Embedded()
	if err != nil {
		return nil, err
	}
	var problems []error
	for _, path := range paths {
		more, err := vendors.ReadFile(path)
		if err != nil {
			problems = append(problems, &exit{code: ExitUsage, err: err})
			continue
		}
		catalogue = catalogue.With(more)
	}
	return catalogue, errors.Join(problems...)
}

// shorten writes a path below dir relative to it, as somebody who works there
// would.
func shorten(dir, path string) string {
	if short, err := filepath.Rel(dir, path); err == nil && !strings.HasPrefix(short, "..") {
		return short
	}
	return path
}
