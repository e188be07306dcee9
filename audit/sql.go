package audit

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"idemaudit/audit/span"
)

// identifier writes a name as SQL needs it. A name with characters that can't
// be shown is written with their codes, so that what is pasted is what is
// meant and nothing else.
func identifier(name string) string {
	name = strings.ReplaceAll(name, "\x00", "")
	switch {
	case isPlain(name):
		return name
	case strings.ContainsFunc(name, isHidden):
		return `U&"` + escapedByCode(name) + `"`
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// isPlain reports whether a name needs no quotes in any place of a statement.
func isPlain(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && !isReserved(name)
}

// isReserved tells the words that PostgreSQL takes for a column or a table
// only in quotes.
func isReserved(name string) bool {
	return slices.Contains(strings.Fields(`
		all analyse analyze and any array as asc asymmetric authorization between binary bigint bit boolean both case cast char
		character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
		current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do
		else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike
		in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit
		localtime localtimestamp national natural nchar none not notnull null nullif numeric offset on only or order out outer
		overlaps overlay placing position precision primary real references returning right row select session_user setof
		similar smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim true
		union unique user using values varchar variadic verbose when where window with xmlelement`), name)
}

func escapedByCode(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '"':
			b.WriteString(`""`)
		case r == '\\':
			b.WriteString(`\\`)
		case r == utf8.RuneError || !isHidden(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\+%06x`, r)
		}
	}
	return b.String()
}

// qualified writes "schema.table", as stores are called, for SQL.
func qualified(store string) string {
	schema, table, found := strings.Cut(store, ".")
	if !found {
		return identifier(store)
	}
	return identifier(schema) + "." + identifier(table)
}

// besideTable writes the name of an object that lives in the schema of a
// table, such as an index.
func besideTable(store, object string) string {
	schema, _, found := strings.Cut(store, ".")
	if !found {
		return identifier(object)
	}
	return identifier(schema) + "." + identifier(strings.TrimPrefix(object, schema+"."))
}

func identifiers(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = identifier(name)
	}
	return strings.Join(quoted, ", ")
}

// interval writes a length of time in hours or seconds: a day in SQL can be 23
// hours long and a month 28 days.
func interval(s span.Span) string {
	if s.Length()%time.Hour == 0 {
		return fmt.Sprintf("interval '%d hours'", s.Length()/time.Hour)
	}
	return fmt.Sprintf("interval '%d seconds'", *wholeSeconds(s.Length()))
}
