package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// session is one connection with one read-only transaction on it.
type session struct {
	conn    *pgx.Conn
	address string

	version  string // "18.4"
	major    int64
	role     string
	replica  bool
	database string
	oid      int64
	schemas  []string // all there are
	counts   bool     // the server counts what is deleted

	// What the session had before the audit put its own settings in place.
	path    []string // the schemas that unqualified names are looked up in
	rawPath ownSetting
	rawZone ownSetting
}

// ownSetting is a setting as the role has it, and where it comes from, as
// pg_settings names that: "database", "user", "configuration file", …
type ownSetting struct{ value, source string }

const (
	oldest = 14 // the oldest major version that is read

	closePatience = time.Second
)

// open connects, begins a transaction that can't write, and puts the audit's
// own settings in place. Nothing is sent as a start-up option and no statement
// is named, so that a pooler passes everything on. path is the search path
// that the user asks for, empty for the role's own.
func open(ctx context.Context, config *pgx.ConnConfig, path string) (*session, error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	s := &session{conn: conn, address: address(config)}
	if err := s.begin(ctx, path); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// begin starts the transaction. One snapshot serves all queries, so that what
// they return fits together.
func (s *session) begin(ctx context.Context, path string) error {
	if _, err := s.conn.Exec(ctx, "BEGIN READ ONLY, ISOLATION LEVEL REPEATABLE READ"); err != nil {
		return err
	}
	before, after := limits(ctx, s.conn.PgConn().ParameterStatus("server_encoding")), surroundings()
	b := &pgx.Batch{}
	queueSettings(b, before)
	s.queueOwn(b, path)
	queueSettings(b, after)
	s.queueFacts(b)
	confirm := queueConfirmation(b, append(before, after...))
	if err := s.conn.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	if s.major < oldest {
		return &UnavailableError{Reason: fmt.Sprintf("%s runs PostgreSQL %s, and %d is the oldest that can be audited", s.address, s.version, oldest)}
	}
	if lost := confirm(); lost != "" {
		return &UnavailableError{
			Reason: fmt.Sprintf("%s did not keep the setting %s, which makes the audit safe", s.address, lost),
			Fix:    "connect to the server itself, or to a pooler in transaction mode",
		}
	}
	return nil
}

// The role's own search path is read with nothing but qualified names: until
// it is set aside, what looks like an operator of PostgreSQL could be
// somebody's own.
const ownQuery = `
SELECT pg_catalog.current_schemas(false)::pg_catalog.text[], path.setting, path.source, zone.setting, zone.source
  FROM pg_catalog.pg_settings path, pg_catalog.pg_settings zone
 WHERE path.name OPERATOR(pg_catalog.=) 'search_path' AND zone.name OPERATOR(pg_catalog.=) 'TimeZone'`

func (s *session) queueOwn(b *pgx.Batch, path string) {
	if path != "" {
		b.Queue(`SELECT pg_catalog.set_config('search_path', $1, true)`, path)
	}
	b.Queue(ownQuery).QueryRow(func(row pgx.Row) error {
		return row.Scan(into(&s.path, &s.rawPath.value, &s.rawPath.source, &s.rawZone.value, &s.rawZone.source)...)
	})
}

const factsQuery = `
SELECT pg_catalog.current_setting('server_version'),
       pg_catalog.current_setting('server_version_num')::int8 / 10000,
       d.datname::text, d.oid::int8, current_user::text, pg_catalog.pg_is_in_recovery(),
       ARRAY(SELECT n.nspname::text FROM pg_catalog.pg_namespace n ORDER BY n.nspname),
       pg_catalog.current_setting('track_counts') = 'on'
  FROM pg_catalog.pg_database d
 WHERE d.datname = pg_catalog.current_database()`

func (s *session) queueFacts(b *pgx.Batch) {
	b.Queue(factsQuery).QueryRow(func(row pgx.Row) error {
		err := row.Scan(into(&s.version, &s.major, &s.database, &s.oid, &s.role, &s.replica, &s.schemas, &s.counts)...)
		s.version, _, _ = strings.Cut(s.version, " ") // without the distribution's own number
		return err
	})
}

// close ends the transaction and the connection, also when the time for the
// audit is up. It may be called again.
func (s *session) close() {
	if s.conn.IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closePatience)
	defer cancel()
	s.conn.Exec(ctx, "ROLLBACK")
	s.conn.Close(ctx)
}
