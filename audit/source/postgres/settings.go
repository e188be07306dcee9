package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// setting is one that the audit puts in place for its transaction alone. A
// plain SET would leak through a pooler into other clients' sessions.
type setting struct {
	name, value string
	shown       string // how pg_settings shows it
}

const (
	// A definition is either free to read or held by somebody's change of
	// it, which may take long. The audit does not queue up behind that, since
	// others would queue up behind the audit.
	lockTimeout = 200 * time.Millisecond
	idleTimeout = 30 * time.Second
	// statementTimeout holds where the audit itself has no earlier end.
	statementTimeout = time.Minute
)

// limits keep the audit harmless. They come first, together with the encoding
// of everything that follows: UTF-8, unless the database has none, in which
// case the server would refuse to pass on what is not UTF-8.
func limits(ctx context.Context, serverEncoding string) []setting {
	encoding := "UTF8"
	if serverEncoding == "SQL_ASCII" {
		encoding = serverEncoding
	}
	longest := statementTimeout
	if end, limited := ctx.Deadline(); limited {
		longest = max(time.Until(end), time.Millisecond)
	}
	return []setting{
		milliseconds("statement_timeout", longest),
		milliseconds("lock_timeout", lockTimeout),
		milliseconds("idle_in_transaction_session_timeout", idleTimeout),
		{"client_encoding", "'" + encoding + "'", encoding},
	}
}

// surroundings make names mean PostgreSQL's own objects, let row security leave
// rows out rather than end the query, and fix how the server writes
// definitions, which a role's settings would change: intervals as '24:00:00',
// bounds in UTC.
func surroundings() []setting {
	return []setting{
		{"search_path", "pg_catalog", "pg_catalog"},
		{"row_security", "on", "on"},
		{"TimeZone", "'UTC'", "UTC"},
		{"DateStyle", "'ISO, MDY'", "ISO, MDY"},
		{"IntervalStyle", "'postgres'", "postgres"},
	}
}

func milliseconds(name string, d time.Duration) setting {
	text := strconv.FormatInt(d.Milliseconds(), 10)
	return setting{name, text, text}
}

func queueSettings(b *pgx.Batch, all []setting) {
	for _, s := range all {
		b.Queue("SET LOCAL " + s.name + " = " + s.value)
	}
}

// queueConfirmation reads the settings back. The returned function names the
// first that is not in place, as happens where a pooler hands each statement
// to another session; empty when all are.
func queueConfirmation(b *pgx.Batch, all []setting) func() string {
	all = append(all, setting{name: "transaction_read_only", shown: "on"})
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.name
	}
	shown := map[string]string{}
	b.Queue(`SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY ($1::text[])`, names).
		Query(func(rows pgx.Rows) error {
			var name, value string
			_, err := pgx.ForEachRow(rows, into(&name, &value), func() error {
				shown[name] = value
				return nil
			})
			return err
		})
	return func() string {
		for _, s := range all {
			if shown[s.name] != s.shown {
				return s.name
			}
		}
		return ""
	}
}
