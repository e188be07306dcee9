package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Application is the name under which the harness itself connects.
const Application = "pgtest"

const databasePrefix = "test_"

// Database is a database that one test has to itself.
type Database struct {
	Name   string
	DSN    string // as the superuser
	Server *Server
}

// Database creates a database and runs SQL in it. It is gone with the server.
func (s *Server) Database(t testing.TB, sql ...string) Database {
	t.Helper()
	name := databasePrefix + fmt.Sprint(s.databases.Add(1))
	s.Exec(t, "postgres", "create database "+name)
	for _, text := range sql {
		s.Exec(t, name, text)
	}
	return Database{Name: name, DSN: s.DSN(name, "postgres"), Server: s}
}

// Role creates a role that may log in and returns its name, which begins with
// the given one and is nobody else's on the server.
func (d Database) Role(t testing.TB, name string) string {
	t.Helper()
	name += "_" + strings.TrimPrefix(d.Name, databasePrefix)
	d.Exec(t, `create role "`+strings.ReplaceAll(name, `"`, `""`)+`" login`)
	return name
}

// As returns the connection string of another role.
func (d Database) As(role string) string { return d.Server.DSN(d.Name, role) }

// Exec runs SQL, one or more statements, as the superuser.
func (d Database) Exec(t testing.TB, sql string) {
	t.Helper()
	d.Server.Exec(t, d.Name, sql)
}

// DSN returns the connection string of a role in a database.
func (s *Server) DSN(database, role string) string {
	u := url.URL{
		Scheme: "postgres", User: url.User(role), Host: fmt.Sprintf("127.0.0.1:%d", s.Port),
		Path: "/" + database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Exec runs SQL, one or more statements, in a database as the superuser.
// Several statements in one text are one transaction.
func (s *Server) Exec(t testing.TB, database, sql string) {
	t.Helper()
	if err := s.exec(database, sql); err != nil {
		t.Fatalf("PostgreSQL %d: %v\n%s", s.Version, err, culprit(sql, err))
	}
}

func (s *Server) exec(database, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startPatience)
	defer cancel()
	conn, err := pgconn.Connect(ctx, s.DSN(database, "postgres")+"&application_name="+Application)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql).ReadAll()
	return err
}

// culprit returns the line of a text in which the server found an error; the
// whole text when it does not say.
func culprit(sql string, err error) string {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Position == 0 {
		return sql
	}
	before := string([]rune(sql)[:refused.Position-1])
	line := strings.Count(before, "\n")
	return strings.Split(sql, "\n")[line]
}
