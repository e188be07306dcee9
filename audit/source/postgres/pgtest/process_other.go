//go:build !linux

package pgtest

import "syscall"

// attributes start a process as an account.
func attributes(a *account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential()}
}
