package config

import (
	"os"
	"path/filepath"
)

// FileName is what a configuration is called.
const FileName = "idemaudit.yaml"

// Find looks for the configuration in dir and in the folders above it, up to
// the root of the repository or else of the file system. The path is absolute.
func Find(dir string) (path string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		path := filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, true
		}
		parent := filepath.Dir(dir)
		if isRepositoryRoot(dir) || parent == dir {
			return "", false
		}
		dir = parent
	}
}

// isRepositoryRoot holds for a work tree too, where .git is a file.
func isRepositoryRoot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ".git"))
	return err == nil
}
