package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// installation is where the programs and libraries of one version are.
type installation struct {
	bin string
	lib []string // the folders that may hold loadable libraries
}

// find returns an installation of a major version: an installed one, or else
// one that is fetched.
func find(version int) (installation, error) {
	for _, bin := range candidates(version) {
		if majorOf(bin) == version {
			return at(bin), nil
		}
	}
	bin, err := fetched(version)
	if err != nil {
		return installation{}, missing{fmt.Sprintf("it is not installed, and fetching it failed: %v", err)}
	}
	return at(bin), nil
}

func at(bin string) installation {
	root := filepath.Dir(bin)
	return installation{bin: bin, lib: []string{filepath.Join(root, "lib"), filepath.Join(root, "lib", "postgresql")}}
}

// has reports whether the installation has a loadable library.
func (i installation) has(library string) bool {
	return slices.ContainsFunc(i.lib, func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, library+".so"))
		return err == nil
	})
}

// candidates lists the folders in which packages of the distributions and of
// the PostgreSQL project put a server's programs.
func candidates(version int) []string {
	v := strconv.Itoa(version)
	found := []string{"/usr/lib/postgresql/" + v + "/bin", "/usr/pgsql-" + v + "/bin"}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		found = append(found, strings.TrimSpace(string(out)))
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		found = append(found, filepath.Dir(path))
	}
	return found
}

// majorOf asks the server in a folder for its major version; 0 when there is
// no server, or no initdb beside it.
func majorOf(bin string) int {
	if _, err := os.Stat(filepath.Join(bin, "initdb")); errors.Is(err, os.ErrNotExist) {
		return 0
	}
	out, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return 0
	}
	number := regexp.MustCompile(`\d+`).Find(out)
	major, _ := strconv.Atoi(string(number))
	return major
}
