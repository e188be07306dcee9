package definition

import "idemaudit/audit/sqltree"

// repeats reports whether a function gives the same result in every attempt
// when its arguments do.
func repeats(call *sqltree.FuncCall) bool {
	name := lastName(call.GetFuncname())
	switch name {
	case "uuid_generate_v3", "uuid_generate_v5", "digest", "hmac":
		return true // extensions' functions, in whatever schema they are
	}
	if !isBuiltIn(call.GetFuncname()) {
		return false
	}
	switch name {
	case "age":
		return len(call.GetArgs()) == 2 // with one it counts from today
	case "current_setting", "current_database", "current_schema", "current_schemas":
		return true // they tell who asks, not when
	}
	return isConversion(name) || isText(name) || isArithmetic(name) || isCalendar(name) || isComposite(name)
}

// isConversion tells the names of types that PostgreSQL also has as functions,
// and the functions that turn one type into another.
func isConversion(name string) bool {
	switch name {
	case "bool", "bpchar", "bytea", "date", "float4", "float8", "int2", "int4", "int8", "interval", "numeric", "text",
		"time", "timestamp", "timestamptz", "timetz", "uuid", "varchar",
		"to_char", "to_date", "to_hex", "to_number", "to_timestamp",
		"encode", "decode", "convert", "convert_from", "convert_to", "chr", "ascii",
		"uuid_nil", "uuid_ns_dns", "uuid_ns_oid", "uuid_ns_url", "uuid_ns_x500":
		return true
	}
	return false
}

func isText(name string) bool {
	switch name {
	case "btrim", "char_length", "character_length", "concat", "concat_ws", "format", "initcap", "left", "length",
		"lower", "lpad", "ltrim", "md5", "normalize", "octet_length", "overlay", "position", "quote_ident",
		"quote_literal", "quote_nullable", "regexp_match", "regexp_replace", "regexp_substr", "repeat", "replace",
		"reverse", "right", "rpad", "rtrim", "split_part", "starts_with", "strpos", "substr", "substring",
		"translate", "trim", "upper",
		"hashtext", "hashtextextended", "sha224", "sha256", "sha384", "sha512":
		return true
	}
	return false
}

func isArithmetic(name string) bool {
	switch name {
	case "abs", "ceil", "ceiling", "div", "exp", "floor", "gcd", "lcm", "ln", "log", "mod", "num_nonnulls", "num_nulls",
		"power", "round", "sign", "sqrt", "trunc":
		return true
	}
	return false
}

func isCalendar(name string) bool {
	switch name {
	case "date_add", "date_bin", "date_part", "date_subtract", "date_trunc", "extract", "isfinite", "justify_days",
		"justify_hours", "justify_interval", "make_date", "make_interval", "make_time", "make_timestamp",
		"make_timestamptz", "timezone":
		return true
	}
	return false
}

func isComposite(name string) bool {
	switch name {
	case "array_append", "array_cat", "array_prepend", "array_to_string", "cardinality", "string_to_array",
		"array_to_json", "json_build_array", "json_build_object", "jsonb_build_array", "jsonb_build_object",
		"json_object", "jsonb_object", "jsonb_set", "jsonb_strip_nulls", "row_to_json", "to_json", "to_jsonb",
		"daterange", "int4range", "int8range", "numrange", "tsrange", "tstzrange", "row":
		return true
	}
	return false
}
