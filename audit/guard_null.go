package audit

import (
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
)

// nullFlaws tells which columns of an index may hold NULLs that are all
// distinct to it: rows with one are never refused.
func nullFlaws(ix fact.Index, s fact.Store) []flaw {
	if ix.NullsNotDistinct {
		return nil
	}
	if made := makesNull(ix); len(made) > 0 {
		return []flaw{{ruleGuardNullable, GuardAtRisk, fmt.Sprintf("would never refuse rows for which %s is NULL, which it can be", inWords(made))}}
	}
	var open []string
	for _, c := range nullableIn(ix, s) {
		if !keylessOnly(ix, c) && !closedByCompanion(ix, s, c) {
			open = append(open, c.Name)
		}
	}
	if len(open) == 0 {
		return nil
	}
	names := inWords(open)
	if there, known := s.NullKeys.Get(); known && there {
		return []flaw{{ruleGuardNullable, GuardBroken, fmt.Sprintf("never refuses rows with NULL in %s, and such rows are there", names)}}
	}
	return []flaw{{ruleGuardNullable, GuardAtRisk, fmt.Sprintf("would never refuse rows with NULL in %s", names)}}
}

// makesNull returns the expressions of an index that may give NULL although no
// column is NULL. One that the predicate itself asks to be there does not.
func makesNull(ix fact.Index) []string {
	var made []string
	for _, part := range ix.Columns {
		if part.MakesNull && !strings.Contains(ix.Predicate, strings.Trim(part.Expression, "()")) {
			made = append(made, part.Expression)
		}
	}
	return made
}

// nullableIn returns the columns whose NULL makes the index let a row pass.
func nullableIn(ix fact.Index, s fact.Store) []fact.Column {
	var nullable []fact.Column
	for _, part := range ix.Columns {
		if part.NullSafe {
			continue
		}
		for _, name := range usedBy(part) {
			if c, known := columnNamed(s, name); known && c.Nullable && !slices.Contains(nullable, c) {
				nullable = append(nullable, c)
			}
		}
	}
	return nullable
}

// keylessOnly reports whether the index's own predicate leaves out just the
// rows that carry no key, which are meant to be free: an idempotency key on a
// business table. A scope, such as a tenant, is no key; rows without one still
// carry a key.
func keylessOnly(ix fact.Index, c fact.Column) bool {
	return ix.OnlyNotNull && mentions(ix.Predicate, c.Name) && !c.Scope
}

// mentions reports whether a predicate has the column's name in it, as a word
// of its own.
func mentions(predicate, name string) bool {
	words := strings.FieldsFunc(predicate, func(r rune) bool { return strings.ContainsRune(` ()":,`, r) })
	return slices.Contains(words, name) || strings.Contains(predicate, `"`+name+`"`)
}

// closedByCompanion reports whether a second unique index takes the rows that
// the first lets pass because the column is NULL: UNIQUE (key) WHERE tenant IS
// NULL beside UNIQUE (tenant, key).
func closedByCompanion(ix fact.Index, s fact.Store, column fact.Column) bool {
	others := without(columnsOf(ix), []string{column.Name})
	return slices.ContainsFunc(s.Indexes, func(c fact.Index) bool {
		return c.Partition == "" && c.Valid && c.Ready && !c.Deferrable && asksNull(c.Predicate, column.Name) &&
			len(c.Columns) > 0 && len(without(columnsOf(c), others)) == 0 && onlyNullable(nullableIn(c, s), column)
	})
}

func onlyNullable(all []fact.Column, column fact.Column) bool {
	return !slices.ContainsFunc(all, func(c fact.Column) bool { return c != column })
}

// asksNull reports whether a predicate says "column IS NULL" and no more.
func asksNull(predicate, name string) bool {
	words := strings.Fields(strings.Trim(predicate, "() "))
	return len(words) == 3 && strings.Trim(words[0], `"`) == name && strings.EqualFold(words[1], "is") && strings.EqualFold(words[2], "null")
}
