package sqltree

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pg_query "github.com/sqlc-dev/oliphant"
)

func TestSplit(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   []string
	}{
		"two statements":           {"select 1; select 2", []string{"select 1", "select 2"}},
		"empty ones":               {" ;; -- x\n ; select 1;", []string{"select 1"}},
		"comments before":          {"-- a;\n/* b; /* c; */ ; */ select 1;", []string{"select 1"}},
		"comment inside":           {"select -- a;b'\n 1; x", []string{"select -- a;b'\n 1", "x"}},
		"quotes":                   {`select 'a;''b', "c;""d", $$;'$$, $x$;$$;$x$; y`, []string{`select 'a;''b', "c;""d", $$;'$$, $x$;$$;$x$`, "y"}},
		"escapes":                  {`select E'a\';b', 'c\'; y`, []string{`select E'a\';b', 'c\'`, "y"}},
		"escapes go on":            {"select E'a'\n  'b\\';c'; y", []string{"select E'a'\n  'b\\';c'", "y"}},
		"dollar inside a name":     {"select a$b; c$d", []string{"select a$b", "c$d"}},
		"a parameter":              {"select $1; select $2", []string{"select $1", "select $2"}},
		"a bracket never closed":   {"create table a (b int; create table c (d int);", []string{"create table a (b int", "create table c (d int)"}},
		"semicolons in a rule":     {"create or replace rule r as on insert to t do (a; b); c", []string{"create or replace rule r as on insert to t do (a; b)", "c"}},
		"a rule never closed":      {"create rule r as on insert to t do (a; b; c", []string{"create rule r as on insert to t do (a", "b", "c"}},
		"a body":                   {"create function f() returns int begin atomic select case when a then 1 end; select 2; end; b", []string{"create function f() returns int begin atomic select case when a then 1 end; select 2; end", "b"}},
		"a body without end":       {"create procedure f() begin atomic select 1; create table t (a int); b", []string{"create procedure f() begin atomic select 1", "create table t (a int)", "b"}},
		"a transaction":            {"begin; select 1; end; b", []string{"begin", "select 1", "end", "b"}},
		"data":                     {"COPY t (a) FROM stdin;\n1\t';$$\n\\.\nselect 1;", []string{"COPY t (a) FROM stdin", "select 1"}},
		"data with other ends":     {"copy t from stdin;\r\n1\r\n\\.\r\nselect 1;", []string{"copy t from stdin", "select 1"}},
		"no data from a file":      {"copy t from 'stdin';\nselect 1;", []string{"copy t from 'stdin'", "select 1"}},
		"a command":                {"\\restrict it's\nselect 1;\\c db\nselect 2", []string{`\restrict it's`, "select 1", `\c db`, "select 2"}},
		"a command in a statement": {"select\n\\echo 'x\n1;", []string{"\\echo 'x", "select\n        \n1"}},
		"a command that sends":     {"select 'x' \\gexec\nselect 2;", []string{"select 'x'", `\gexec`, "select 2"}},
		"an escaped semicolon":     {"select 1\\; select 2;", []string{"select 1", "select 2"}},
	} {
		var got []string
		for _, piece := range Split(c.script) {
			got = append(got, piece.Text)
			if piece.Kind == Unclosed {
				t.Errorf("%s: %q is said to be unclosed", name, piece.Text)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSplitNamesWhatIsNeverClosed(t *testing.T) {
	for script, want := range map[string]Piece{
		"a; select 'b; c":          {Text: "select 'b; c", Offset: 3, Open: 10, Opened: "a quoted string"},
		"a; select E'b\\'; c":      {Text: "select E'b\\'; c", Offset: 3, Open: 11, Opened: "a quoted string"},
		`a; select "b; c`:          {Text: `select "b; c`, Offset: 3, Open: 10, Opened: "a quoted name"},
		"a; do $x$ b; $$ c":        {Text: "do $x$ b; $$ c", Offset: 3, Open: 6, Opened: "a string quoted with $x$"},
		"a; /* b; /* */ c":         {Text: "/* b; /* */ c", Offset: 3, Open: 3, Opened: "a comment"},
		"a; copy t from stdin;\n1": {Text: "\n1", Offset: 21, Open: 21, Opened: `the data of COPY, which a line \. should end,`},
		"a; b E'\\":                {Text: "b E'\\", Offset: 3, Open: 6, Opened: "a quoted string"},
	} {
		pieces := Split(script)
		want.Kind = Unclosed
		if diff := cmp.Diff(want, pieces[len(pieces)-1]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", script, diff)
		}
		if pieces[0].Text != "a" {
			t.Errorf("%q: the statement before it is %q", script, pieces[0].Text)
		}
	}
}

// FuzzSplit holds the cuts against the semicolons that PostgreSQL's own
// scanner sees, wherever that scanner takes the script and none of what it
// does not know (psql, data, bodies) is in it.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		"select 1; select 'a;b'; -- c;\n select $x$;$x$ /* ; */;", `select E'\';', U&'\0041;', B'1'; "a;b"`, "a$b$;c$b$", "E'a'\n--x\n'b';", "$a$;$b$;$a$",
		"1.5e3;'a'''", "create rule r do (a; b); c", "begin atomic; end", `\x ;`, "copy a from stdin;\n;\n", "e'\\", "/*/**/;*/;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		pieces := Split(script)
		for _, piece := range pieces {
			if piece.Offset < 0 || piece.Offset+len(piece.Text) > len(script) {
				t.Fatalf("%+v lies outside the script", piece)
			}
		}
		lower := strings.ToLower(script)
		if strings.ContainsAny(script, "\\\x00") || strings.Contains(lower, "copy") || strings.Contains(lower, "atomic") || strings.Contains(lower, "rule") {
			return
		}
		want, ok := scannedStarts(script)
		if !ok {
			return
		}
		var got []int
		for _, piece := range pieces {
			got = append(got, piece.Offset)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: statements begin elsewhere than PostgreSQL's scanner says (-want +got):\n%s", script, diff)
		}
	})
}

func scannedStarts(script string) (starts []int, ok bool) {
	result, err := pg_query.Scan(script)
	if err != nil {
		return nil, false
	}
	between := true
	for _, token := range result.GetTokens() {
		switch token.GetToken() {
		case pg_query.Token_SQL_COMMENT, pg_query.Token_C_COMMENT:
		case pg_query.Token_ASCII_59:
			between = true
		default:
			if between {
				starts = append(starts, int(token.GetStart()))
			}
			between = false
		}
	}
	return starts, true
}
