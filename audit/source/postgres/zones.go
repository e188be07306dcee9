package postgres

import (
	"context"
	"time"

	"idemaudit/audit/schema"
)

// zoneQuery tells how far each zone is from UTC, at least and at most, looked at once a week from
// last year to three years on. Rules that ended before that no longer count,
// and no zone moves its clocks for less than two weeks. The server is asked
// because its own rules count, which may be older than the world's.
const zoneQuery = `
SELECT z.name, (extract(epoch FROM min(o.distance)))::int8, (extract(epoch FROM max(o.distance)))::int8
  FROM unnest($1::text[]) AS z(name)
 CROSS JOIN pg_catalog.generate_series(pg_catalog.now() - interval '1 year', pg_catalog.now() + interval '3 years', interval '7 days') AS week(at)
 CROSS JOIN LATERAL (SELECT (week.at AT TIME ZONE z.name) - (week.at AT TIME ZONE 'UTC')) AS o(distance)
 GROUP BY z.name`

type zoneRow struct {
	name       string
	west, east int64 // seconds
}

func (r *zoneRow) columns() []any { return []any{&r.name, &r.west, &r.east} }

func (r *zoneRow) zone() schema.Zone {
	west, east := time.Duration(r.west)*time.Second, time.Duration(r.east)*time.Second
	return schema.Zone{Name: r.name, Change: east - west, West: west, East: east, Known: true}
}

// readZones finds the zone of sessions in this database, and how far its
// clocks and those of the zones that roles have set move.
func (c *catalog) readZones(ctx context.Context) error {
	general := c.ofOthers("TimeZone", c.s.rawZone)
	names := []string{general}
	for _, s := range c.roles {
		if name, ok := s.value("TimeZone"); ok {
			names = append(names, name)
		}
	}
	rows, err := fetch[zoneRow](ctx, c.s, zoneQuery, names)
	if err != nil && !hasCode(err, unknownZone) {
		return err
	}
	c.zones = map[string]schema.Zone{}
	for _, name := range names {
		c.zones[name] = schema.ZoneNamed(name) // where the server could not be asked
	}
	for _, r := range rows {
		c.zones[r.name] = r.zone()
	}
	c.db.Zone = c.zones[general]
	if _, ok := c.roles.lookup("", "TimeZone"); !ok && c.s.rawZone.isPersonal() {
		c.db.Notes = append(c.db.Notes,
			"the time zone of other roles can't be seen behind the one that role "+c.s.role+" has set, and is taken to be "+general+" too")
	}
	return nil
}

const unknownZone = "22023"

// zone returns the time zone that a role's sessions in this database have.
func (c *catalog) zone(role string) schema.Zone {
	if name, ok := c.roles.lookup(role, "TimeZone"); ok {
		return c.zones[name]
	}
	return c.db.Zone
}
