package sqlfile

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/sqlfile/catalog"
)

// input is the files that the user's paths name, in the order they are read.
type input struct {
	files      []file
	unreadable []unreadable
	readOne    bool
	notes      []string
	seen       map[string]bool // files and folders met, under their real names, so that none is read twice
	found      int             // how many SQL files were met below folders
	downs      []string        // files left out because they undo others
}

// unreadable is a file that can't be read, with the reason.
type unreadable struct{ name, reason string }

// open resolves the paths. It reports all paths that name nothing together.
func open(paths []string, stdin io.Reader) (*input, error) {
	in := &input{seen: map[string]bool{}}
	var problems []string
	for _, path := range paths {
		if problem := in.add(path, stdin); problem != "" {
			problems = append(problems, problem)
		}
	}
	if len(paths) == 0 {
		problems = append(problems, "no schema path is given: name a file, a directory or - for standard input")
	}
	if len(problems) > 0 {
		return nil, &UsageError{strings.Join(problems, "; ")}
	}
	if len(in.downs) > 0 {
		in.notes = append(in.notes, "left out, since they undo migrations: "+strings.Join(in.downs, ", "))
	}
	return in, nil
}

// add resolves one path that the user wrote, and returns what is wrong with
// it.
func (in *input) add(path string, stdin io.Reader) string {
	if path == "-" {
		if stdin == nil {
			return "standard input can't be read here"
		}
		in.files = append(in.files, file{name: path, stream: stdin})
		return ""
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory: " + path
	case err != nil:
		in.unreadable = append(in.unreadable, unreadable{path, plainReason(err)})
		return ""
	case !info.IsDir():
		in.addFile(path)
		return ""
	}
	found, failed, downs := in.found, len(in.unreadable), len(in.downs)
	if in.met(path) {
		return ""
	}
	in.walk(path)
	switch {
	case in.found > found || len(in.unreadable) > failed:
		return ""
	case len(in.downs) > downs:
		return "directory " + path + " holds only files that undo migrations, such as " + in.downs[downs]
	}
	return "directory " + path + " holds no .sql file"
}

func (in *input) addFile(path string) {
	if !in.met(path) {
		in.files = append(in.files, file{name: path})
	}
}

// met reports whether a file or folder was met before, be it by another link.
func (in *input) met(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	before := in.seen[real]
	in.seen[real] = true
	return before
}

// walk adds the SQL files below a folder. It follows links, each folder once.
func (in *input) walk(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		in.unreadable = append(in.unreadable, unreadable{folder, plainReason(err)})
		return
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	slices.SortFunc(names, byVersion)
	for _, name := range names {
		path := filepath.Join(folder, name)
		if undoes(name, names) {
			in.downs = append(in.downs, path)
		} else {
			in.visit(path, name)
		}
	}
}

func (in *input) visit(path, name string) {
	info, err := os.Stat(path)
	switch {
	case err != nil && isSQL(name):
		in.unreadable = append(in.unreadable, unreadable{path, plainReason(err)})
	case err != nil:
	case info.IsDir() && name == ".git":
	case info.IsDir() && in.met(path):
		in.found++ // what it holds was taken in before
	case info.IsDir():
		in.walk(path)
	case isSQL(name) && !info.Mode().IsRegular():
		// Reading a pipe or a device may never end.
		in.unreadable = append(in.unreadable, unreadable{path, "it is no regular file"})
	case isSQL(name):
		in.found++
		in.addFile(path)
	}
}

func isSQL(name string) bool { return strings.EqualFold(filepath.Ext(name), ".sql") }

// plainReason is the cause of a file error without the path, which stands
// beside it.
func plainReason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, fs.ErrPermission) {
		return "it may not be read: permission denied"
	}
	return "it can't be read: " + err.Error()
}

// nothingReadable is the error when no file could be read at all.
func (in *input) nothingReadable() error {
	var lines []string
	for _, u := range in.unreadable {
		lines = append(lines, u.name+": "+u.reason)
	}
	return &UsageError{"nothing could be read: " + strings.Join(lines, "; ")}
}

// unread tells the files that could not be read beside those that could, and
// those that psql would read and that no path names. What such a file holds
// nobody knows, so that it may touch every store.
func (in *input) unread(stores map[string][]string, includes []catalog.Include) []fact.Unread {
	all := slices.Sorted(maps.Keys(stores))
	var unread []fact.Unread
	for _, u := range in.unreadable {
		unread = append(unread, fact.Unread{Place: fact.Place{File: u.name}, Reason: u.reason, Stores: all})
	}
	for _, i := range includes {
		if !in.reads(i.Path) {
			unread = append(unread, fact.Unread{Place: i.Place, Reason: "psql reads " + i.Path + " here, which is not followed: name that file as well", Stores: all})
		}
	}
	return unread
}

// reads reports whether a file is among those read, going by its name alone:
// what a path in a script is relative to depends on where psql is started.
func (in *input) reads(path string) bool {
	return slices.ContainsFunc(in.files, func(f file) bool { return filepath.Base(f.name) == filepath.Base(path) })
}
