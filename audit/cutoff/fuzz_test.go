package cutoff

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"idemaudit/audit/schema"
)

// FuzzCommand reads arbitrary SQL as a job's command: whatever it is, the
// reader must come to an end without a panic and without a negative floor.
func FuzzCommand(f *testing.F) {
	g := generator{rand.New(rand.NewPCG(1, 1))}
	for range 60 {
		f.Add("delete from keys where " + asRead(g.condition(3)))
	}
	for _, seed := range []string{
		"", ";;", "delete from keys where created_at < now() - '1 day", "with a as (select * from a) delete from keys using a where a.id = keys.id",
		"delete from keys where created_at < now() - make_interval(days => 1e308)", "delete from keys where created_at < now() - interval '99999999999 years'",
		"update keys set expires_at = expires_at - interval '-292 years'", "delete from keys where (created_at, id) < (now())", "select format('%9$I', 1)",
		"insert into keys select", "insert into keys default values", "merge into keys using keys k on true when matched then delete", "delete from keys where current of c",
	} {
		f.Add(seed)
	}
	db := testDatabase()
	f.Fuzz(func(t *testing.T, sql string) {
		for _, r := range New(db, testRoles, testKeys).Command(sql, nil, schema.Zone{}).Removals {
			if floor, ok := r.Floor.Get(); ok && floor.Length() < 0 {
				t.Errorf("a floor of %s", floor.Length())
			}
		}
	})
}

// FuzzRoutine reads arbitrary text as the body of a PL/pgSQL function.
func FuzzRoutine(f *testing.F) {
	for _, seed := range []string{
		"begin delete from keys where created_at < now() - interval '1 day'; end",
		"declare r record; begin for r in select id from keys loop delete from keys where id = r.id; end loop; exception when others then raise; end",
		"declare c cursor (a int) for select a; x int := 1; begin open c(1); fetch c into x; close c; execute 'delete from ' || x using x; end",
		"begin case x when 1 then null; else a[1] := 2; end case; return query execute format('%s', 1); end", "<<l>> begin loop exit l; end loop; end", "",
	} {
		f.Add(seed)
	}
	db := testDatabase()
	f.Fuzz(func(t *testing.T, body string) {
		New(db, testRoles, testKeys).Routine(routine("f", body, schema.Param{Name: "x", Type: "text"}))
	})
}

// FuzzInterval reads arbitrary text as an interval.
func FuzzInterval(f *testing.F) {
	for _, seed := range []string{"1 day", "24:00:00", "P1DT2H", "1 year 2 mons -3 days +04:05:06.789", "@ 1 minute ago", "7", "1e400 days", "-", "p", "1:2:3:4", ":"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if i, ok := parseInterval(text); ok {
			if low, high := i.Bounds(time.Hour); low > high {
				t.Errorf("%q is at least %s and at most %s", text, low, high)
			}
		}
	})
}

func TestOverlongCodeIsOpaque(t *testing.T) {
	db := testDatabase()
	db.Routines = []*schema.Routine{
		routine("ping", "begin perform pong(); end"), routine("pong", "begin perform ping(); perform pong(); end"),
	}
	started := time.Now()
	for name, sql := range map[string]string{
		"nested parentheses": "delete from keys where " + strings.Repeat("(", 10000) + "true" + strings.Repeat(")", 10000),
		"nested negations":   "delete from keys where " + strings.Repeat("not ", 10000) + "created_at > now()",
		"long sum":           "delete from keys where created_at < now()" + strings.Repeat(" - interval '1 s'", 10000),
		"very long sum":      "delete from keys where 1 < 1" + strings.Repeat(" + 1", 900000),
		"long":               "do $$ begin " + strings.Repeat("delete from keys where created_at < now() - interval '1 day'; ", 80000) + " end $$",
	} {
		if got, reason := floorOf(t, db, sql); got != opaqueFloor || reason == "" {
			t.Errorf("%s: floor %s %s, want it opaque with a reason", name, got, reason)
		}
	}
	if got, _ := floorOf(t, db, "select ping()"); got != neverFloor {
		t.Errorf("mutual recursion: floor %s, want none", got)
	}
	if took := time.Since(started); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}

func BenchmarkReadStatement(b *testing.B) {
	db := testDatabase()
	sql := "with old as (select ctid from keys where created_at < now() - make_interval(days => 30) and state = 'done' limit 1000) delete from keys using old where keys.ctid = old.ctid"
	reader := New(db, testRoles, testKeys)
	reader.Command(sql, nil, schema.Zone{}) // parsed once
	b.ReportAllocs()
	for b.Loop() {
		reader.Command(sql, nil, schema.Zone{})
	}
}
