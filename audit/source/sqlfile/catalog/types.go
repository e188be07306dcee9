package catalog

import (
	"strconv"
	"strings"

	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// userType is a type that a script made: a domain, or one that only its name
// and, for a composite type, its columns are known of.
type userType struct {
	name    schema.Name
	domain  bool
	base    string    // the type a domain is over, as format_type writes it
	over    *userType // the domain a domain is over
	def     string    // a domain's default
	notNull bool
	columns []*column // of a composite type
}

// settle tells what a domain says of a column, with the domains it is over.
func (t *userType) settle() (notNull bool, def string) {
	for d := t; d != nil; d = d.over {
		notNull = notNull || d.notNull
		if def == "" {
			def = d.def
		}
	}
	return notNull, def
}

// typeText writes a type as PostgreSQL's format_type does with nothing but
// pg_catalog on the search path, and returns the script's own type behind it
// if it is one.
func (r *reader) typeText(t *sqltree.TypeName) (string, *userType) {
	if t.GetPctType() {
		return r.columnType(t)
	}
	name := qualified(t.GetNames())
	text, own := "", (*userType)(nil)
	if name.Schema == "" || name.Schema == "pg_catalog" {
		text = builtIn(name.Name, modifiers(t))
	}
	if text == "" {
		text, own = r.ownType(name, t)
	}
	if len(t.GetArrayBounds()) > 0 {
		if own != nil {
			text = own.name.Quoted()
		}
		return text + "[]", nil
	}
	return text, own
}

// ownType names a type that is not PostgreSQL's. One that no script made is
// an extension's; where that is installed nothing tells, and public is usual.
func (r *reader) ownType(name schema.Name, t *sqltree.TypeName) (string, *userType) {
	if own := lookup(r, r.types, name); own != nil {
		if own.domain {
			return own.base, own
		}
		return own.name.Quoted(), own
	}
	if row := lookup(r, r.tables, name); row != nil {
		return row.name.Quoted(), nil
	}
	if name.Schema == "" && (strings.HasPrefix(name.Name, "pg_") || strings.HasPrefix(name.Name, "any")) {
		return ident.Quote(name.Name), nil
	}
	if name.Schema == "" {
		name.Schema = "public"
	}
	return name.Quoted() + bracketed(modifiers(t)), nil
}

// columnType resolves "table.column%TYPE".
func (r *reader) columnType(t *sqltree.TypeName) (string, *userType) {
	parts := t.GetNames()
	of := qualified(parts[:max(len(parts)-1, 0)])
	if found := lookup(r, r.tables, of); found != nil {
		if c := found.column(texts(parts)[len(parts)-1]); c != nil {
			return c.typ, c.of
		}
	}
	return "", nil
}

// modifiers returns what stands in brackets behind a type's name.
func modifiers(t *sqltree.TypeName) []string {
	var all []string
	for _, n := range t.GetTypmods() {
		switch c := n.GetAConst(); {
		case c.GetIval() != nil:
			all = append(all, strconv.Itoa(int(c.GetIval().GetIval())))
		case c.GetSval() != nil:
			all = append(all, c.GetSval().GetSval())
		default:
			all = append(all, columnName(n))
		}
	}
	return all
}

func bracketed(modifiers []string) string {
	if len(modifiers) == 0 {
		return ""
	}
	return "(" + strings.Join(modifiers, ",") + ")"
}

// builtIn writes one of PostgreSQL's own types; empty for a name that is none.
func builtIn(name string, mods []string) string {
	switch name {
	case "int2":
		return "smallint"
	case "int4":
		return "integer"
	case "int8":
		return "bigint"
	case "float4":
		return "real"
	case "float8":
		return "double precision"
	case "bool":
		return "boolean"
	case "varchar":
		return "character varying" + bracketed(mods)
	case "bpchar":
		if len(mods) == 0 {
			return "bpchar"
		}
		return "character" + bracketed(mods)
	case "varbit":
		return "bit varying" + bracketed(mods)
	case "bit":
		return "bit" + bracketed(mods)
	case "char":
		return `"char"`
	case "numeric":
		if len(mods) == 1 {
			mods = append(mods, "0")
		}
		return "numeric" + bracketed(mods)
	case "timestamptz":
		return "timestamp" + bracketed(mods) + " with time zone"
	case "timestamp":
		return "timestamp" + bracketed(mods) + " without time zone"
	case "timetz":
		return "time" + bracketed(mods) + " with time zone"
	case "time":
		return "time" + bracketed(mods) + " without time zone"
	case "interval":
		return intervalType(mods)
	}
	if isPlainBuiltIn(name) {
		return name
	}
	return ""
}

func isPlainBuiltIn(name string) bool {
	switch name {
	case "text", "bytea", "uuid", "json", "jsonb", "jsonpath", "date", "name", "oid", "xml", "money",
		"inet", "cidr", "macaddr", "macaddr8", "point", "line", "lseg", "box", "path", "polygon", "circle",
		"tsvector", "tsquery", "regclass", "regproc", "regprocedure", "regtype", "regrole", "regnamespace",
		"regconfig", "regdictionary", "regoper", "regoperator", "regcollation", "xid", "xid8", "cid", "tid",
		"int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange",
		"int4multirange", "int8multirange", "nummultirange", "tsmultirange", "tstzmultirange", "datemultirange",
		"record", "void", "trigger", "event_trigger", "cstring", "internal", "language_handler", "fdw_handler",
		"unknown", "refcursor", "txid_snapshot":
		return true
	}
	return false
}

// intervalType writes an interval with its fields, which the grammar gives as
// a mask of bits, and its precision.
func intervalType(mods []string) string {
	if len(mods) == 0 {
		return "interval"
	}
	fields := map[string]string{
		"4": " year", "2": " month", "8": " day", "1024": " hour", "2048": " minute", "4096": " second",
		"6": " year to month", "1032": " day to hour", "3080": " day to minute", "7176": " day to second",
		"3072": " hour to minute", "7168": " hour to second", "6144": " minute to second",
	}[mods[0]]
	if len(mods) > 1 {
		return "interval" + fields + "(" + mods[1] + ")"
	}
	return "interval" + fields
}
