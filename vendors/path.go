package vendors

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"idemaudit/vendors/strictyaml"
)

// ReadFile reads a user's own file, which holds one vendor. The error is the
// operating system's, or a *strictyaml.Error with everything that is wrong
// with the file.
func ReadFile(path string) ([]Vendor, error) {
	d, err := strictyaml.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	v, err := read(d)
	if err != nil {
		return nil, err
	}
	return []Vendor{v}, nil
}

func read(d *strictyaml.Document) (Vendor, error) {
	v := readVendor(d.Root())
	if err := d.Err(); err != nil {
		return Vendor{}, err
	}
	return v, nil
}

// ReadPath reads a catalogue of its own that lies in one file, or in those
// files of a folder whose names end in .yaml. The error joins those of
// ReadFile for every file that is wrong, or says that the folder has none.
func ReadPath(path string) (*Catalogue, error) {
	paths, err := catalogueFilesAt(path)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	c := &Catalogue{}
	var problems []error
	for _, path := range paths {
		read, err := ReadFile(path)
		c, problems = c.With(read), append(problems, err)
	}
	return c, errors.Join(problems...)
}

func catalogueFilesAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".yaml" {
			paths = append(paths, filepath.Join(path, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("the folder %s holds no file whose name ends in .yaml", path)
	}
	return paths, nil
}
