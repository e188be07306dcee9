package cutoff

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"idemaudit/audit/schema"
	"idemaudit/audit/source/postgres/pgtest"
)

var servers pgtest.Pool

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

var (
	differentialCases = flag.Int("differential", 240, "how many random cleanups PostgreSQL is asked about")
	differentialSeed  = flag.Uint64("differential-seed", 1, "the seed of the random cleanups")
)

// instants are the presents at which the oracle is asked: times all over the
// day through a year and into a leap year, and the moments around midnight and
// around every clock change.
const instants = `
create temp table instants as
select row_number() over ()::bigint as id, n, random() as share, random() < 0.5 as done, case when random() < 0.5 then 'done' else 'new' end as state
from (
	select '2025-12-20'::timestamptz + i * interval '3613 seconds' from generate_series(0, 19000) i
	union all select d + s from generate_series('2026-01-01'::timestamp, '2028-04-02', '1 day') d, unnest(array[interval '0 s', interval '1 s', interval '-1 s', interval '-30 min', interval '30 min']) s
	union all select t + i * interval '10 minutes' from unnest(array['2026-03-08 07:00Z', '2026-03-29 01:00Z', '2026-10-25 01:00Z', '2026-11-01 06:00Z']::timestamptz[]) t, generate_series(-30, 30) i
) all_instants(n);
analyze instants`

// oracle evaluates a condition for records of the ages given in seconds, at
// every instant: the columns are as the test table's defaults would have set
// them.
const oracle = `
select seconds from (
	select id, n, seconds, done, state, 'k'::text as key, null::uuid as tenant, 3600 as ttl_seconds,
		created_at, created_at::timestamp as created_local, created_at at time zone 'utc' as created_utc, created_at::date as created_on,
		extract(epoch from created_at)::bigint as created_s, (extract(epoch from created_at) * 1000)::bigint as created_ms,
		case when share < 0.5 then created_at else created_at + (n - created_at) * share end as updated_at, created_at + interval '24 hours' as expires_at
	from (select *, n - seconds * interval '1 second' as created_at from instants, unnest($1::bigint[]) as seconds) born
) g where %s limit 1`

// TestFloorAgainstPostgres asks PostgreSQL itself at which ages random
// cleanups remove a record. A floor above the age of one that goes is unsound
// and fails the test; how many of the others are within an hour of the
// youngest that goes is printed.
func TestFloorAgainstPostgres(t *testing.T) {
	server := servers.Server(t, pgtest.Options{Version: 15})
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"}
	for i, name := range zones {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			conn, err := pgx.Connect(ctx, server.Database(t).DSN)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(ctx)
			if _, err := conn.Exec(ctx, fmt.Sprintf("set timezone = '%s'; set jit = off; %s", name, instants), pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Fatal(err)
			}
			c := comparison{conn: conn, zone: schema.ZoneNamed(name), generator: generator{rand.New(rand.NewPCG(*differentialSeed, uint64(i)))}}
			c.run(t, *differentialCases/len(zones))
		})
	}
}

// comparison counts how the floors of random cleanups compare with what
// PostgreSQL says.
type comparison struct {
	generator
	conn *pgx.Conn
	zone schema.Zone
	// void counts cleanups that remove no record of any age that was tried, so
	// that there is no truth to be close to.
	unsound, loose, unknown, tight, void, impossible int
}

func (c *comparison) run(t *testing.T, cases int) {
	for range cases {
		db := testDatabase()
		db.Zone = c.zone
		made := c.wrap(db)
		floor, reason := made.floor(t)
		if floor == opaqueFloor {
			c.unknown++
			t.Logf("unknown: %s\n\t%s", made.text(), reason)
			continue
		}
		c.compare(t, made.text(), asAsked(made.condition), floor)
	}
	t.Logf("%s: %d unsound, %d loose, %d unknown, %d tight, %d void", c.zone.Name, c.unsound, c.loose, c.unknown, c.tight, c.void)
	if c.impossible > cases/20 {
		t.Errorf("PostgreSQL refused %d of the %d conditions: the grammar is wrong", c.impossible, cases)
	}
}

func (c *comparison) compare(t *testing.T, command, condition string, floor time.Duration) {
	below, near := agesBelow(floor), agesNear(floor)
	goes, at, err := c.goes(condition, below)
	switch {
	case err != nil:
		c.impossible++
		t.Logf("refused: %s: %v", condition, err)
		return
	case goes:
		c.unsound++
		t.Errorf("unsound: %s\n\tfloor %s, but a record goes at %s", command, floor, at)
		return
	case floor == neverFloor:
		c.tight++
		return
	}
	if goes, _, _ = c.goes(condition, near); goes {
		c.tight++
		return
	}
	if goes, at, _ = c.goes(condition, agesBeyond(floor)); !goes {
		c.void++
		return
	}
	c.loose++
	t.Logf("loose: %s\n\tby %s\n\tfloor %s, the youngest found to go is %s old", command, condition, floor, at)
}

// goes reports whether a condition holds for a record of one of the ages.
func (c *comparison) goes(condition string, ages []int64) (bool, time.Duration, error) {
	var seconds int64
	err := c.conn.QueryRow(context.Background(), fmt.Sprintf(oracle, condition), pgx.QueryExecModeExec, ages).Scan(&seconds)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, 0, nil
	}
	return err == nil, time.Duration(seconds) * time.Second, err
}

// agesBelow are ages at which nothing may go, most of them close to the floor;
// all there are for a cleanup that is said to remove nothing.
func agesBelow(floor time.Duration) []int64 {
	if floor == neverFloor {
		return agesBeyond(0)
	}
	s := int64(floor / time.Second)
	var ages []int64
	for _, age := range []int64{s - 1, s - 61, s - 1801, s - 3600, s - 7199, s - 6*3600, s - 86401, s * 3 / 4, s / 2, 0} {
		if age >= 0 && age < s {
			ages = append(ages, age)
		}
	}
	return ages
}

// agesNear are ages within the hour from the floor on.
func agesNear(floor time.Duration) []int64 {
	s := int64(floor / time.Second)
	return []int64{s, s + 1, s + 900, s + 1801, s + 2700, s + 3601}
}

func agesBeyond(floor time.Duration) []int64 {
	var ages []int64
	for h := int64(0); h < 24*40; h += 8 {
		ages = append(ages, int64(floor/time.Second)+h*3600)
	}
	return ages
}
