package catalog

import (
	"strconv"
	"strings"

	"idemaudit/audit/ident"
	"idemaudit/audit/sqltree"
)

// plainConstant returns the text of a constant, cast or not.
func plainConstant(n *sqltree.Node) (text string, known bool) {
	if cast := n.GetTypeCast(); cast != nil {
		return plainConstant(cast.GetArg())
	}
	c := n.GetAConst()
	switch {
	case c == nil || c.GetIsnull():
		return "", false
	case c.GetSval() != nil:
		return c.GetSval().GetSval(), true
	case c.GetFval() != nil:
		return c.GetFval().GetFval(), true
	case c.GetBoolval() != nil:
		return strconv.FormatBool(c.GetBoolval().GetBoolval()), true
	}
	return strconv.Itoa(int(c.GetIval().GetIval())), true
}

// unknownName stands for a part of a text that is not known, where the form of
// the whole is asked for and not its effect.
const unknownName = "idemaudit_unknown"

// constant returns the text that an expression gives, when it holds nothing
// but constants and variables of the block that never change.
func (r *reader) constant(n *sqltree.Node) (text string, known bool) {
	if text, known = r.textOf(n, false); !known {
		return "", false
	}
	return text, true
}

// form returns the text that an expression gives, with unknownName for each
// part that is not constant.
func (r *reader) form(n *sqltree.Node) string {
	text, _ := r.textOf(n, true)
	return text
}

func (r *reader) textOf(n *sqltree.Node, guess bool) (text string, known bool) {
	if text, known := plainConstant(n); known {
		return text, true
	}
	switch e := n.GetNode().(type) {
	case *sqltree.Node_TypeCast:
		return r.textOf(e.TypeCast.GetArg(), guess)
	case *sqltree.Node_NamedArgExpr:
		return r.textOf(e.NamedArgExpr.GetArg(), guess)
	case *sqltree.Node_ColumnRef:
		if text, known := r.vars[strings.Join(texts(e.ColumnRef.GetFields()), ".")]; known {
			return text, true
		}
	case *sqltree.Node_AExpr:
		if isConcatenation(e.AExpr) {
			return r.joined([]*sqltree.Node{e.AExpr.GetLexpr(), e.AExpr.GetRexpr()}, guess)
		}
	case *sqltree.Node_FuncCall:
		switch name := qualified(e.FuncCall.GetFuncname()); name.Name {
		case "format":
			return r.formatted(e.FuncCall.GetArgs(), guess)
		case "concat":
			return r.joined(e.FuncCall.GetArgs(), guess)
		case "quote_ident":
			return r.quotedPart(e.FuncCall.GetArgs(), guess, ident.Quote)
		case "quote_literal", "quote_nullable":
			return r.quotedPart(e.FuncCall.GetArgs(), guess, quoteLiteral)
		}
	}
	return unknownName, guess
}

func isConcatenation(e *sqltree.A_Expr) bool {
	return e.GetKind() == sqltree.A_Expr_Kind_AEXPR_OP && qualified(e.GetName()).Name == "||"
}

func (r *reader) joined(parts []*sqltree.Node, guess bool) (string, bool) {
	var b strings.Builder
	for _, part := range parts {
		text, known := r.textOf(part, guess)
		if !known {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

func (r *reader) quotedPart(args []*sqltree.Node, guess bool, quote func(string) string) (string, bool) {
	if len(args) != 1 {
		return unknownName, guess
	}
	text, known := r.textOf(args[0], guess)
	return quote(text), known
}

func quoteLiteral(text string) string {
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// formatted evaluates format() with %s, %I and %L, by position or by number.
func (r *reader) formatted(args []*sqltree.Node, guess bool) (string, bool) {
	if len(args) == 0 {
		return unknownName, guess
	}
	template, known := r.constant(args[0])
	if !known {
		return unknownName, guess
	}
	var b strings.Builder
	next := 1
	for rest := template; rest != ""; {
		before, spec, found := strings.Cut(rest, "%")
		b.WriteString(before)
		if !found {
			break
		}
		verb, number, after := formatSpec(spec)
		rest = after
		if verb == '%' {
			b.WriteByte('%')
			continue
		}
		if number == 0 {
			number = next
		}
		next = number + 1
		if number < 1 || number >= len(args) {
			return unknownName, guess
		}
		text, known := r.textOf(args[number], guess)
		if !known {
			return "", false
		}
		b.WriteString(formatPart(verb, text))
	}
	return b.String(), true
}

// formatSpec reads what stands behind a % sign: an argument's number with "$",
// flags and a width, and the letter.
func formatSpec(text string) (verb byte, number int, rest string) {
	i := 0
	for i < len(text) && strings.IndexByte("0123456789$-", text[i]) >= 0 {
		i++
	}
	if digits, _, numbered := strings.Cut(text[:i], "$"); numbered {
		number, _ = strconv.Atoi(digits)
	}
	if i == len(text) {
		return '%', number, ""
	}
	return text[i], number, text[i+1:]
}

func formatPart(verb byte, text string) string {
	switch verb {
	case 'I':
		return ident.Quote(text)
	case 'L':
		return quoteLiteral(text)
	}
	return text
}
