package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"idemaudit/audit/fact"
)

// row is one row of a query's result: columns lists where its columns go.
type row[T any] interface {
	*T
	columns() []any
}

// fetch runs one query and returns its rows. An error of the server leaves the
// transaction usable.
func fetch[T any, R row[T]](ctx context.Context, s *session, sql string, args ...any) ([]T, error) {
	var found []T
	b := &pgx.Batch{}
	b.Queue("SAVEPOINT section")
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var one T
			if err := rows.Scan(into(R(&one).columns()...)...); err != nil {
				return err
			}
			found = append(found, one)
		}
		return rows.Err()
	})
	b.Queue("RELEASE SAVEPOINT section")
	err := s.conn.SendBatch(ctx, b).Close()
	var server *pgconn.PgError
	if errors.As(err, &server) {
		if _, lost := s.conn.Exec(ctx, "ROLLBACK TO SAVEPOINT section"); lost != nil {
			return nil, lost
		}
	}
	return found, err
}

// section is one part of what the catalogs hold.
type section struct {
	what    string // how to name it when it can't be read: "the functions"
	catalog string // the catalog that a role must be allowed to read
	sql     string
	// locked is set when the query writes definitions out, which waits for
	// whoever changes the table in question. The query takes the tables that
	// are locked as $1 and must leave their definitions out.
	locked bool
	// optional is set where nothing that ends records can hide: without the
	// section some facts are unknown, and the audit is complete all the same.
	optional bool
}

// SQLSTATE of what costs a section and not the audit.
const (
	lockNotAvailable      = "55P03"
	insufficientPrivilege = "42501"
)

// read returns the rows of a section. When they can't be had because of a lock
// or a missing privilege, the catalog says so and there are none.
func read[T any, R row[T]](ctx context.Context, c *catalog, part section) ([]T, error) {
	found, err := fetch[T, R](ctx, c.s, part.sql, c.arguments(part)...)
	if part.locked && hasCode(err, lockNotAvailable) {
		// A table was locked after the locks were read.
		if err := c.readLocks(ctx); err != nil {
			return nil, err
		}
		found, err = fetch[T, R](ctx, c.s, part.sql, c.arguments(part)...)
	}
	if part.optional && hasCode(err, lockNotAvailable, insufficientPrivilege) {
		return nil, nil
	}
	return found, c.tolerate(part.what, "pg_catalog."+part.catalog, err)
}

// tolerate turns a lock or a missing privilege into something hidden, and puts
// words to any other error. object is what the role would have to be let read.
func (c *catalog) tolerate(what, object string, err error) error {
	var server *pgconn.PgError
	if !errors.As(err, &server) || !hasCode(err, lockNotAvailable, insufficientPrivilege) {
		return describe(what, err)
	}
	fix := tryAgain
	if server.Code == insufficientPrivilege {
		fix = grant("SELECT", object, c.s.role)
	}
	c.hide(fact.Hidden{What: what, Why: server.Message, Fix: fix, Incomplete: true})
	return nil
}

func describe(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("reading %s: %w", what, err)
}

func (c *catalog) arguments(part section) []any {
	if !part.locked {
		return nil
	}
	return []any{c.locked}
}
