package catalog

import (
	"encoding/json"
	"slices"
	"strings"

	"idemaudit/audit/sqltree"
)

// longestBody bounds the time that parsing one body takes, which grows with
// the square of its length.
const longestBody = 128 << 10

// doBlock follows a DO block.
func (r *reader) doBlock(st *sqltree.DoStmt) error {
	language, body := "plpgsql", ""
	for _, n := range st.GetArgs() {
		switch option := n.GetDefElem(); option.GetDefname() {
		case "language":
			language = option.GetArg().GetString_().GetSval()
		case "as":
			body = option.GetArg().GetString_().GetSval()
		}
	}
	if language != "plpgsql" {
		return refused("a block in %s can't be read", language)
	}
	return r.runBody("CREATE FUNCTION block() RETURNS void LANGUAGE plpgsql AS " + quoteLiteral(body))
}

// runRoutine follows a routine that a script calls, for what it defines.
func (r *reader) runRoutine(overloads []*routine) error {
	if len(overloads) != 1 || slices.Contains(r.running, overloads[0]) || r.inner >= maxInner || r.steps >= maxSteps {
		return nil
	}
	called := overloads[0]
	outer, vars := r.running, r.vars
	r.running, r.vars = append(slices.Clone(outer), called), nil
	defer func() { r.running, r.vars = outer, vars }()
	switch called.Language {
	case "plpgsql":
		if matters(called.Body) {
			return r.runBody(called.source)
		}
	case "sql":
		r.runText(called.Body)
	}
	return nil
}

// runText applies the statements of a text inside a block or a routine.
func (r *reader) runText(text string) {
	if r.inner >= maxInner || !matters(text) {
		return
	}
	if r.steps >= maxSteps {
		return
	}
	if r.steps++; r.steps == maxSteps {
		r.refuse(refused("this runs more than %d statements, and only those were read", maxSteps))
		return
	}
	r.inner++
	defer func() { r.inner-- }()
	r.statements(text)
}

// runBody follows PL/pgSQL from its whole CREATE FUNCTION statement. What it
// does under a condition counts as done: which way the condition goes, files
// can't tell.
func (r *reader) runBody(create string) error {
	if len(create) > longestBody {
		return refused("this body is longer than %d KiB, too long to be followed", longestBody>>10)
	}
	dump, err := sqltree.ParseRoutine(create)
	if err != nil {
		return refused("the body can't be parsed: %s", err)
	}
	var functions []struct {
		Function struct {
			Datums []map[string]any `json:"datums"`
			Action map[string]any   `json:"action"`
		} `json:"PLpgSQL_function"`
	}
	if err := json.Unmarshal([]byte(dump), &functions); err != nil || len(functions) == 0 {
		return refused("the body can't be parsed")
	}
	f := functions[0].Function
	outer := r.vars
	defer func() { r.vars = outer }()
	r.vars = r.constantVariables(f.Datums, assigned(f.Action))
	r.step(f.Action)
	return nil
}

// constantVariables returns the variables that keep the constant they are
// declared with.
func (r *reader) constantVariables(datums []map[string]any, changed map[int]bool) map[string]string {
	vars := map[string]string{}
	for i, datum := range datums {
		v, _ := datum["PLpgSQL_var"].(map[string]any)
		name, _ := v["refname"].(string)
		if name == "" || changed[i] {
			continue
		}
		tree, err := sqltree.ParseExpression(query(v["default_val"]))
		if err != nil {
			continue
		}
		if text, known := r.constant(tree); known {
			vars[name] = text
		}
	}
	return vars
}

// assigned returns the numbers of the variables that a body changes.
func assigned(n any) map[int]bool {
	changed := map[int]bool{}
	var walk func(any)
	walk = func(n any) {
		switch v := n.(type) {
		case map[string]any:
			if number, ok := v["varno"].(float64); ok {
				changed[int(number)] = true
			}
			for _, below := range v {
				walk(below)
			}
		case []any:
			for _, below := range v {
				walk(below)
			}
		}
	}
	walk(n)
	return changed
}

// step follows one statement of PL/pgSQL, given as in PostgreSQL's dump: an
// object with the statement's kind as its one key.
func (r *reader) step(statement map[string]any) {
	for kind, fields := range statement {
		v, _ := fields.(map[string]any)
		switch kind {
		case "PLpgSQL_stmt_execsql":
			r.runText(query(v["sqlstmt"]))
		case "PLpgSQL_stmt_perform", "PLpgSQL_stmt_call":
			r.runText(query(v["expr"]))
		case "PLpgSQL_stmt_dynexecute":
			r.dynamic(query(v["query"]))
		case "PLpgSQL_stmt_assign":
			r.runText("SELECT " + afterAssignment(query(v["expr"])))
		case "PLpgSQL_stmt_fors":
			r.loop(v)
		case "PLpgSQL_stmt_if", "PLpgSQL_stmt_case", "PLpgSQL_exception_block":
			r.maybe(v)
		case "PLpgSQL_stmt_block":
			if v["exceptions"] != nil {
				r.maybe(v) // what it does is undone when it fails
			} else {
				r.below(v)
			}
		default:
			r.below(v)
		}
	}
}

// maybe follows statements that need not take effect. What they add counts as
// done, since it may be; what they end does not, unless the condition only
// asks whether it is there.
func (r *reader) maybe(v map[string]any) {
	if !strings.Contains(query(v["cond"]), "cron.job") {
		r.doubt++
		defer func() { r.doubt-- }()
	}
	r.below(v)
}

// below follows the statements inside a statement, in the order of the text.
func (r *reader) below(v map[string]any) {
	for _, key := range []string{"body", "then_body", "elsif_list", "stmts", "case_when_list", "else_body", "else_stmts", "exceptions", "exc_list", "action"} {
		switch inside := v[key].(type) {
		case map[string]any:
			r.step(inside)
		case []any:
			for _, one := range inside {
				if statement, ok := one.(map[string]any); ok {
					r.step(statement)
				}
			}
		}
	}
}

// loop follows a loop over a query, once for each row of a list of VALUES.
func (r *reader) loop(v map[string]any) {
	variable := ""
	if target, ok := v["var"].(map[string]any); ok {
		if record, ok := target["PLpgSQL_rec"].(map[string]any); ok {
			variable, _ = record["refname"].(string)
		}
	}
	parsed, err := sqltree.Parse(query(v["query"]))
	if err != nil || len(parsed) != 1 || variable == "" {
		r.below(v)
		return
	}
	r.eachRow(parsed[0].Tree.GetSelectStmt(), variable, func() { r.below(v) })
}

// query returns the text of an expression in the dump.
func query(n any) string {
	holder, _ := n.(map[string]any)
	expression, _ := holder["PLpgSQL_expr"].(map[string]any)
	text, _ := expression["query"].(string)
	return text
}
