package report

import (
	"fmt"
	"io"
)

// Checked is what was found in one catalogue file: the vendors it holds, or
// what is wrong with it.
type Checked struct {
	File     string          `json:"file"`
	Valid    bool            `json:"valid"`
	Vendors  []CheckedVendor `json:"vendors"`
	Problems []Problem       `json:"problems"`
}

// CheckedVendor is a vendor of a valid file.
type CheckedVendor struct {
	ID      string `json:"id"`
	Holds   string `json:"-"` // in words: "3 windows"
	Windows int    `json:"windows"`
	Stores  int    `json:"stores"`
}

// Problem is one thing that is wrong with a file, and where; line and column
// count from 1 and are null for a file that could not be read at all.
type Problem struct {
	Line    *int   `json:"line"`
	Column  *int   `json:"column"`
	Message string `json:"message"`
}

// tableChecked lists the valid files; what is wrong with others is no part of
// the table, because it goes to standard error.
func tableChecked(w io.Writer, all []Checked, _ Options) error {
	for _, c := range all {
		for _, v := range c.Vendors {
			if _, err := fmt.Fprintf(w, "%s: vendor %s with %s\n", clean(c.File), clean(v.ID), clean(v.Holds)); err != nil {
				return err
			}
		}
	}
	return nil
}

func jsonChecked(w io.Writer, all []Checked, _ Options) error {
	for i, c := range all {
		if c.Vendors == nil {
			all[i].Vendors = []CheckedVendor{}
		}
		if c.Problems == nil {
			all[i].Problems = []Problem{}
		}
	}
	return writeJSON(w, struct {
		Files []Checked `json:"files"`
	}{all})
}
