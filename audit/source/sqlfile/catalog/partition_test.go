package catalog_test

import "testing"

func TestPartitions(t *testing.T) {
	check(t, partitions, map[string]modelCase{
		"ranges of time are told as PostgreSQL writes them": {
			`create table p (at timestamptz) partition by range (at);
			create table a partition of p for values from ('2026-01-01') to ('2026-02-01 00:00:00+02');
			create table b partition of p for values from (minvalue) to ('2026-01-01');
			create table c partition of p default`,
			[]string{"public.a under public.p [2026-01-01 00:00:00+00 .. 2026-01-31 22:00:00+00]", "public.b under public.p [ .. 2026-01-01 00:00:00+00]",
				"public.c under public.p [ .. ] default", "public.p by range (at) using [at]"},
		},
		"other types": {
			`create table d (x date) partition by range (x); create table d1 partition of d for values from ('2026-01-01') to ('2026-02-01');
			create table n (x timestamp, y int) partition by range (x, y); create table n1 partition of n for values from ('2026-01-01', 1) to ('2026-01-02 12:30:15.5', maxvalue);
			create table l (x text) partition by list (x); create table l1 partition of l for values in ('a', 'b');
			create table h (x int) partition by hash (x); create table h1 partition of h for values with (modulus 2, remainder 0)`,
			[]string{"public.d by range (x) using [x]", "public.d1 under public.d [2026-01-01 .. 2026-02-01]", "public.h by hash (x) using [x]", "public.h1 under public.h [ .. ]",
				"public.l by list (x) using [x]", "public.l1 under public.l [ .. ]", "public.n by range (x, y) using [x y]",
				"public.n1 under public.n [2026-01-01 00:00:00, 1 .. 2026-01-02 12:30:15.5]"},
		},
		"a key of an expression": {
			"create table p (at timestamp, k int) partition by range (date_trunc('day', at), k); alter table p rename at to seen",
			[]string{"public.p by range (date_trunc('day', seen), k) using [seen k]"},
		},
		"attached and detached": {
			`create table p (x int) partition by range (x); create table a (x int); create table b (x int);
			alter table p attach partition a for values from (1) to (2); alter table p attach partition b for values from (2) to (3); alter table p detach partition a concurrently`,
			[]string{"public.b under public.p [2 .. 3]", "public.p by range (x) using [x]"},
		},
		"partitions go with the whole, children do not": {
			"create table p (x int) partition by list (x); create table a partition of p for values in (1); drop table p; create table q (x int); create table c () inherits (q); drop table q",
			[]string{"public.c under public.q"},
		},
		"inheritance comes and goes": {
			"create table q (x int); create table c () inherits (q); create table d (x int); alter table d inherit q; alter table c no inherit q",
			[]string{"public.d under public.q"},
		},
		"what PostgreSQL refuses": {
			`create table p (x int) partition by range (x); create table a partition of p for values in (1); create table b partition of p default; create table c partition of p default;
			create table d partition of b for values from (1) to (2); create table e (x int) partition by range (nothing); alter table p attach partition p default`,
			[]string{"public.b under public.p [ .. ] default", "public.p by range (x) using [x]"},
		},
	})
}

func TestForeignKeys(t *testing.T) {
	check(t, foreign, map[string]modelCase{
		"written at a column they refer to the primary key": {
			"create table p (id int, k text unique, primary key (id)); create table f (a int references p on delete cascade, b text references p (k) on update set null on delete set default)",
			[]string{"f_a_fkey on public.f (a) to public.p (id) on delete cascade on update no action", "f_b_fkey on public.f (b) to public.p (k) on delete set default on update set null"},
		},
		"of a table, added later, and of a table no script makes": {
			`create table p (a int, b int, primary key (a, b)); create table f (x int, y int, u uuid references auth.users on delete cascade);
			alter table f add foreign key (x, y) references p on delete restrict not valid, add constraint mine foreign key (x, y) references p (a, b) on delete set null`,
			[]string{"f_u_fkey on public.f (u) to auth.users () on delete cascade on update no action", "f_x_y_fkey on public.f (x, y) to public.p (a, b) on delete restrict on update no action",
				"mine on public.f (x, y) to public.p (a, b) on delete set null on update no action"},
		},
		"names are followed": {
			"create table p (id int primary key); create table f (pid int references p); alter table p rename to q; alter table q rename id to key; alter table f rename pid to qid; alter table f rename constraint f_pid_fkey to k",
			[]string{"k on public.f (qid) to public.q (key) on delete no action on update no action"},
		},
		"dropped with what they need": {
			`create table p (id int primary key, k int unique); create table f (a int references p, b int references p (k), c int references p);
			alter table f drop constraint f_a_fkey; alter table f drop column c; alter table p drop constraint p_k_key; alter table p drop constraint p_k_key cascade`,
			nil,
		},
		"one that is not enforced acts on nothing": {
			"create table p (id int primary key); create table f (a int references p on delete cascade not enforced)",
			nil,
		},
		"PostgreSQL refuses one without a unique index": {
			"create table p (id int); create table f (a int); alter table f add foreign key (a) references p (id)",
			nil,
		},
	})
}
