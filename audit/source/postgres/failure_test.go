package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"idemaudit/audit/source/postgres/pgtest"
)

// canary is a password that must come out nowhere.
const canary = "sw0rdfish"

// fails reads a database that can't be read and returns what is said about it.
func fails(t *testing.T, ctx context.Context, dsn string) error {
	t.Helper()
	_, err := Read(ctx, Options{DSN: dsn})
	if err == nil {
		t.Fatalf("%s was read", dsn)
	}
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err)} {
		if strings.Contains(text, canary) {
			t.Errorf("the password comes out: %s", text)
		}
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		t.Errorf("the driver's error is passed on: %T", cause)
	}
	return err
}

func unavailable(t *testing.T, err error, want string) {
	t.Helper()
	var e *UnavailableError
	if !errors.As(err, &e) {
		t.Fatalf("%T, want *UnavailableError: %v", err, err)
	}
	if !strings.Contains(e.Error(), want) {
		t.Errorf("said %q, want %q in it", e, want)
	}
}

func TestMalformedConnectionStringsAreUsageErrors(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u:" + canary + "@localhost:port/db":                      "no number from 1 to 65535",
		"postgres://u:" + canary + "@localhost:99999/db":                     "no number from 1 to 65535",
		"postgres://u:" + canary + "/x@localhost/db":                         "percent-encode",
		"postgres://u:12345/" + canary + "@localhost/db":                     "percent-encode",
		"postgres://u:x?" + canary + "@localhost/db":                         "percent-encode",
		"postgres://u:x#" + canary + "@localhost/db":                         "percent-encode",
		"postgres://u:x@" + canary + "@localhost/db":                         "percent-encode",
		"postgres://u:x@y/" + canary + "@localhost/db":                       "percent-encode",
		"postgres://u:x@y?" + canary + "@localhost/db":                       "percent-encode",
		"host=localhost dbname=postgres://u:" + canary + "@localhost/db":     "pass the URL as the whole of it",
		"host=u:" + canary + "@localhost dbname=db":                          "pass the URL as the whole of it",
		"postgresql://u:" + canary + "%zz@localhost/db":                      "percent-encode",
		"postgres://u:" + canary + "@local host/db":                          "percent-encode",
		"host=localhost password=two " + canary:                              "quote a value with spaces",
		"mysql://u:" + canary + "@localhost/db":                              "begins with postgres://",
		"postgres://u:" + canary + "@localhost/db?sslmode=no-verify":         "TLS settings",
		"postgres://u:" + canary + "@localhost/db?sslrootcert=/none":         "/none: no such file",
		"host=a,b,c port=1,2 password=" + canary:                             "as many ports as hosts",
		"postgres://u:" + canary + "@localhost/db?connect_timeout=x":         "connect_timeout",
		"postgres://u:" + canary + "@localhost/db?target_session_attrs=x":    "target_session_attrs",
		"postgres://u:" + canary + "@localhost/db?default_query_exec_mode=x": "a parameter has a value",
		"service=none password=" + canary:                                    "service",
		"password='" + canary:                                                "keyword=value",
		"host=localhost password=" + canary + "\x00":                         "keyword=value",
	} {
		err := fails(t, t.Context(), dsn)
		var e *UsageError
		if !errors.As(err, &e) {
			t.Errorf("%q gave %T, want *UsageError: %v", dsn, err, err)
		} else if !strings.Contains(e.Error(), want) {
			t.Errorf("%q gave %q, want %q in it", dsn, e, want)
		}
	}
}

func TestAServerThatIsNotThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for _, mode := range []string{"prefer", "disable", "require"} {
		err := fails(t, t.Context(), "postgres://u:"+canary+"@"+address+"/db?sslmode="+mode)
		unavailable(t, err, "cannot reach the server at "+address+": connection refused: is it running, and does it listen there?")
	}
	unavailable(t, fails(t, t.Context(), "host=/nowhere port=5433 password="+canary), "/nowhere/.s.PGSQL.5433: there is no such socket")
}

func TestAHostThatNobodyKnows(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	err := fails(t, ctx, "postgres://u:"+canary+"@no.such.host.invalid/db")
	unavailable(t, err, "no.such.host.invalid")
}

func TestAServerThatNeverAnswersEndsWithTheDeadline(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() // connections wait in its queue, unanswered
	for _, mode := range []string{"prefer", "disable"} {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, errors.New("no answer within 300ms"))
		defer cancel()
		begin := time.Now()
		err := fails(t, ctx, "postgres://u:"+canary+"@"+listener.Addr().String()+"/db?sslmode="+mode)
		unavailable(t, err, listener.Addr().String()+": no answer within 300ms")
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("sslmode=%s took %s", mode, took)
		}
	}
}

func TestSomethingElseThanAServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	err = fails(t, t.Context(), "postgres://u:"+canary+"@"+listener.Addr().String()+"/db?sslmode=disable")
	unavailable(t, err, "it closed the connection")
}

// A server without TLS is what sslmode may ask against. By default it does not,
// and then something else is wrong.
func TestAServerWithoutTLSThatClosesTheConnection(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			asked := make([]byte, 8)
			if _, err := io.ReadFull(conn, asked); err == nil && binary.BigEndian.Uint32(asked[4:]) == sslRequest {
				fmt.Fprint(conn, "N")
			}
			conn.Close()
		}
	}()
	for mode, want := range map[string]string{
		"":                 "it closed the connection",
		"?sslmode=prefer":  "it closed the connection",
		"?sslmode=allow":   "it closed the connection",
		"?sslmode=require": "it has no TLS, which sslmode asks for: sslmode=prefer does without",
	} {
		unavailable(t, fails(t, t.Context(), "postgres://u:"+canary+"@"+listener.Addr().String()+"/db"+mode), want)
	}
}

// sslRequest is the code with which a client asks for TLS.
const sslRequest = 80877103

func TestAServerThatRefusesTheLogin(t *testing.T) {
	s := pgtest.Start(t, pgtest.Options{Version: 15})
	s.Exec(t, "postgres", `
do $$ begin
  execute format('copy (values (''host all postgres all trust''), (''host all nobody all reject''), (''host all all all scram-sha-256'')) to %L', current_setting('hba_file'));
end $$;
create role u login password 'another'; create role busy login password '`+canary+`' connection limit 0;
create role nobody login password '`+canary+`'; create role off nologin password '`+canary+`'; select pg_reload_conf()`)
	dsn := func(user, database string) string {
		return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d/%s?sslmode=disable", user, canary, s.Port, database)
	}
	for _, c := range []struct{ dsn, want string }{
		{dsn("u", "postgres"), `password authentication failed for user "u": check the user and the password`},
		{dsn("nobody", "postgres"), "check the user, and that pg_hba.conf lets it in from here"},
		{dsn("off", "postgres"), `role "off" is not permitted to log in`},
		{dsn("busy", "postgres"), `too many connections for role "busy"`},
		{dsn("postgres", "nowhere"), `database "nowhere" does not exist: check the database's name`},
	} {
		unavailable(t, fails(t, t.Context(), c.dsn), c.want)
	}
	err := fails(t, t.Context(), strings.Replace(dsn("postgres", "postgres"), "sslmode=disable", "sslmode=require", 1))
	unavailable(t, err, "it has no TLS, which sslmode asks for")
}

func TestAnAuditThatTakesTooLongEnds(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	ctx, cancel := context.WithTimeoutCause(t.Context(), 400*time.Millisecond, errors.New("no answer within 400ms"))
	defer cancel()
	target, err := parse(s.Database(t).DSN)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := open(ctx, target.config, "")
	if err != nil {
		t.Fatal(err)
	}
	defer opened.close()
	begin := time.Now()
	_, err = fetch[nameRow](ctx, opened, "SELECT pg_sleep(10)::text")
	if err == nil || time.Since(begin) > 2*time.Second {
		t.Fatalf("ended with %v after %s", err, time.Since(begin))
	}
	unavailable(t, target.unavailable(ctx, err), "no answer within 400ms")
}

func TestAServerThatRepeatsThePassword(t *testing.T) {
	target, err := parse("postgres://u:" + canary + "@h/d")
	if err != nil {
		t.Fatal(err)
	}
	said := target.unavailable(t.Context(), &UnavailableError{Reason: "no pg_hba.conf entry for " + canary})
	if said.Error() != "no pg_hba.conf entry for *****" {
		t.Errorf("said %q", said)
	}
}
