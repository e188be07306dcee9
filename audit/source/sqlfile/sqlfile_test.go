package sqlfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/sqlfile"
	"idemaudit/audit/store"
)

const keysTable = "create table idempotency_keys (key text primary key, created_at timestamptz not null default now());\n"

// folder writes files into a folder of their own and returns its path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// tablesIn returns the names of the tables that paths leave.
func tablesIn(t *testing.T, paths ...string) []string {
	t.Helper()
	db, err := sqlfile.Database(sqlfile.Options{Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range db.Tables {
		names = append(names, one.Name.Name)
	}
	return names
}

func TestASnapshotOfAFile(t *testing.T) {
	root := folder(t, map[string]string{"a.sql": keysTable + "create trigger broken on idempotency_keys;\n"})
	path := filepath.Join(root, "a.sql")
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{path}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != fact.Schema || got.Name != path || got.Server != "" || len(got.Hidden) > 0 {
		t.Errorf("got %+v", got)
	}
	if len(got.Stores) != 1 || got.Stores[0].Name != "public.idempotency_keys" || got.Stores[0].Place.String() != path+":1:1 (public.idempotency_keys)" {
		t.Errorf("stores %+v", got.Stores)
	}
	want := []fact.Unread{{
		Place:  fact.Place{File: path, Line: 2, Column: 23},
		Reason: `PostgreSQL's grammar refuses it: syntax error at or near "on"`,
		Text:   "create trigger broken on idempotency_keys",
		Stores: []string{"public.idempotency_keys"},
	}}
	if diff := cmp.Diff(want, got.Unread); diff != "" {
		t.Errorf("unread (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"the files do not tell the database's time zone; UTC is assumed"}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestStandardInput(t *testing.T) {
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{"-"}, Stdin: strings.NewReader("\xef\xbb\xbf" + strings.ReplaceAll(keysTable, " (", "\r\n(") + "set timezone = 'UTC';")})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Stores) != 1 || got.Name != "-" || got.Stores[0].Place.String() != "-:1:1 (public.idempotency_keys)" || len(got.Notes) > 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAFolderIsReadInTheOrderOfItsVersions(t *testing.T) {
	root := folder(t, map[string]string{
		"V1__a.sql":          "create table a (x int);",
		"V2__b.sql":          "alter table a add y int; create table late (x int);",
		"V10__c.sql":         "alter table a drop column y; alter table late rename to later;",
		"R__z.sql":           "create view v as select x from later;",
		"U10__c.sql":         "drop table later;",
		"V10__c.sql.bak":     "drop table a;",
		"sub/1.up.sql":       "create table sub (x int);",
		"sub/1.down.sql":     "drop table sub;",
		"sub/2/up.sql":       "create table diesel (x int);",
		"sub/2/down.sql":     "drop table diesel;",
		"sub/3/down.sql":     "create table alone (x int);",
		".git/x.sql":         "create table hidden (x int);",
		"sub/more/Upper.SQL": "create table upper_case (x int);",
	})
	db, err := sqlfile.Database(sqlfile.Options{Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range db.Tables {
		names = append(names, one.Name.Name)
	}
	if diff := cmp.Diff([]string{"a", "alone", "diesel", "later", "sub", "upper_case"}, names); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if len(db.Tables[0].Columns) != 1 || len(db.Views) != 1 {
		t.Errorf("not in the order of the versions: %+v %+v", db.Tables[0].Columns, db.Views)
	}
	if want := filepath.Join(root, "V1__a.sql") + ":1:1 (public.a)"; db.Tables[0].Place.String() != want {
		t.Errorf("place %s, want %s", db.Tables[0].Place, want)
	}
}

func TestLeftOutFilesAreNoted(t *testing.T) {
	root := folder(t, map[string]string{"1.up.sql": keysTable, "1.down.sql": "drop table idempotency_keys;"})
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "left out, since they undo migrations: " + filepath.Join(root, "1.down.sql"); len(got.Notes) != 2 || got.Notes[1] != want {
		t.Errorf("notes %q, want %q as the second", got.Notes, want)
	}
	if names := tablesIn(t, filepath.Join(root, "1.up.sql"), filepath.Join(root, "1.down.sql")); len(names) > 0 {
		t.Errorf("a file that is named is read, whatever its name; got %v", names)
	}
}

func TestAFileIsReadOnce(t *testing.T) {
	root := folder(t, map[string]string{"d/a.sql": "create table a (x int);", "d/b.sql": "create table b (x int);"})
	for _, link := range [][2]string{{"a.sql", "d/c.sql"}, {".", "d/self"}, {"d", "e"}} {
		if err := os.Symlink(link[0], filepath.Join(root, link[1])); err != nil {
			t.Skip(err)
		}
	}
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{filepath.Join(root, "d"), root, filepath.Join(root, "d", "b.sql")}})
	if err != nil || len(got.Unread) > 0 {
		t.Errorf("read twice: %+v, %v", got.Unread, err)
	}
}

func TestUsageErrors(t *testing.T) {
	root := folder(t, map[string]string{
		"empty/readme.md": "no SQL", "bin.sql": "a\x00b", "utf16.sql": "\xff\xfec\x00r\x00", "bare16.sql": "c\x00r\x00e\x00", "big16.sql": "\x00c\x00r",
		"downs/1.down.sql": "", "dump.sql": "PGDMP\x01\x0e\x00", "a.sql": keysTable, "large.sql": strings.Repeat("-", 64<<20+1),
	})
	if err := os.Symlink("loop.sql", filepath.Join(root, "loop.sql")); err != nil {
		t.Skip(err)
	}
	at := func(name string) string { return filepath.Join(root, name) }
	for name, c := range map[string]struct {
		options sqlfile.Options
		want    string
	}{
		"nothing named":             {sqlfile.Options{}, "no schema path is given: name a file, a directory or - for standard input"},
		"no such files":             {sqlfile.Options{Paths: []string{at("x.sql"), at("a.sql"), at("y")}}, "no such file or directory: " + at("x.sql") + "; no such file or directory: " + at("y")},
		"a directory without SQL":   {sqlfile.Options{Paths: []string{at("empty")}}, "directory " + at("empty") + " holds no .sql file"},
		"a directory of ways back":  {sqlfile.Options{Paths: []string{at("downs")}}, "directory " + at("downs") + " holds only files that undo migrations, such as " + at("downs/1.down.sql")},
		"no standard input":         {sqlfile.Options{Paths: []string{"-"}}, "standard input can't be read here"},
		"a binary":                  {sqlfile.Options{Paths: []string{at("bin.sql")}}, "nothing could be read: " + at("bin.sql") + ": it holds a NUL byte at offset 1, so it is no SQL text"},
		"UTF-16":                    {sqlfile.Options{Paths: []string{at("utf16.sql")}}, "nothing could be read: " + at("utf16.sql") + ": it is UTF-16: save it as UTF-8"},
		"UTF-16 without a mark":     {sqlfile.Options{Paths: []string{at("bare16.sql")}}, "nothing could be read: " + at("bare16.sql") + ": it is UTF-16: save it as UTF-8"},
		"UTF-16 the other way":      {sqlfile.Options{Paths: []string{at("big16.sql")}}, "nothing could be read: " + at("big16.sql") + ": it is UTF-16: save it as UTF-8"},
		"an archive of pg_dump":     {sqlfile.Options{Paths: []string{at("dump.sql")}}, "nothing could be read: " + at("dump.sql") + ": it is an archive of pg_dump and no SQL: turn it into SQL with pg_restore --schema-only --file=schema.sql"},
		"too large":                 {sqlfile.Options{Paths: []string{at("large.sql")}}, "nothing could be read: " + at("large.sql") + ": it is larger than 64 MiB: dump the schema alone (pg_dump --schema-only)"},
		"a link to itself":          {sqlfile.Options{Paths: []string{at("loop.sql")}}, "nothing could be read: " + at("loop.sql") + ": it can't be read: too many levels of symbolic links"},
		"a table that is not there": {sqlfile.Options{Paths: []string{at("a.sql")}, Stores: store.Options{Tables: []string{"public.nope"}}}, "no table \"public.nope\" is left by the statements in " + at("a.sql") + ": write it as schema.table, or leave it out to audit the stores that are found"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sqlfile.Read(c.options)
			var usage *sqlfile.UsageError
			if !errors.As(err, &usage) || usage.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestAFileThatCannotBeReadCostsOnlyItself(t *testing.T) {
	root := folder(t, map[string]string{"a.sql": keysTable, "b.sql": "\x00\x01", "c/secret.sql": keysTable, "d.sql": "create table \xfcber (x int);"})
	if err := os.Symlink("nowhere.sql", filepath.Join(root, "gone.sql")); err != nil {
		t.Skip(err)
	}
	want := []string{filepath.Join(root, "b.sql"), filepath.Join(root, "gone.sql")}
	if os.Geteuid() != 0 {
		if err := os.Chmod(filepath.Join(root, "c"), 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(filepath.Join(root, "c"), 0o755)
		want = append(want, filepath.Join(root, "c"))
	}
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, u := range got.Unread {
		named[u.Place.File] = true
		if u.Reason == "" || len(u.Stores) != 1 && strings.HasSuffix(u.Place.File, "b.sql") {
			t.Errorf("%+v: a file of which nothing is known may touch every store", u)
		}
	}
	for _, name := range want {
		if !named[name] {
			t.Errorf("%s is not named among %+v", name, got.Unread)
		}
	}
	if len(got.Stores) != 1 {
		t.Errorf("stores %+v", got.Stores)
	}
}

func TestAnIncludedFileThatIsNotNamedMayHoldAnything(t *testing.T) {
	root := folder(t, map[string]string{"a.sql": keysTable + "\\i b.sql\n\\ir sub/c.sql", "sub/c.sql": "select 1"})
	got, err := sqlfile.Read(sqlfile.Options{Paths: []string{root}})
	if err != nil {
		t.Fatal(err)
	}
	want := []fact.Unread{{
		Place:  fact.Place{File: filepath.Join(root, "a.sql"), Line: 2, Column: 1},
		Reason: "psql reads b.sql here, which is not followed: name that file as well",
		Stores: []string{"public.idempotency_keys"},
	}}
	if diff := cmp.Diff(want, got.Unread); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	seeds, err := filepath.Glob("../../../testdata/*/*.sql")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, seed := range seeds {
		content, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	for _, seed := range []string{keysTable + "-- +goose Down\ndrop table idempotency_keys;\n-- +goose Up\n", "\xef\xbb\xbf\xff", "-- migrate:down\n'", "select cron.schedule('a', '* * * * *', 'delete from idempotency_keys')", "\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		_, err := sqlfile.Read(sqlfile.Options{Paths: []string{"-"}, Stdin: strings.NewReader(string(content))})
		var usage *sqlfile.UsageError
		if err != nil && !errors.As(err, &usage) {
			t.Errorf("an error of another kind: %v", err)
		}
	})
}
