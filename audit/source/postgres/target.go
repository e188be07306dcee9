package postgres

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// application is the name under which the server shows the audit.
const application = "idemaudit"

// target is the database to read, and how to reach it.
type target struct {
	config  *pgx.ConnConfig
	path    string // the search_path that the connection string asks for
	options bool   // the connection string has start-up options, which are not sent
}

// dsn returns the connection string to use, empty for libpq's own defaults.
func dsn(o Options) string {
	if o.DSN == "" && o.Getenv != nil {
		return o.Getenv("DATABASE_URL")
	}
	return o.DSN
}

// parse reads a connection string. Start-up parameters are left out, except
// for the application's name: a pooler refuses or forgets them, and tools put
// settings of their own there. A search_path is kept, to be set in the
// transaction.
func parse(dsn string) (target, error) {
	if misplacedAt(dsn) {
		return target{}, &UsageError{"the connection URL has an @ that does not stand before the host: " + percentEncode}
	}
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return target{}, &UsageError{whyMalformed(err)}
	}
	if strings.Contains(config.Database, "://") || strings.LastIndex(address(config), "@") > 0 {
		return target{}, &UsageError{"the connection string has a URL or a login where the host's or the database's name stands: pass the URL as the whole of it"}
	}
	t := target{config: config, path: config.RuntimeParams["search_path"]}
	_, t.options = config.RuntimeParams["options"]
	config.RuntimeParams = map[string]string{"application_name": application}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.StatementCacheCapacity, config.DescriptionCacheCapacity = 0, 0
	return t, nil
}

const percentEncode = "percent-encode such characters of the password (/ as %2F, ? as %3F, # as %23, @ as %40)"

// misplacedAt reports whether a URL's password holds a character that ends it
// too early. The driver would take the rest of the password for a host, a port
// or a database and show it.
func misplacedAt(dsn string) bool {
	rest, isURL := strings.CutPrefix(dsn, "postgres://")
	if !isURL {
		rest, isURL = strings.CutPrefix(dsn, "postgresql://")
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	return isURL && (strings.Count(rest, "@") > 1 || strings.Contains(rest[end:], "@"))
}

// whyMalformed says what is wrong with a connection string. It never passes on
// the driver's own words, because they may quote the password: where that ends
// is the very thing that is unclear in a malformed string.
func whyMalformed(err error) string {
	causes := []struct{ in, why string }{
		{"invalid port", "its port is no number from 1 to 65535, or the password holds a character that ends it: " + percentEncode},
		{"could not match", "it names as many ports as hosts, or one"},
		{"failed to parse as URL", "it is no valid URL: " + percentEncode},
		{"failed to parse as keyword/value", "it is neither a URL that begins with postgres:// nor keyword=value pairs; quote a value with spaces: password='a b'"},
		{"failed to configure TLS", "its TLS settings (sslmode, sslrootcert, sslcert, sslkey) can't be used"},
		{"failed to read service", "the service it names is not in the service file"},
		{"connect_timeout", "its connect_timeout is no whole number of seconds"},
		{"target_session_attrs", "its target_session_attrs is none of any, read-write, read-only, primary, standby, prefer-standby"},
	}
	text := err.Error()
	why := "a parameter has a value that the driver does not take"
	if i := slices.IndexFunc(causes, func(c struct{ in, why string }) bool { return strings.Contains(text, c.in) }); i >= 0 {
		why = causes[i].why
	}
	var file *fs.PathError
	if errors.As(err, &file) {
		why += ": " + file.Path + ": " + file.Err.Error()
	}
	return "the connection string can't be read: " + why
}

// name is how reports call the target: the server and the database, without
// the user's name or password.
func (t target) name() string { return t.address() + "/" + t.config.Database }

// address is where the server is looked for: host:port, or the path of its
// socket; several where the connection string lists several.
func (t target) address() string { return address(t.config) }

func address(config *pgx.ConnConfig) string {
	_, first := pgconn.NetworkAddress(config.Host, config.Port)
	all := []string{first}
	for _, f := range config.Fallbacks {
		if _, next := pgconn.NetworkAddress(f.Host, f.Port); !slices.Contains(all, next) {
			all = append(all, next)
		}
	}
	return strings.Join(all, ", ")
}
