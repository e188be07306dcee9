// Package ident writes identifiers that come from a database or a user so that
// SQL reads just them and nothing else.
package ident

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote writes a name as SQL needs it. A name with characters that can't
// be shown is written with their codes, so that what is pasted is what is
// meant and nothing else.
func Quote(name string) string {
	name = strings.ReplaceAll(name, "\x00", "")
	switch {
	case isPlain(name):
		return name
	case strings.ContainsFunc(name, IsHidden):
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
		case r == utf8.RuneError || !IsHidden(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\+%06x`, r)
		}
	}
	return b.String()
}

// IsHidden reports whether a character can't be shown as it is. It takes the
// replacement character for hidden too, because bytes that are no UTF-8 read
// as it.
func IsHidden(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }
