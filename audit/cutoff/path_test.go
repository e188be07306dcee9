package cutoff

import (
	"testing"
	"time"

	"idemaudit/audit/schema"
)

// TestATakeoverInTwoSteps holds claims that read a record, ask its age and end
// it by its key. A floor is right only where the record ended is surely the one
// whose age was asked.
func TestATakeoverInTwoSteps(t *testing.T) {
	const (
		read    = "select * into r from keys where key = k for update; "
		old     = "r.created_at < now() - interval '24 hours'"
		young   = "r.created_at > now() - interval '24 hours'"
		release = "delete from keys where key = k; "
	)
	text := func(names ...string) (params []schema.Param) {
		for _, n := range names {
			params = append(params, schema.Param{Name: n, Type: "text"})
		}
		return params
	}
	for name, c := range map[string]struct {
		declare, body string
		want          time.Duration
	}{
		"deleted when old":                {"", read + "if found and " + old + " then " + release + "end if;", hours(24)},
		"returned when young":             {"", read + "if found and " + young + " then return false; end if; " + release, hours(24)},
		"returned when there and young":   {"", read + "if r.key is not null and " + young + " then return false; end if; " + release, hours(24)},
		"raised when young":               {"", read + "if " + young + " then raise exception 'busy'; end if; " + release, hours(24)},
		"the exception is swallowed":      {"", read + "begin if " + young + " then raise exception 'busy'; end if; exception when others then null; end; " + release, neverFloor},
		"in an ELSE":                      {"", read + "if " + young + " then null; else " + release + "end if;", hours(24)},
		"in an ELSIF":                     {"", read + "if not found then null; elsif " + old + " then " + release + "end if;", hours(24)},
		"in a CASE":                       {"", read + "case when " + old + " then " + release + "else null; end case;", hours(24)},
		"asked by EXISTS":                 {"", "if exists (select 1 from keys where key = k and created_at < now() - interval '24 hours') then " + release + "end if;", hours(24)},
		"the time alone":                  {"at timestamptz;", "select created_at into at from keys where key = k; if at < now() - interval '24 hours' then " + release + "end if;", hours(24)},
		"the time cut to a day":           {"at date;", "select created_at into at from keys where key = k; if at < now() - interval '24 hours' then " + release + "end if;", 0},
		"failed or old":                   {"", read + "if r.state = 'failed' or " + old + " then " + release + "end if;", hours(24)},
		"made young again":                {"", read + "if " + old + " then update keys set created_at = now() where key = k; end if;", hours(24)},
		"upserted":                        {"", read + "if " + old + " then insert into keys (key) values (k) on conflict (key) do update set created_at = now(); end if;", hours(24)},
		"another key":                     {"", read + "if " + old + " then delete from keys where key = j; end if;", opaqueFloor},
		"a key changed on the way":        {"", read + "k := lower(k); if " + old + " then " + release + "end if;", opaqueFloor},
		"an age worked out before":        {"age interval;", read + "age := now() - r.created_at; if age > interval '24 hours' then " + release + "end if;", opaqueFloor},
		"an answer worked out before":     {"gone boolean;", read + "gone := " + old + "; if gone then " + release + "end if;", opaqueFloor},
		"given back on failure":           {"", "if j = 'failed' then " + release + "end if;", neverFloor},
		"given back in lower case":        {"", "delete from keys where key = lower(k);", neverFloor},
		"taken back while young":          {"", read + "if " + young + " then " + release + "end if;", neverFloor},
		"keys that the caller has chosen": {"", "delete from keys where key = any (string_to_array(k, ','));", opaqueFloor},
	} {
		db := testDatabase()
		got, reason := routineFloor(t, db, routine("claim", "declare r keys; "+c.declare+" begin "+c.body+" return true; end", text("k", "j")...))
		if got != c.want {
			t.Errorf("%s: %v (%s), want %v", name, got, reason, c.want)
		}
	}
}

func TestARowOfACursorIsTheRecord(t *testing.T) {
	const rows = "select * from keys where created_at < now() - interval '40 days'"
	for name, c := range map[string]struct {
		body string
		want time.Duration
	}{
		"WHERE CURRENT OF":      {"declare c cursor for " + rows + " for update; begin for r in c loop delete from keys where current of c; end loop; end", hours(40 * 24)},
		"opened with a query":   {"declare c refcursor; r record; begin open c for " + rows + "; loop fetch c into r; exit when not found; delete from keys where current of c; end loop; end", hours(40 * 24)},
		"of a dynamic query":    {"declare c refcursor; r record; begin open c for execute 'select * from keys'; loop fetch c into r; exit when not found; delete from keys where current of c; end loop; end", 0},
		"by its key":            {"declare r record; begin for r in " + rows + " loop delete from keys where key = r.key; end loop; end", hours(40 * 24)},
		"by a part of its key":  {"declare r record; begin for r in " + rows + " loop delete from keys where key = r.key::varchar(3); end loop; end", 0},
		"through another call":  {"declare r record; begin for r in " + rows + " loop perform release(r.key); end loop; end", hours(40 * 24)},
		"through a changed key": {"declare r record; begin for r in " + rows + " loop perform release(lower(r.key)); end loop; end", 0},
	} {
		db := testDatabase()
		db.Routines = append(db.Routines, routine("release", "begin delete from keys where key = x; end", schema.Param{Name: "x", Type: "text"}))
		got, reason := routineFloor(t, db, routine("purge", c.body))
		if got != c.want {
			t.Errorf("%s: %v (%s), want %v", name, got, reason, c.want)
		}
	}
}
