package cutoff

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"idemaudit/audit/schema"
)

// generator writes random conditions over the clocks of the test table. It
// covers what cleanups are made of; «…» marks a present time, which stands for
// itself in the code that is read and for a column in the oracle.
type generator struct{ *rand.Rand }

func (g generator) pick(options ...string) string { return options[g.IntN(len(options))] }

// condition returns a condition of at most so many levels.
func (g generator) condition(levels int) string {
	if levels <= 0 || g.IntN(3) == 0 {
		return g.comparison()
	}
	a := g.condition(levels - 1)
	switch g.IntN(9) {
	case 0, 1:
		return "(" + a + ") and (" + g.condition(levels-1) + ")"
	case 2:
		return "(" + a + ") or (" + g.condition(levels-1) + ")"
	case 3:
		return "not (" + a + ")"
	case 4:
		return g.pick("state = 'done'", "done", "id % 2 = 0", "key is not null") + " and (" + a + ")"
	case 5:
		return "coalesce(" + a + ", false)"
	case 6:
		return "case when " + g.pick("done", "state = 'new'") + " then " + a + " else " + g.condition(levels-1) + " end"
	case 7:
		return "(" + a + ") is true"
	}
	return a
}

func (g generator) comparison() string {
	switch g.IntN(12) {
	case 0:
		return g.dates()
	case 1:
		return g.epochs()
	case 2:
		return g.ages()
	case 3:
		return g.between()
	}
	op := g.pick("<", "<", "<", "<=", ">", ">=")
	clock, present := g.clock(), g.present()
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%s %s %s - %s", clock, op, present, g.interval())
	case 1:
		return fmt.Sprintf("%s - %s %s %s", present, g.interval(), op, clock)
	case 2:
		return fmt.Sprintf("%s + %s %s %s", clock, g.interval(), op, present)
	}
	return fmt.Sprintf("%s - %s %s %s", g.pick("«now()»", "«current_timestamp»"), g.pick("created_at", "updated_at", "expires_at"), op, g.interval())
}

func (g generator) clock() string {
	c := g.pick("created_at", "created_at", "created_at", "updated_at", "expires_at", "created_local", "coalesce(updated_at, created_at)",
		"greatest(created_at, updated_at)", "least(created_at, updated_at)", "created_at at time zone 'UTC'", "created_at::timestamp", "created_on", "to_timestamp(created_s)")
	switch g.IntN(6) {
	case 0:
		return "date_trunc('" + g.pick("minute", "hour", "day", "week", "month") + "', " + c + ")"
	case 1:
		if !strings.Contains(c, "zone") {
			return c + "::date"
		}
	}
	return c
}

func (g generator) present() string {
	p := g.pick("«now()»", "«now()»", "«current_timestamp»", "«clock_timestamp()»", "«localtimestamp»", "«current_date»", "«now()» at time zone 'UTC'")
	if g.IntN(5) == 0 {
		return "date_trunc('" + g.pick("minute", "hour", "day", "week", "month") + "', " + p + ")"
	}
	return p
}

func (g generator) interval() string {
	h := 1 + g.IntN(24*30)
	d := 1 + g.IntN(30)
	return g.pick(
		fmt.Sprintf("interval '%d hours'", h), fmt.Sprintf("interval '%d days'", d), fmt.Sprintf("'%d:30:00'::interval", h),
		fmt.Sprintf("make_interval(hours => %d)", h), fmt.Sprintf("make_interval(days => %d)", d), fmt.Sprintf("%d * interval '1 hour'", h),
		fmt.Sprintf("interval 'P%dDT%dH'", d, h%24), fmt.Sprintf("(%d || ' days')::interval", d), fmt.Sprintf("interval '%d' hour", h),
		"interval '1 month'", fmt.Sprintf("interval '%d days %d minutes'", d, h), "interval '1 month -3 days'",
		fmt.Sprintf("make_interval(secs => %d)", h*3600), fmt.Sprintf("least(interval '%d days', interval '%d hours')", d, h), "interval '2 weeks'")
}

func (g generator) dates() string {
	op := g.pick("<", "<=", ">", ">=", "=")
	d := g.IntN(30)
	return g.pick(
		fmt.Sprintf("created_at::date %s «current_date» - %d", op, d), fmt.Sprintf("«current_date» - created_at::date %s %d", op, d),
		fmt.Sprintf("created_on %s «current_date» - %d", op, d), fmt.Sprintf("date(created_at) + %d %s «current_date»", d, op),
		fmt.Sprintf("extract(day from «now()» - created_at) %s %d", op, d), fmt.Sprintf("created_on + interval '%d days' %s «now()»", d, op))
}

func (g generator) epochs() string {
	op := g.pick("<", "<=", ">")
	n := 3600 * (1 + g.IntN(700))
	return g.pick(
		fmt.Sprintf("extract(epoch from «now()» - created_at) %s %d", g.pick(">", ">=", "<"), n),
		fmt.Sprintf("created_s %s extract(epoch from «now()»)::bigint - %d", op, n), fmt.Sprintf("created_s %s extract(epoch from «now()» - interval '%d seconds')", op, n),
		fmt.Sprintf("created_ms %s (extract(epoch from «now()») * 1000)::bigint - %d000", op, n), fmt.Sprintf("created_ms / 1000 %s extract(epoch from «now()») - %d", op, n),
		fmt.Sprintf("extract(epoch from «now()») - extract(epoch from created_at) %s %d * 60", g.pick(">", "<="), n/60),
		fmt.Sprintf("created_at + ttl_seconds * interval '%d seconds' %s «now()»", 1+n/3600, op), fmt.Sprintf("floor(extract(epoch from created_at)) %s floor(extract(epoch from «now()»)) - %d", op, n))
}

func (g generator) ages() string {
	op := g.pick("<", "<=", ">", ">=")
	return g.pick("age(«now()», created_at) "+op+" "+g.interval(), "age(created_at) "+op+" "+g.interval(), "justify_days("+g.interval()+") "+op+" «now()» - created_at", "«now()» - updated_at "+op+" justify_hours("+g.interval()+")")
}

func (g generator) between() string {
	return g.pick("created_at", "updated_at", "created_local") + g.pick(" between ", " not between ", " between symmetric ") +
		"«now()» - " + g.interval() + " and «now()» - " + g.interval()
}

// asRead is the condition as a cleanup writes it.
func asRead(condition string) string {
	return strings.NewReplacer("«", "", "»", "").Replace(condition)
}

// asAsked is the condition for the oracle, whose clock is the column n.
func asAsked(condition string) string {
	return strings.NewReplacer("age(created_at)", "age(n::date::timestamptz, created_at)",
		"«now()»", "n", "«current_timestamp»", "n", "«clock_timestamp()»", "n", "«localtimestamp»", "n::timestamp", "«current_date»", "n::date").Replace(condition)
}

// command wraps a condition in one of the ways in which cleanups are written.
// All of them remove just the records that meet the condition.
func (g generator) command(db *schema.Database, condition string) string {
	plain := "delete from keys where " + condition
	body := func(language, text string) {
		db.Routines = append(db.Routines, &schema.Routine{Name: schema.Name{Schema: "public", Name: "purge"}, Language: language, Body: text, Returns: "void", Volatility: "volatile"})
	}
	switch g.IntN(18) {
	case 0:
		return "with old as (select id from keys where " + condition + " limit 100) delete from keys using old where keys.id = old.id"
	case 1:
		return "delete from keys where ctid in (select ctid from keys where " + condition + " order by id limit 10)"
	case 2:
		return "delete from public.keys k where k.key = any (array(select key from keys where " + condition + "))"
	case 3:
		return "update keys set key = null where " + condition
	case 4:
		return "merge into keys using (select 1) o on true when matched and (" + condition + ") then delete"
	case 5:
		return "do $do$ begin " + plain + "; end $do$"
	case 6:
		return "do $do$ begin execute $sql$ " + plain + " $sql$; end $do$"
	case 7:
		return "do $do$ declare r record; begin for r in select id from keys where " + condition + " loop delete from keys where id = r.id; end loop; end $do$"
	case 8:
		body("sql", plain)
		return "select purge()"
	case 9:
		body("plpgsql", "declare n int; begin loop "+plain+"; get diagnostics n = row_count; exit when n = 0; end loop; exception when others then raise; end")
		return "select purge() from generate_series(1, 3)"
	case 10:
		body("plpgsql", "declare ids bigint[]; begin select array_agg(id) into ids from keys where "+condition+"; if ids is not null then delete from keys where id = any (ids); end if; end")
		return "call purge()"
	case 11:
		return "with gone as (" + plain + " returning id) select count(*) from gone"
	case 12:
		return "delete from keys where exists (select 1 from keys k where k.id = keys.id and (" + condition + "))"
	}
	return plain
}
