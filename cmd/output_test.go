package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestWriteFilesReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.json")
	write(t, path, strings.Repeat("an older and longer report\n", 100))
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := writeFiles([]document{{path, []byte("{}\n")}}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != "{}\n" {
		t.Errorf("the file holds %q", got)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, want those of the file it replaced", info.Mode().Perm())
	}
	onlyFiles(t, dir, "report.json")
}

func TestWriteFilesMakesNewFilesReadableAsTheUmaskAllows(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "report.json")
	if err := writeFiles([]document{{path, []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, want -rw-r-----", info.Mode().Perm())
	}
}

func TestWriteFilesFollowsALink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	write(t, real, "old")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := writeFiles([]document{{link, []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, real); got != "new" {
		t.Errorf("the file behind the link holds %q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info, err)
	}
}

func TestWriteFilesWritesToADevice(t *testing.T) {
	if err := writeFiles([]document{{os.DevNull, []byte("x")}}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced: %v %v", os.DevNull, info, err)
	}
}

func TestWriteFilesWritesAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	write(t, first, "old")
	for name, second := range map[string]string{
		"a folder that is missing": filepath.Join(dir, "missing", "second"),
		"a path that is a folder":  dir,
	} {
		t.Run(name, func(t *testing.T) {
			err := writeFiles([]document{{first, []byte("new")}, {second, []byte("new")}})
			if err == nil || codeOf(err) != ExitUsage {
				t.Fatalf("error %v, want wrong usage", err)
			}
			if !strings.Contains(err.Error(), second) || strings.Contains(err.Error(), "second.") {
				t.Errorf("the message should name %q and no temporary file: %v", second, err)
			}
			if got := read(t, first); got != "old" {
				t.Errorf("the first file holds %q, want what it held before", got)
			}
			onlyFiles(t, dir, "first")
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// onlyFiles checks that a folder holds these files and nothing else.
func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}
