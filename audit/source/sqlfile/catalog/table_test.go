package catalog_test

import "testing"

func TestColumns(t *testing.T) {
	check(t, tables, map[string]modelCase{
		"types as format_type writes them": {
			"create table t (a int, b varchar(255), c timestamptz(3), d timestamp, e decimal(10), f char, g bpchar, h interval day to second(2), i text[][], j float, k \"char\", l varbit(7))",
			[]string{"public.t", "  a integer", "  b character varying(255)", "  c timestamp(3) with time zone", "  d timestamp without time zone",
				"  e numeric(10,0)", "  f character(1)", "  g bpchar", "  h interval day to second(2)", "  i text[]", "  j double precision", `  k "char"`, "  l bit varying(7)"},
		},
		"names fold unless quoted": {
			`CREATE TABLE App."Keys" ("Key" TEXT, Plain INT)`,
			[]string{"app.Keys", "  Key text", "  plain integer"},
		},
		"serial and identity": {
			"create table t (a bigserial, b int generated always as identity, c smallserial primary key)",
			[]string{"public.t", "  a bigint not null default nextval('public.t_a_seq'::regclass) (varies)", "  b integer not null identity (varies)",
				"  c smallint not null default nextval('public.t_c_seq'::regclass) (varies)"},
		},
		"defaults": {
			"create table t (a int default null, b text default 'x', c timestamptz default now() + interval '1 day', d uuid default gen_random_uuid())",
			[]string{"public.t", "  a integer", "  b text default 'x'", "  c timestamp with time zone default now() + '1 day'::interval (varies)",
				"  d uuid default gen_random_uuid() (varies)"},
		},
		"generated from what varies": {
			"create table t (at timestamp default now(), minute timestamp generated always as (date_trunc('minute', at)) stored, key text, low text generated always as (lower(key)) stored)",
			[]string{"public.t", "  at timestamp without time zone default now() (varies)", "  minute timestamp without time zone as date_trunc('minute', at) (varies)",
				"  key text", "  low text as lower(key)"},
		},
		"a domain stands for what it is over": {
			"create domain k as varchar(64) not null default 'x'; create domain kk as k; create table t (a k, b kk default 'own', c k[]); alter domain k drop not null; alter domain k set default 'y'",
			[]string{"public.t", "  a character varying(64) default 'y'", "  b character varying(64) default 'own'", "  c public.k[]"},
		},
		"types of a script and of an extension": {
			"create type state as enum ('a'); create schema app; create type app.state as enum ('b'); create table t (a state, b app.state, c citext); alter type state rename to state2",
			[]string{"public.t", "  a public.state2", "  b app.state", "  c public.citext"},
		},
		"a table of a composite type": {
			"create type pair as (x int, y text); create table t of pair (primary key (x))",
			[]string{"public.t", "  x integer not null", "  y text"},
		},
		"a table of the same name elsewhere": {
			"create table a.t (x int); create table b.t (y int); alter table a.t add z int",
			[]string{"a.t", "  x integer", "  z integer", "b.t", "  y integer"},
		},
		"kinds": {
			"create unlogged table u (a int); create temp table p (a int); create foreign table f (a int) server s; create table l (a int); alter table l set unlogged; alter table u set logged",
			[]string{"pg_temp.p temporary", "  a integer", "public.f foreign table", "  a integer", "public.l unlogged", "  a integer", "public.u", "  a integer"},
		},
		"a schema with its elements": {
			"create schema app create table t (a int) create view v as select a from t",
			[]string{"app.t", "  a integer"},
		},
		"made of a query": {
			"create table t (id int primary key, at timestamptz default now()); create table u as select id, at as seen, id::text as label, lower('x') from t; create table v (p) as select * from t; select t.* into w from t",
			[]string{"public.t", "  id integer not null", "  at timestamp with time zone default now() (varies)",
				"public.u", "  id integer", "  seen timestamp with time zone", "  label text", "  lower ",
				"public.v", "  p integer", "  at timestamp with time zone", "public.w", "  id integer", "  at timestamp with time zone"},
		},
	})
}

func TestAlteredColumns(t *testing.T) {
	check(t, tables, map[string]modelCase{
		"all that ALTER COLUMN does": {
			`create table t (a int not null default 1, b text, c text default 'x');
			alter table t alter a type bigint, alter a drop default, alter a drop not null, alter b set not null, alter b set default 'y', alter c drop default;
			alter table t alter a set not null, alter a add generated always as identity`,
			[]string{"public.t", "  a bigint not null identity (varies)", "  b text not null default 'y'", "  c text"},
		},
		"columns that come and go": {
			"create table t (a int); alter table t add b text not null default 'x', add column if not exists a text, drop column a; alter table t drop column if exists z",
			[]string{"public.t", "  b text not null default 'x'"},
		},
		"a rename is followed in what is generated": {
			"create table t (key text, low text generated always as (lower(key)) stored); alter table t rename key to idempotency_key",
			[]string{"public.t", "  idempotency_key text", "  low text as lower(idempotency_key)"},
		},
		"a table moves": {
			"create table t (a serial); alter table t rename to u; alter table u set schema app; alter schema app rename to app2",
			[]string{"app2.u", "  a integer not null default nextval('public.t_a_seq'::regclass) (varies)"},
		},
		"columns of a domain that is dropped": {
			"create domain k as text; create table t (a k, b int); drop domain k; drop domain k cascade",
			[]string{"public.t", "  b integer"},
		},
		"a NOT NULL constraint of its own name": {
			"create table t (a int constraint n not null, b int not null, c int, not null c); alter table t drop constraint n, drop constraint t_b_not_null, drop constraint t_c_not_null",
			[]string{"public.t", "  a integer", "  b integer", "  c integer"},
		},
		"dropped tables are gone, whatever order they were made in": {
			"create table a (x int primary key); create table b (x int references a); drop table a; drop table a, b; create table c (x int); drop table if exists c, nowhere",
			nil,
		},
		"a schema is dropped with what is in it": {
			"create schema s; create table s.a (x int); create table b (x int); drop schema s; drop schema s cascade",
			[]string{"public.b", "  x integer"},
		},
	})
}

func TestInheritedColumns(t *testing.T) {
	check(t, tables, map[string]modelCase{
		"what a child gets": {
			"create table p (id int primary key, k text not null default 'x'); create table c (own int, k text default 'y') inherits (p); alter table p add more int default 2; alter table p rename more to most; alter table p drop column id",
			[]string{"public.c", "  k text not null default 'y'", "  own integer", "  most integer default 2", "public.p", "  k text not null default 'x'", "  most integer default 2"},
		},
		"a partition has its parent's columns": {
			"create table p (k text, at timestamptz not null default now()) partition by range (at); create table c partition of p (at default '2000-01-01') for values from ('2026-01-01') to ('2026-02-01'); alter table p add n int not null default 0",
			[]string{"public.c", "  k text", "  at timestamp with time zone not null default '2000-01-01'", "  n integer not null default 0",
				"public.p partitioned table", "  k text", "  at timestamp with time zone not null default now() (varies)", "  n integer not null default 0"},
		},
		"LIKE takes over what it is told to": {
			`create table s (a int generated always as identity, b text not null default 'x', c int generated always as (1) stored);
			create table plain (like s); create table much (like s including all, d int)`,
			[]string{"public.much", "  a integer not null identity (varies)", "  b text not null default 'x'", "  c integer as 1", "  d integer",
				"public.plain", "  a integer not null", "  b text not null", "  c integer",
				"public.s", "  a integer not null identity (varies)", "  b text not null default 'x'", "  c integer as 1"},
		},
	})
}
