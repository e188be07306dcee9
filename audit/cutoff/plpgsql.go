package cutoff

import (
	"encoding/json"
	"errors"
	"strings"

	"idemaudit/audit/ident"
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// program is a PL/pgSQL routine as PostgreSQL's parser dumps it.
type program struct {
	datums []tree
	body   []tree
	err    error
}

// tree is a node of the dump: an object with one member, whose name is the
// node's kind.
type tree map[string]any

const kindPrefix = "PLpgSQL_"

// kind returns the node's kind without its prefix, and its members.
func (t tree) kind() (string, tree) {
	for name, members := range t {
		if m, ok := members.(map[string]any); ok {
			return strings.TrimPrefix(name, kindPrefix), m
		}
	}
	return "", nil
}

func (t tree) text(name string) string {
	s, _ := t[name].(string)
	return s
}

func (t tree) number(name string) int {
	n, _ := t[name].(float64)
	return int(n)
}

func (t tree) child(name string) tree {
	m, _ := t[name].(map[string]any)
	return m
}

func (t tree) list(name string) []tree {
	items, _ := t[name].([]any)
	all := make([]tree, 0, len(items))
	for _, one := range items {
		if m, ok := one.(map[string]any); ok {
			all = append(all, m)
		}
	}
	return all
}

// query returns the text of an expression member.
func (t tree) query(name string) string {
	_, e := t.child(name).kind()
	return e.text("query")
}

// program parses a routine's body, once.
func (r *reader) program(rt *schema.Routine) *program {
	if p, ok := r.dumps[rt]; ok {
		return p
	}
	p := parseProgram(rt)
	r.dumps[rt] = p
	return p
}

func parseProgram(rt *schema.Routine) *program {
	dump, err := sqltree.ParseRoutine(createStatement(rt))
	if err != nil {
		return &program{err: err}
	}
	var functions []map[string]tree
	if err := json.Unmarshal([]byte(mendDump(dump)), &functions); err != nil || len(functions) != 1 {
		return &program{err: errors.New("the parser's account of it can't be read")}
	}
	f := functions[0][kindPrefix+"function"]
	_, block := f.child("action").kind()
	return &program{datums: f.list("datums"), body: []tree{{kindPrefix + "stmt_block": map[string]any(block)}}}
}

// createStatement writes the CREATE FUNCTION that the parser wants around a
// body. Only the parameters' names and modes matter to it.
func createStatement(rt *schema.Routine) string {
	var params []string
	for _, p := range rt.Params {
		one := strings.ToUpper(p.Mode)
		if p.Mode == "table" {
			one = "OUT"
		}
		if p.Name != "" {
			one += " " + ident.Quote(p.Name)
		}
		params = append(params, one+" text")
	}
	returns := "RETURNS void"
	switch {
	case rt.Returns == "trigger" || rt.Returns == "event_trigger":
		returns = "RETURNS " + rt.Returns
	case strings.Contains(strings.ToUpper(strings.Join(params, " ")), "OUT"):
		returns = "" // OUT parameters tell it
	case strings.Contains(strings.ToLower(rt.Body), "return next") || strings.Contains(strings.ToLower(rt.Body), "return query"):
		returns = "RETURNS SETOF text"
	case !rt.Procedure && rt.Returns != "" && rt.Returns != "void":
		returns = "RETURNS text"
	}
	tag := "$idemaudit$"
	for strings.Contains(rt.Body, tag) {
		tag = "$x" + tag[1:]
	}
	return "CREATE FUNCTION f(" + strings.Join(params, ", ") + ") " + returns + " LANGUAGE plpgsql AS " + tag + rt.Body + tag
}

// mendDump closes what PostgreSQL's dump of a trigger function leaves open: it
// writes an empty object with one brace too many for each of the variables
// that a trigger sets, such as TG_OP.
func mendDump(dump string) string {
	const broken = "{}}"
	if !strings.Contains(dump, broken) {
		return dump
	}
	var b strings.Builder
	inText := false
	for i := 0; i < len(dump); i++ {
		switch {
		case inText && dump[i] == '\\' && i+1 < len(dump):
			b.WriteByte(dump[i])
			i++
		case dump[i] == '"':
			inText = !inText
		case !inText && i > 0 && (dump[i-1] == ',' || dump[i-1] == '[') && strings.HasPrefix(dump[i:], broken):
			b.WriteString("{}")
			i += len(broken) - 1
			continue
		}
		b.WriteByte(dump[i])
	}
	return b.String()
}

// plpgsql follows a PL/pgSQL routine.
func (run *run) plpgsql(s *scope, rt *schema.Routine) {
	p := run.reader.program(rt)
	if p.err != nil {
		if mayRemove(rt.Body) {
			run.unknown(nil, rt.Name.String()+"()", "the body of "+rt.Name.String()+"() can't be parsed: "+p.err.Error())
		}
		return
	}
	if strings.Contains(rt.Body, "use_variable") && mayRemove(rt.Body) {
		run.unknown(nil, rt.Name.String()+"()", "in "+rt.Name.String()+"() a variable may stand where a column seems to (#variable_conflict use_variable)")
		return
	}
	s.declare(p)
	run.block(s, p.body)
}

// declare gives the routine's variables the values they begin with. A name
// that is declared twice, in blocks one inside the other, is followed no
// further.
func (s *scope) declare(p *program) {
	seen := map[string]bool{}
	s.types, s.names = map[string]string{}, map[int]string{}
	for number, d := range p.datums {
		kind, v := d.kind()
		name := strings.ToLower(v.text("refname"))
		s.names[number] = name
		if kind != "var" && kind != "rec" || name == "" {
			continue
		}
		if _, param := s.vars[name]; param && v.number("lineno") == 0 {
			continue
		}
		if seen[name] && kind == "var" {
			s.vars[name] = opaque("the variable " + name + " is declared more than once")
			continue
		}
		seen[name] = true
		s.types[name] = typeOf(v)
		s.vars[name] = s.initial(kind, name, v)
	}
	s.triggerVariables()
}

func (s *scope) initial(kind, name string, v tree) value {
	if kind == "rec" {
		return opaque("the record " + name + " was not read")
	}
	if q := v.query("cursor_explicit_expr"); q != "" {
		return value{kind: otherKind, set: s.selectionOf(q)}
	}
	q := v.query("default_val")
	if q == "" {
		return value{kind: nullKind}
	}
	return s.castTo(s.expressionText(q), typeOf(v))
}

func typeOf(variable tree) string {
	_, t := variable.child("datatype").kind()
	return typeAlias(t.text("typname"))
}

// typeAlias strips what the dump writes around a type's name.
func typeAlias(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	name = strings.TrimPrefix(name, "pg_catalog.")
	if at := strings.IndexByte(name, '('); at > 0 && !strings.Contains(name, "time") {
		name = name[:at]
	}
	return strings.Trim(name, `"`)
}

func (s *scope) triggerVariables() {
	if s.trigger == nil {
		return
	}
	for name, text := range map[string]string{
		"tg_table_name": s.trigger.Table.Name, "tg_relname": s.trigger.Table.Name,
		"tg_table_schema": s.trigger.Table.Schema, "tg_name": s.trigger.Name,
	} {
		s.vars[name] = constantText(text)
	}
}

// expressionText evaluates an expression given as text.
func (s *scope) expressionText(text string) value {
	tree, err := sqltree.ParseExpression(text)
	if err != nil {
		return opaque("the expression " + quoted(text) + " can't be parsed")
	}
	return s.givenOn(tree)
}

// selectionOf is the rows of a query given as text.
func (s *scope) selectionOf(text string) *selection {
	statements, err := s.reader.parse(text)
	if err != nil || len(statements) != 1 || statements[0].Tree.GetSelectStmt() == nil {
		return &selection{reason: "the query " + quoted(text) + " was not followed"}
	}
	return &selection{query: statements[0].Tree.GetSelectStmt(), scope: s.branch()}
}
