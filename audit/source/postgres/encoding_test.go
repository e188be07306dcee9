package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/source/postgres/pgtest"
)

func TestNamesArriveInUTF8WhateverTheDatabaseIsIn(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		for encoding, c := range map[string]struct{ sql, want string }{
			"LATIN1":    {`do $$ begin execute format('create table %I ()', 'gr' || chr(252) || 'n'); end $$`, "grün"},
			"SQL_ASCII": {`do $$ begin execute format('create table %I ()', e'gr\xfcn'); end $$`, "gr\uFFFDn"},
		} {
			name := s.Database(t).Name + "_" + encoding
			s.Exec(t, "postgres", `create database "`+name+`" encoding '`+encoding+`' template template0`)
			s.Exec(t, name, c.sql)
			var got []string
			for _, table := range model(t, s.DSN(name, "postgres")).Tables {
				got = append(got, table.Name.Name)
			}
			if diff := cmp.Diff([]string{c.want}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", encoding, diff)
			}
		}
	})
}
