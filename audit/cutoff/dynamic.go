package cutoff

import (
	"slices"
	"strconv"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// dynamicText follows EXECUTE of an expression. Text that is constant is read
// like any other. Where a part is not, the statement is read with a parameter
// in that part's place, which works wherever the part is a value.
func (run *run) dynamicText(s *scope, expression string, using []tree) {
	run.value(s, expression)
	text := s.expressionText(expression)
	inner := s.child()
	inner.params = nil
	for _, p := range using {
		_, e := p.kind()
		inner.params = append(inner.params, s.expressionText(e.text("query")))
	}
	if text.kind == opaqueKind {
		// A caller that passes the whole of a statement could as well run it
		// itself: that says nothing of what is run.
		if !text.passed {
			run.unknown(nil, "EXECUTE "+expression, "the text of a dynamic statement can't be told: "+text.reason)
		}
		return
	}
	if text.kind == nullKind {
		return
	}
	text = value{kind: textKind, text: pieces(text)}
	whole, missing := withParameters(text, len(using))
	for _, reason := range missing {
		inner.params = append(inner.params, opaque(reason))
	}
	statements, err := run.reader.parse(whole)
	if len(missing) > 0 && (err != nil || !allPlain(text)) && run.harmless(text) {
		return
	}
	switch {
	case len(missing) > 0 && (err != nil || !allPlain(text)):
		made := run.removal(run.onlyTarget(inner, statements), Delete, cannotTell("the text of a dynamic statement is not constant: "+missing[0]), "EXECUTE "+expression)
		made.Named = nameBegun(text)
		run.add(made)
	case err != nil:
		run.unread(whole, err)
	default:
		for _, st := range statements {
			run.statement(inner, st.Tree, st.Text)
		}
		s.session = inner.session // the statement may have been a SET
	}
}

// allPlain reports whether no unknown part of a text can be SQL of its own.
func allPlain(text value) bool {
	for _, p := range text.text {
		if p.unknown != "" && !p.plain {
			return false
		}
	}
	return true
}

// nameBegun returns how the name of the table begins that a statement drops,
// empties or deletes from, where the text is constant up to within the name:
// 'DROP TABLE keys_' || suffix. Empty when that can't be told.
func nameBegun(text value) string {
	if len(text.text) < 2 || text.text[0].unknown != "" {
		return ""
	}
	begin := strings.ToLower(text.text[0].constant)
	words := strings.Fields(begin)
	if len(words) < 3 || strings.HasSuffix(begin, " ") || strings.ContainsAny(begin, ";()',") {
		return ""
	}
	switch words[0] + " " + words[1] {
	case "drop table", "truncate table", "delete from", "alter table":
	default:
		return ""
	}
	// Nothing but the name may follow, or the name is another word.
	for words = words[2:]; len(words) > 1 && (words[0] == "if" || words[0] == "exists" || words[0] == "only"); {
		words = words[1:]
	}
	if len(words) != 1 {
		return ""
	}
	return strings.Trim(words[0][strings.LastIndexByte(words[0], '.')+1:], `"`)
}

// onlyTarget returns the table that a single statement changes; nil when it
// may be any.
func (run *run) onlyTarget(s *scope, statements []sqltree.Statement) *schema.Table {
	if len(statements) != 1 {
		return nil
	}
	tree := statements[0].Tree
	for _, rv := range []*sqltree.RangeVar{tree.GetDeleteStmt().GetRelation(), tree.GetUpdateStmt().GetRelation()} {
		if rv != nil {
			return s.tableItem(rv).table
		}
	}
	return nil
}

// withParameters writes a text with parameters in place of what is unknown.
func withParameters(v value, before int) (whole string, missing []string) {
	var b strings.Builder
	for _, p := range v.text {
		if p.unknown == "" {
			b.WriteString(p.constant)
			continue
		}
		missing = append(missing, p.unknown)
		b.WriteString(" $" + strconv.Itoa(before+len(missing)) + " ")
	}
	return b.String(), missing
}

// harmless reports whether a text that is constant at its beginning begins a
// statement that ends no records, and what else of it is constant neither
// speaks of removing nor calls a routine that was read.
func (run *run) harmless(v value) bool {
	if len(v.text) == 0 || v.text[0].unknown != "" {
		return false
	}
	words := strings.Fields(strings.ToLower(v.text[0].constant))
	if len(words) == 0 || !beginsHarmless(words) {
		return false
	}
	// What a SELECT calls stands before its FROM.
	if words[0] == "select" && !slices.Contains(words, "from") && !allPlain(v) {
		return false
	}
	constant := ""
	for _, p := range v.text {
		constant += p.constant + " "
	}
	rest := strings.ToLower(strings.TrimSpace(constant))[len(words[0]):]
	return !mayRemove(rest) && !run.namesRoutine(rest)
}

func beginsHarmless(words []string) bool {
	switch words[0] {
	case "create", "grant", "revoke", "analyze", "vacuum", "comment", "notify", "listen", "set", "reset", "refresh", "reindex", "cluster", "checkpoint", "lock", "insert", "select":
		return true
	case "drop":
		return len(words) > 1 && slices.Contains([]string{"index", "function", "procedure", "view", "materialized", "trigger", "policy", "rule", "sequence", "role", "user", "type"}, words[1])
	}
	return false
}

// namesRoutine reports whether a text calls a routine that was read.
func (run *run) namesRoutine(text string) bool {
	for _, rt := range run.reader.db.Routines {
		if rt.Extension == "" && strings.Contains(text, strings.ToLower(rt.Name.Name)+"(") {
			return true
		}
	}
	return false
}

// oneReturn returns the expression of a PL/pgSQL function that does nothing
// but return one; nil for any other.
func (r *reader) oneReturn(rt *schema.Routine, s *scope) *sqltree.Node {
	p := r.program(rt)
	if p.err != nil || len(p.body) != 1 {
		return nil
	}
	_, block := p.body[0].kind()
	body := block.list("body")
	if len(body) == 0 {
		return nil
	}
	kind, first := body[0].kind()
	if kind != "stmt_return" || block.child("exceptions") != nil {
		return nil
	}
	s.declare(p)
	tree, err := sqltree.ParseExpression(first.query("expr"))
	if err != nil {
		return nil
	}
	return tree
}
