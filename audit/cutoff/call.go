package cutoff

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// call tells what a function gives.
func (s *scope) call(f *sqltree.FuncCall) value {
	list := f.GetFuncname()
	name := strings.ToLower(list[len(list)-1].GetString_().GetSval())
	if !s.shadowed(list) {
		if v, ok := s.builtin(name, f); ok {
			return v
		}
	}
	if v, ok := s.userFunction(f); ok {
		return v
	}
	if name == "array_agg" && len(f.GetArgs()) == 1 {
		return s.eval(f.GetArgs()[0])
	}
	for _, a := range f.GetArgs() {
		if v := s.eval(a); v.hasClock() || v.kind == opaqueKind {
			return opaque("the function " + name + " is not followed")
		}
	}
	if name == "current_setting" {
		return opaque("the cut-off comes from a server setting, which was not read")
	}
	return opaque("the function " + name + " is not followed")
}

// shadowed reports whether a function of the database takes the place of
// PostgreSQL's own, because the search_path names pg_catalog behind another
// schema, or the call names that schema.
func (s *scope) shadowed(list []*sqltree.Node) bool {
	parts := names(list)
	if len(parts) > 1 {
		return parts[len(parts)-2] != "pg_catalog"
	}
	path := s.session.path
	return slices.Contains(path, "pg_catalog") && path[0] != "pg_catalog" && len(s.reader.db.RoutinesNamed(schema.Name{Name: parts[0]}, path)) > 0
}

// builtin evaluates the functions of PostgreSQL that cleanups use.
func (s *scope) builtin(name string, f *sqltree.FuncCall) (value, bool) {
	args := f.GetArgs()
	switch name {
	case "now", "transaction_timestamp", "statement_timestamp", "clock_timestamp":
		if len(args) == 0 {
			return now(), true
		}
		return value{}, false
	case "make_interval":
		return s.makeInterval(args), true
	}
	if len(args) == 0 {
		return value{}, false
	}
	if name == "min" || name == "max" {
		return s.ofAnotherRecord(args[0])
	}
	first := s.eval(args[0])
	switch name {
	case "age":
		return s.age(args), true
	case "extract", "date_part":
		if len(args) == 2 {
			return s.extract(first, s.eval(args[1])), true
		}
	case "date_trunc":
		if len(args) >= 2 {
			return s.truncate(first, s.eval(args[1]), args[2:]), true
		}
	case "date_bin":
		if len(args) == 3 {
			return s.bin(first, s.eval(args[1])), true
		}
	case "timezone":
		if len(args) == 2 {
			return s.atTimeZone(first, s.eval(args[1])), true
		}
	case "date_add", "date_subtract":
		if len(args) >= 2 {
			return s.addedInZone(name, first, args), true
		}
	}
	if len(args) == 1 {
		return s.converted(name, first)
	}
	return s.textFunction(name, args)
}

// ofAnotherRecord is the birth of some record that is there: no later than now.
func (s *scope) ofAnotherRecord(n *sqltree.Node) (value, bool) {
	it, name := s.source(n)
	if n.GetColumnRef() == nil || it == nil || it.table == nil || it.target {
		return value{}, false
	}
	c, ok := it.table.Column(name)
	if !ok {
		return value{}, false
	}
	clock := s.reader.columnClock(it.table, c)
	if clock.kind != momentKind || clock.birth != 1 || clock.now != 0 {
		return value{}, false
	}
	return value{kind: momentKind, now: 1, low: -forever, high: clock.high, zone: clock.zone, date: clock.date}, true
}

// converted evaluates the functions of one argument.
func (s *scope) converted(name string, v value) (value, bool) {
	switch name {
	case "to_timestamp":
		return fromEpoch(v), true
	case "floor":
		return cutDown(numeric(v)), true
	case "ceil", "ceiling":
		return cutUp(numeric(v)), true
	case "round":
		return rounded(numeric(v)), true
	case "trunc":
		return cutDown(numeric(v)), v.kind == countKind || v.kind == numberKind && v.lowNumber >= 0
	case "justify_hours", "justify_days", "justify_interval":
		return justified(name, v), v.kind == lengthKind
	case "abs":
		return v, v.kind == numberKind && v.lowNumber >= 0
	case "date", "timestamptz", "timestamp", "interval", "text", "int4", "int8", "float8", "numeric":
		return s.castTo(v, name), true
	case "quote_literal", "quote_ident", "lower", "upper", "trim", "btrim":
		return s.textFunction(name, nil, v)
	}
	return value{}, false
}
