package config

import (
	"os"
	"path/filepath"
	"testing"
)

// lay makes files, and folders where the name ends in a slash, and returns the
// folder they are in.
func lay(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if name[len(name)-1] == '/' {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		shows string
		files []string
		from  string
		want  string // empty for nothing found
	}{
		{"in the folder itself", []string{"repo/.git/", "repo/idemaudit.yaml"}, "repo", "repo/idemaudit.yaml"},
		{"further up", []string{"repo/.git/", "repo/idemaudit.yaml", "repo/a/b/"}, "repo/a/b", "repo/idemaudit.yaml"},
		{"the nearest one", []string{"repo/.git/", "repo/idemaudit.yaml", "repo/a/idemaudit.yaml", "repo/a/b/"}, "repo/a/b", "repo/a/idemaudit.yaml"},
		{"not above the repository", []string{"idemaudit.yaml", "repo/.git/", "repo/a/"}, "repo/a", ""},
		{"not above a work tree", []string{"idemaudit.yaml", "repo/.git", "repo/a/"}, "repo/a", ""},
		{"a folder of that name is none", []string{"repo/.git/", "repo/idemaudit.yaml", "repo/a/idemaudit.yaml/"}, "repo/a", "repo/idemaudit.yaml"},
		{"another ending is none", []string{"repo/.git/", "repo/idemaudit.yml"}, "repo", ""},
	} {
		t.Run(test.shows, func(t *testing.T) {
			root := lay(t, test.files...)
			path, ok := Find(filepath.Join(root, test.from))
			want := ""
			if test.want != "" {
				want = filepath.Join(root, test.want)
			}
			if path != want || ok != (want != "") {
				t.Errorf("found %q, %v, want %q", path, ok, want)
			}
		})
	}
}

func TestFindEndsAtTheRootOfTheFileSystem(t *testing.T) {
	if path, ok := Find("/"); ok {
		t.Skipf("this machine has %s", path)
	}
}

func TestFindFromARelativeFolder(t *testing.T) {
	root := lay(t, "repo/.git/", "repo/idemaudit.yaml", "repo/a/")
	t.Chdir(filepath.Join(root, "repo", "a"))
	if path, ok := Find("."); !ok || filepath.Base(filepath.Dir(path)) != "repo" || !filepath.IsAbs(path) {
		t.Errorf("found %q, %v", path, ok)
	}
}
