package audit

import (
	"fmt"
	"strings"
	"time"

	"idemaudit/audit/ident"
	"idemaudit/audit/span"
)

// qualified writes "schema.table", as stores are called, for SQL.
func qualified(store string) string {
	schema, table, found := strings.Cut(store, ".")
	if !found {
		return ident.Quote(store)
	}
	return ident.Quote(schema) + "." + ident.Quote(table)
}

// besideTable writes the name of an object that lives in the schema of a
// table, such as an index.
func besideTable(store, object string) string {
	schema, _, found := strings.Cut(store, ".")
	if !found {
		return ident.Quote(object)
	}
	return ident.Quote(schema) + "." + ident.Quote(strings.TrimPrefix(object, schema+"."))
}

func identifiers(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = ident.Quote(name)
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
