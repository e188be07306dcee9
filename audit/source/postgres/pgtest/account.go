package pgtest

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// account is who the server runs as. PostgreSQL refuses to run as root, so a
// test that does needs another; nil stands for the test's own.
type account struct{ uid, gid int }

func serverAccount() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(found.Uid)
		gid, errGID := strconv.Atoi(found.Gid)
		if errUID == nil && errGID == nil {
			return &account{uid, gid}, nil
		}
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root, and there is neither an account postgres nor nobody")
}

// credential is what starts a process as the account.
func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
}

// workDir makes a folder for one server that its account owns. A path to the
// server's socket must stay under 107 bytes, so a long or closed temporary
// folder is passed over.
func (a *account) workDir() (string, error) {
	base := os.TempDir()
	if len(base) > 60 || (a != nil && !reachable(base)) {
		base = "/tmp"
	}
	dir, err := os.MkdirTemp(base, "idemaudit-pg-")
	if err != nil {
		return "", err
	}
	if a != nil {
		err = os.Chown(dir, a.uid, a.gid)
	}
	return dir, err
}
