// Package report renders what an audit found. Every format shows the same
// document, and none adds a judgement of its own: the verdict, the counts and
// the worst gap are read from it. What comes from a database is made safe to
// show in one place, and every format escapes its own way.
package report

import (
	"fmt"
	"io"
	"strings"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

// Options say how a report for people looks. Formats for programs ignore them.
// The zero value is 80 columns without colour.
type Options struct {
	Width   int  // columns of the terminal; 80 when not positive
	Color   bool // colours, as escape sequences
	ASCII   bool // no characters but ASCII, for terminals that show no others
	Verbose bool // every remover, and how its floor was reached
	Quiet   bool // findings and the last line alone
}

// format is one way to write. Each writes every kind of document.
type format struct {
	name        string
	description string
	result      func(io.Writer, audit.Result, Options) error
	inspect     func(io.Writer, []fact.Snapshot, Options) error
	floor       func(io.Writer, audit.Floor, Options) error
	vendors     func(io.Writer, []Vendor, Options) error
	vendor      func(io.Writer, Vendor, Options) error
	changes     func(io.Writer, []Change, Options) error
	checked     func(io.Writer, []Checked, Options) error
}

// formats is the one list of formats: choice, help and tests read it.
func formats() []format {
	return []format{
		{"table", "blocks and tables for people", tableResult, tableInspect, tableFloor, tableVendors, tableVendor, tableChanges, tableChecked},
		{"json", "the stable document for programs", jsonResult, jsonInspect, jsonFloor, jsonVendors, jsonVendor, jsonChanges, jsonChecked},
	}
}

// Formats returns the names of the formats, the default first.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Describe says what a format is for, for help texts; empty for a format that
// does not exist.
func Describe(name string) string {
	f, _ := formatNamed(name)
	return f.description
}

// Write writes what an audit found. The error is that of w, or that no format
// has the name.
func Write(w io.Writer, format string, r audit.Result, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.result(w, r, o)
}

// WriteInspect writes what was seen of each target, without a verdict.
func WriteInspect(w io.Writer, format string, snapshots []fact.Snapshot, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.inspect(w, snapshots, o)
}

// WriteFloor writes a replay floor with its terms.
func WriteFloor(w io.Writer, format string, floor audit.Floor, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.floor(w, floor, o)
}

// WriteVendors writes a list of vendors, in the order given.
func WriteVendors(w io.Writer, format string, vendors []Vendor, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.vendors(w, vendors, o)
}

// WriteVendor writes one vendor with all that is known of its windows.
func WriteVendor(w io.Writer, format string, v Vendor, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.vendor(w, v, o)
}

// WriteChanges writes the differences between two catalogues, in the order
// given.
func WriteChanges(w io.Writer, format string, changes []Change, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.changes(w, changes, o)
}

// WriteChecked writes what was found in catalogue files, in the order given.
func WriteChecked(w io.Writer, format string, all []Checked, o Options) error {
	f, err := formatNamed(format)
	if err != nil {
		return err
	}
	return f.checked(w, all, o)
}

func formatNamed(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("unknown format %q: choose one of %s", name, strings.Join(Formats(), ", "))
}
