package vendors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadPath(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"acme.yaml": acme, "keeper.yaml": library, "README.md": "# not one\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string][]string{dir: {"acme", "keeper"}, filepath.Join(dir, "acme.yaml"): {"acme"}} {
		c, err := ReadPath(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, c.ids()); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", path, diff)
		}
	}
	empty := t.TempDir()
	for path, want := range map[string]string{
		empty:                        "read the catalogue: the folder " + empty + " holds no file whose name ends in .yaml",
		filepath.Join(empty, "none"): "no such file",
	} {
		if _, err := ReadPath(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
