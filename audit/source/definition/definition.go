// Package definition reads what one piece of a table's definition means: a
// default, an index expression, a predicate, a partition key. The live source
// gets these as text from the catalogs and the file source from statements, so
// that both read them here and can't come to differ. It judges nothing.
package definition

import (
	"slices"

	"idemaudit/audit/fact"
	"idemaudit/audit/sqltree"
)

// MarkVarying sets Varies on every column of one table: on identity columns,
// on those whose default differs in each attempt, and on generated ones that
// are computed from such a column.
func MarkVarying(columns []fact.Column) {
	varies := map[string]bool{}
	for i := range columns {
		c := &columns[i]
		c.Varies = c.Identity || c.Default != "" && VariesByAttempt(c.Default)
		varies[c.Name] = c.Varies
	}
	// A generated column can't be computed from another generated one.
	for i := range columns {
		c := &columns[i]
		if c.Generated && !c.Varies {
			c.Varies = slices.ContainsFunc(Columns(c.Default), func(used string) bool { return varies[used] })
		}
	}
}

// VariesByAttempt reports whether the text of a default may give another value
// in each attempt of the same request. It says no only of constants and of
// functions known to repeat their result; whatever it does not know, and text
// it can't parse, varies. Columns count as repeating: see MarkVarying.
func VariesByAttempt(defaultText string) bool {
	tree, err := sqltree.ParseExpression(defaultText)
	return err != nil || varies(tree)
}

func varies(n *sqltree.Node) bool {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_FuncCall:
		if !repeats(e.FuncCall) {
			return true
		}
	case *sqltree.Node_SqlvalueFunction:
		return tellsTime(e.SqlvalueFunction.GetOp())
	case *sqltree.Node_TypeCast:
		if isClockWord(e.TypeCast) {
			return true
		}
	}
	parts, known := children(n)
	return !known || slices.ContainsFunc(parts, varies)
}

func tellsTime(op sqltree.SQLValueFunctionOp) bool {
	switch op {
	case sqltree.SQLValueFunctionOp_SVFOP_CURRENT_ROLE,
		sqltree.SQLValueFunctionOp_SVFOP_CURRENT_USER,
		sqltree.SQLValueFunctionOp_SVFOP_USER,
		sqltree.SQLValueFunctionOp_SVFOP_SESSION_USER,
		sqltree.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG,
		sqltree.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:
		return false
	}
	return true
}

// isClockWord reports whether a cast reads a word like 'now' when it runs:
// ('now'::text)::date is how PostgreSQL before 10 stored CURRENT_DATE. The
// bare 'now'::timestamp is not meant: that one is read once, when the table is
// created, and is a constant from then on.
func isClockWord(cast *sqltree.TypeCast) bool {
	inner := cast.GetArg().GetTypeCast()
	if inner == nil || !isTextType(inner.GetTypeName()) {
		return false
	}
	switch inner.GetArg().GetAConst().GetSval().GetSval() {
	case "now", "today", "tomorrow", "yesterday":
		return !isTextType(cast.GetTypeName())
	}
	return false
}

func isTextType(t *sqltree.TypeName) bool {
	switch lastName(t.GetNames()) {
	case "text", "varchar", "bpchar", "name":
		return true
	}
	return false
}
