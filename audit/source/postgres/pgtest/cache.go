package pgtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// cacheDir returns the folder that fetched servers are kept in, and makes it:
// $IDEMAUDIT_POSTGRES_CACHE, or else a folder of the account. Root's own
// folders are closed to the account that the server runs as, so that root uses
// the machine's.
func cacheDir() (string, error) {
	dir := os.Getenv("IDEMAUDIT_POSTGRES_CACHE")
	if dir == "" {
		dir = defaultCache()
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := ownedAndSafe(dir); err != nil {
		return "", err
	}
	if os.Geteuid() == 0 && !reachable(dir) {
		return "", fmt.Errorf("the cache %s is closed to other accounts, and the server cannot run as root: set IDEMAUDIT_POSTGRES_CACHE", dir)
	}
	return dir, nil
}

func defaultCache() string {
	const name = "idemaudit-postgres"
	if os.Geteuid() == 0 {
		return filepath.Join("/var/cache", name)
	}
	if own, err := os.UserCacheDir(); err == nil {
		return filepath.Join(own, name)
	}
	return filepath.Join(os.TempDir(), name+"-"+strconv.Itoa(os.Geteuid()))
}

// ownedAndSafe refuses a folder that somebody else could have prepared:
// programs are run from it.
func ownedAndSafe(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(stat.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("the cache %s is not a folder that only this account can write to", dir)
	}
	return nil
}

// reachable reports whether every account may enter a folder.
func reachable(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
		dir = filepath.Dir(dir)
	}
}
