package cutoff

import (
	"fmt"
	"math/rand/v2"
	"strings"
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
	switch g.IntN(14) {
	case 12:
		return g.rows()
	case 13:
		return g.computed()
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
	return g.pick("age(«now()», created_at) "+op+" "+g.interval(), "age(«now()», created_at) "+op+" "+g.pick("'1 year'", "'9 weeks'", "'2 mons 3 days'", "'400 days'", "'31 days'", "'29 days'"), "age(created_at) "+op+" "+g.interval(), "justify_days("+g.interval()+") "+op+" «now()» - created_at", "«now()» - updated_at "+op+" justify_hours("+g.interval()+")")
}

// rows compares two values at once, or one with several.
func (g generator) rows() string {
	op, d := g.pick("<", "<=", ">"), g.IntN(20)
	return g.pick(
		fmt.Sprintf("(created_at, id) %s («now()» - %s, 5)", op, g.interval()),
		fmt.Sprintf("created_on in («current_date» - %d, «current_date» - %d)", d, d+3),
		fmt.Sprintf("created_on = any (array[«current_date» - %d, «current_date» - %d])", d+1, d+7),
		fmt.Sprintf("created_at < all (array[«now()» - %s, «now()» - %s])", g.interval(), g.interval()))
}

// computed compares with what a sub-select or a function works out.
func (g generator) computed() string {
	op := g.pick("<", "<", "<=", ">")
	return g.pick(
		fmt.Sprintf("created_at %s (select «now()» - %s)", op, g.interval()),
		fmt.Sprintf("exists (select 1 where created_at %s «now()» - %s)", op, g.interval()),
		fmt.Sprintf("date_bin('%d minutes', created_at, timestamptz '2020-01-01') %s «now()» - %s", 5*(1+g.IntN(300)), op, g.interval()),
		fmt.Sprintf("created_at %s date_bin('%d hours', «now()», timestamptz '2020-01-01 00:30Z') - %s", op, 1+g.IntN(48), g.interval()),
		fmt.Sprintf("nullif(created_at, «now()» + interval '1 day') %s «now()» - %s", op, g.interval()))
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
