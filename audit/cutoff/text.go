package cutoff

import (
	"strings"

	"idemaudit/audit/ident"
	"idemaudit/audit/sqltree"
)

// textFunction evaluates the functions that build text, such as the text of a
// dynamic statement. The arguments are nodes, or a value already evaluated.
func (s *scope) textFunction(name string, args []*sqltree.Node, done ...value) (value, bool) {
	for _, a := range args {
		done = append(done, s.eval(a))
	}
	switch name {
	case "concat":
		whole := constantText("")
		for _, v := range done {
			if v.kind != nullKind {
				whole = glue(whole, v)
			}
		}
		return whole, true
	case "format":
		return format(done), true
	case "quote_literal", "quote_nullable":
		return literal(done[0]), true
	case "quote_ident":
		return mapText(done[0], ident.Quote), true
	case "lower":
		return mapText(done[0], strings.ToLower), true
	case "upper":
		return mapText(done[0], strings.ToUpper), true
	case "trim", "btrim":
		return mapText(done[0], strings.TrimSpace), len(done) == 1
	}
	return value{}, false
}

func mapText(v value, change func(string) string) value {
	text, ok := toText(v).constant()
	if !ok {
		return value{kind: textKind, text: pieces(v)}
	}
	return constantText(change(text))
}

// literal is a value as a quoted literal, which is one value whatever it says.
func literal(v value) value {
	quoted := mapText(v, quoteLiteral)
	if _, ok := quoted.constant(); ok {
		return quoted
	}
	return value{kind: textKind, text: []piece{{unknown: unknownPiece(quoted), plain: true}}}
}

func quoteLiteral(text string) string {
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// format is PostgreSQL's format(): %s, %I, %L and %%, with positions.
func format(args []value) value {
	pattern, ok := args[0].constant()
	if !ok {
		return value{kind: textKind, text: pieces(args[0])}
	}
	whole := constantText("")
	next := 1
	for pattern != "" {
		before, after, found := strings.Cut(pattern, "%")
		whole = glue(whole, constantText(before))
		if !found {
			break
		}
		spec, rest, explicit := formatSpec(after)
		pattern = rest
		if spec == '%' {
			whole = glue(whole, constantText("%"))
			continue
		}
		at := next
		if explicit > 0 {
			at = explicit
		}
		next = at + 1
		if at >= len(args) {
			return value{kind: textKind, text: []piece{{unknown: "format() has too few arguments"}}}
		}
		whole = glue(whole, formatted(spec, args[at]))
	}
	return whole
}

// formatSpec reads what follows a percent sign: a position, flags and a width,
// and the letter.
func formatSpec(after string) (spec byte, rest string, position int) {
	i, n := 0, 0
	for i < len(after) && strings.IndexByte("0123456789-$", after[i]) >= 0 {
		switch c := after[i]; {
		case c == '$':
			position = n
		case c >= '0' && c <= '9' && n < 1000:
			n = n*10 + int(c-'0')
		}
		i++
	}
	if i >= len(after) {
		return '%', "", 0
	}
	return after[i], after[i+1:], position
}

func formatted(spec byte, v value) value {
	switch spec {
	case 'I':
		return mapText(v, ident.Quote)
	case 'L':
		if v.kind == nullKind {
			return constantText("NULL")
		}
		return literal(v)
	}
	if v.kind == nullKind {
		return constantText("")
	}
	return value{kind: textKind, text: pieces(v)}
}
