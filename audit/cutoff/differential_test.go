package cutoff

import (
	"context"
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
	differentialCases = flag.Int("differential", 160, "how many random conditions PostgreSQL is asked about")
	differentialSeed  = flag.Uint64("differential-seed", 1, "the seed of the random conditions")
)

// oracle builds a record of every age at many times of day and of the year, in
// the session's time zone: n is the present, and the other columns are as the
// test table's defaults would have set them.
const oracle = `
create temp table grid as
with instants as (
	select unnest(array[
		'2026-01-01 00:00:00', '2026-01-31 23:59:59', '2026-02-14 12:00:00', '2026-02-28 23:30:00', '2026-03-01 00:00:00', '2026-03-01 00:00:01',
		'2026-03-08 07:30:00', '2026-03-09 00:30:00', '2026-03-29 00:59:00', '2026-03-29 02:30:00', '2026-03-30 00:10:00', '2026-03-31 06:00:00',
		'2026-04-05 13:37:11', '2026-05-01 00:00:00', '2026-05-30 18:45:00', '2026-06-30 21:15:42', '2026-07-15 03:00:00', '2026-08-31 23:59:59.5',
		'2026-10-25 01:30:00', '2026-10-26 00:00:30', '2026-11-01 06:30:00', '2026-11-02 00:00:00', '2026-12-31 11:11:11', '2028-02-29 12:00:00',
		'2028-03-01 00:00:00', '2028-03-31 22:22:22.25'
	]::timestamptz[]) as n
), ages as (
	select h * interval '1 hour' + s as age from generate_series(0, 24 * 65) h, unnest(array[interval '0 s', interval '1800 s', interval '3599 s']) s
)
select n, extract(epoch from age)::bigint as seconds, n - extract(epoch from age) * interval '1 second' as created_at,
	(row_number() over ())::bigint as id, 'k'::text as key, null::uuid as tenant,
	case when random() < 0.5 then 'done' else 'new' end as state, random() < 0.5 as done, 3600 as ttl_seconds, random() as share
from instants, ages;
alter table grid add created_local timestamp, add created_utc timestamp, add created_on date, add created_s bigint, add created_ms bigint,
	add updated_at timestamptz, add expires_at timestamptz;
update grid set created_local = created_at, created_utc = created_at at time zone 'utc', created_on = created_at,
	created_s = extract(epoch from created_at), created_ms = extract(epoch from created_at) * 1000,
	updated_at = case when share < 0.4 then created_at else created_at + (n - created_at) * share end, expires_at = created_at + interval '24 hours';
create index on grid (seconds);
analyze grid`

// TestFloorAgainstPostgres asks PostgreSQL itself at which ages random
// conditions hold. A floor above the youngest record that goes is unsound and
// fails the test; how close the others come is printed.
func TestFloorAgainstPostgres(t *testing.T) {
	server := servers.Server(t, pgtest.Options{Version: 15})
	for i, zone := range []schema.Zone{{Name: "UTC", Known: true}, {Name: "Europe/Berlin", Change: time.Hour, Known: true}, {Name: "America/New_York", Change: time.Hour, Known: true}, {Name: "Asia/Tokyo", Known: true}} {
		t.Run(zone.Name, func(t *testing.T) {
			ctx := context.Background()
			conn, err := pgx.Connect(ctx, server.Database(t).DSN)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(ctx)
			if _, err := conn.Exec(ctx, fmt.Sprintf("set timezone = '%s'; set jit = off; %s", zone.Name, oracle), pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Fatal(err)
			}
			compareWithOracle(t, conn, zone, generator{rand.New(rand.NewPCG(*differentialSeed, uint64(i)))}, *differentialCases/4)
		})
	}
}

func compareWithOracle(t *testing.T, conn *pgx.Conn, zone schema.Zone, g generator, cases int) {
	db := testDatabase()
	db.Zone = zone
	var unsound, loose, unknown, tight int
	for range cases {
		condition := g.condition(2)
		floor, reason := floorOf(t, db, "delete from keys where "+asRead(condition))
		truth, ok := youngest(t, conn, asAsked(condition))
		switch {
		case !ok:
		case floor == opaqueFloor:
			unknown++
			t.Logf("unknown: %s: %s", asRead(condition), reason)
		case truth < 0 && floor >= 0:
			tight++ // no record within the grid goes
		case floor == neverFloor && truth >= 0, floor > truth:
			unsound++
			t.Errorf("unsound: %s\n\tfloor %s, but a record goes at %s", asRead(condition), floor, truth)
		case floor == neverFloor || truth-floor <= time.Hour:
			tight++
		default:
			loose++
			t.Logf("loose: %s\n\tfloor %s, the youngest that goes is %s old", asRead(condition), floor, truth)
		}
	}
	t.Logf("%s: %d unsound, %d loose, %d unknown, %d tight", zone.Name, unsound, loose, unknown, tight)
	if unsound+loose+unknown+tight < cases*9/10 {
		t.Errorf("PostgreSQL refused too many of the %d conditions: the grammar is wrong", cases)
	}
}

// youngest returns the least age at which a condition holds; a negative one
// when none within the grid does, and false when PostgreSQL refuses it.
func youngest(t *testing.T, conn *pgx.Conn, condition string) (time.Duration, bool) {
	var seconds *int64
	err := conn.QueryRow(context.Background(), "select seconds from grid where "+condition+" order by seconds limit 1", pgx.QueryExecModeSimpleProtocol).Scan(&seconds)
	switch {
	case err == pgx.ErrNoRows:
		return -1, true
	case err != nil:
		t.Logf("refused: %s: %v", condition, err)
		return 0, false
	}
	return time.Duration(*seconds) * time.Second, true
}
