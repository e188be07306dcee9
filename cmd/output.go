package cmd

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// printOut writes all of text to standard output. A reader that has gone away,
// as head does once it has enough, is no failure.
func printOut(env Env, text string) error {
	_, err := io.WriteString(env.Stdout, text)
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return &exit{code: ExitUsage, err: fmt.Errorf("cannot write to standard output: %w", err)}
}

// document is a rendered report on its way to a file.
type document struct {
	path string
	body []byte
}

// writeFiles writes every document whole or not at all: each goes to a
// temporary file beside its path first, and only when all of them are complete
// do they take their names.
func writeFiles(documents []document) error {
	var staged []stagedFile
	for _, d := range documents {
		s, err := stage(d)
		if err != nil {
			for _, s := range staged {
				s.discard()
			}
			return err
		}
		staged = append(staged, s)
	}
	for _, s := range staged {
		if err := s.commit(); err != nil {
			return err
		}
	}
	return nil
}

// stagedFile is a complete document that has not got its name yet.
type stagedFile struct {
	document
	temporary string // empty for what is written in place
}

func stage(d document) (stagedFile, error) {
	info, err := os.Stat(d.path)
	exists := err == nil
	switch {
	case exists && info.IsDir():
		return stagedFile{}, cannotWrite(d.path, errors.New("it is a directory"))
	case exists && !info.Mode().IsRegular():
		return stagedFile{document: d}, nil // a device or a pipe has no name to take over
	case exists:
		if real, err := filepath.EvalSymlinks(d.path); err == nil {
			d.path = real // replace what a link leads to, not the link
		}
	}
	s := stagedFile{document: d, temporary: temporaryName(d.path)}
	file, err := os.OpenFile(s.temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return stagedFile{}, cannotWrite(d.path, err)
	}
	_, err = file.Write(d.body)
	if exists {
		err = errors.Join(err, file.Chmod(info.Mode().Perm()))
	}
	if err := errors.Join(err, file.Close()); err != nil {
		s.discard()
		return stagedFile{}, cannotWrite(d.path, err)
	}
	return s, nil
}

func (s stagedFile) commit() error {
	if s.temporary == "" {
		if err := os.WriteFile(s.path, s.body, 0o666); err != nil {
			return cannotWrite(s.path, err)
		}
		return nil
	}
	if err := os.Rename(s.temporary, s.path); err != nil {
		s.discard()
		return cannotWrite(s.path, err)
	}
	return nil
}

func (s stagedFile) discard() {
	if s.temporary != "" {
		os.Remove(s.temporary) // nothing more can be done about one that stays
	}
}

// temporaryName is hidden and in the same folder, so that taking the final
// name is one step on one file system.
func temporaryName(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+name+"."+strconv.FormatUint(rand.Uint64(), 36))
}

// cannotWrite says which file can't be written and why, without the name of
// the temporary file that the system's own message holds.
func cannotWrite(path string, err error) error {
	if failed, ok := errors.AsType[*os.PathError](err); ok {
		err = failed.Err
	}
	if failed, ok := errors.AsType[*os.LinkError](err); ok {
		err = failed.Err
	}
	return misuse("", "cannot write %q: %w", path, err)
}
