// Package vendors is the catalogue: what counterparties publish about how long
// they may send the same request again, and how long they remember a key of
// ours. It is data, one YAML file a vendor, embedded and extended by the
// user's own files. It knows no store and judges nothing.
package vendors

import (
	"embed"
	"fmt"
	"io/fs"

	"idemaudit/audit/fact"
	"idemaudit/vendors/strictyaml"
)

//go:embed catalogue/*.yaml
var embedded embed.FS

// Vendor is one counterparty with its windows.
type Vendor struct {
	ID       string
	Name     string // as people write it
	Homepage string // of its documentation; empty when the file names none
	// Windows come in the order of the vendor's file.
	Windows []fact.Window
}

// Embedded returns the catalogue that the program was built with. It is parsed
// on every call; an error is a defect of the build.
func Embedded() (*Catalogue, error) {
	paths, err := fs.Glob(embedded, "catalogue/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list the embedded catalogue: %w", err)
	}
	c := &Catalogue{}
	for _, path := range paths {
		text, err := embedded.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read the embedded catalogue: %w", err)
		}
		v, err := parse("vendors/"+path, text)
		if err != nil {
			return nil, err
		}
		c = c.With([]Vendor{v})
	}
	return c, nil
}

// ReadFile reads a user's own file, which holds one vendor. The error is the
// operating system's, or a *strictyaml.Error with everything that is wrong
// with the file.
func ReadFile(path string) ([]Vendor, error) {
	d, err := strictyaml.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	v := readVendor(d.Root())
	if err := d.Err(); err != nil {
		return nil, err
	}
	return []Vendor{v}, nil
}

func parse(file string, text []byte) (Vendor, error) {
	d := strictyaml.Parse(file, text)
	v := readVendor(d.Root())
	if err := d.Err(); err != nil {
		return Vendor{}, err
	}
	return v, nil
}
