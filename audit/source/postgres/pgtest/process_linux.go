package pgtest

import "syscall"

// attributes start a process as an account, and have the system stop it when
// the test process is killed.
func attributes(a *account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Pdeathsig: syscall.SIGQUIT}
}
