package postgres

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// UsageError is a mistake in what the user wrote: a malformed connection
// string, a table that does not exist. It never holds a password.
type UsageError struct{ Reason string }

func (e *UsageError) Error() string { return e.Reason }

// UnavailableError is a server that could not be read: unreachable, refusing
// the login, too slow. It never holds a password.
type UnavailableError struct {
	Reason string // what happened, and where
	Fix    string // what to do about it; empty when nothing is known
}

func (e *UnavailableError) Error() string {
	if e.Fix == "" {
		return e.Reason
	}
	return e.Reason + ": " + e.Fix
}

// unavailable says in our own words why the server could not be read; nil for
// no error. The driver's errors are not wrapped: they hold the configuration.
func (t target) unavailable(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var known *UnavailableError
	if !errors.As(err, &known) {
		known = t.explain(ctx, err)
	}
	known.Reason = t.hidePassword(known.Reason)
	return known
}

// hidePassword takes the password out of a server's message, in case the
// server or a pooler repeats it.
func (t target) hidePassword(text string) string {
	if t.config.Password == "" {
		return text
	}
	return strings.ReplaceAll(text, t.config.Password, "*****")
}

func (t target) explain(ctx context.Context, err error) *UnavailableError {
	var server *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		return noAnswer(ctx, t.address())
	case errors.As(err, &server):
		return refused(t.address(), server)
	case t.demandsTLS() && strings.Contains(err.Error(), "refused TLS"):
		return &UnavailableError{cannotReach(t.address()) + ": it has no TLS, which sslmode asks for", "sslmode=prefer does without"}
	}
	return unreachable(t.address(), err)
}

// demandsTLS reports whether no attempt goes without TLS. By default one does,
// and then a server that refuses TLS is not what is wrong.
func (t target) demandsTLS() bool {
	return t.config.TLSConfig != nil &&
		!slices.ContainsFunc(t.config.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil })
}

func cannotReach(address string) string { return "cannot reach the server at " + address }

func noAnswer(ctx context.Context, address string) *UnavailableError {
	cause := context.Cause(ctx)
	why := "no answer in time"
	if !errors.Is(cause, context.DeadlineExceeded) {
		why = cause.Error()
	}
	return &UnavailableError{Reason: address + ": " + why}
}

// refused explains an error that the server itself reported.
func refused(address string, e *pgconn.PgError) *UnavailableError {
	said := address + ": the server says: " + e.Message
	fix := map[string]string{
		"28P01": "check the user and the password",
		"28000": "check the user, and that pg_hba.conf lets it in from here",
		"3D000": "check the database's name",
		"42501": "grant the role what is missing",
		"53300": "wait for a free connection, or raise the limit",
		"57P03": "try again when it has started",
		"57014": "try again, with a longer --timeout",
		"40001": "try again, or raise max_standby_streaming_delay on the standby",
		"08P01": "connect to the server itself, or through a pooler in transaction mode",
	}[e.Code]
	return &UnavailableError{Reason: said, Fix: fix}
}

// unreachable explains an error on the way to the server.
func unreachable(address string, err error) *UnavailableError {
	var (
		dns       *net.DNSError
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		network   net.Error
	)
	cannot := cannotReach(address)
	switch {
	case errors.As(err, &dns):
		return &UnavailableError{fmt.Sprintf("%s: the name %q is not known", cannot, dns.Name), "check its spelling"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &UnavailableError{cannot + ": connection refused", "is it running, and does it listen there?"}
	case errors.Is(err, os.ErrNotExist):
		return &UnavailableError{cannot + ": there is no such socket", "is it running, and is that its unix_socket_directories? --dsn or PGHOST names another host"}
	case errors.Is(err, os.ErrPermission):
		return &UnavailableError{cannot + ": permission denied", "may this account use the socket?"}
	case errors.As(err, &authority), errors.As(err, &hostname):
		return &UnavailableError{cannot + ": its certificate is not trusted", "name the authority with sslrootcert, and check the host's name"}
	case errors.As(err, &network) && network.Timeout():
		return &UnavailableError{cannot + ": no answer in time", "is there a firewall between?"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return &UnavailableError{cannot + ": it closed the connection", "is it a PostgreSQL server?"}
	}
	return &UnavailableError{Reason: cannot + ": " + innermost(err)}
}

// innermost returns the text of the cause, without the layers around it,
// which name the user and the database. Of several attempts the last one
// counts: before it the driver may have tried TLS in vain.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			next = joined.Unwrap()[len(joined.Unwrap())-1]
		}
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

// passes reports whether an audit that failed may succeed when it begins again:
// a standby cancelled it for the sake of its recovery, or a table was dropped
// while its definition was being written out.
func passes(err error) bool { return hasCode(err, "40001", "XX000") }

// hasCode reports whether the server failed a statement for one of these
// reasons, as SQLSTATE names them.
func hasCode(err error, codes ...string) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	for _, code := range codes {
		if server.Code == code {
			return true
		}
	}
	return false
}
