package catalog_test

import "testing"

func TestRoutines(t *testing.T) {
	check(t, routines, map[string]modelCase{
		"parameters and results": {
			`create function f(a int, b varchar(10) default 'x', out c int, inout d numeric(4,1) default 1, variadic e int[] default '{}') returns record language plpgsql stable as 'begin end';
			create function g() returns table (a int, b text) language sql immutable as 'select 1';
			create function h(out x int) language sql as 'select 1';
			create procedure p(keep interval = '1 day') language sql as 'select 1'`,
			[]string{
				"function public.f(a integer, b character varying = 'x', out c integer, inout d numeric = 1, variadic e integer[] = '{}') plpgsql stable returns record: begin end",
				"function public.g(table a integer, table b text) sql immutable returns record: select 1",
				"function public.h(out x integer) sql volatile returns integer: select 1",
				"procedure public.p(keep interval = '1 day') sql volatile: select 1",
			},
		},
		"the last word counts": {
			"create function f() returns int language sql as 'select 1'; create or replace function f() returns int language sql as 'select 2'; create function f() returns int language sql as 'select 3'; create function f(int) returns int language sql as 'select 4'",
			[]string{"function public.f() sql volatile returns integer: select 2", "function public.f(integer) sql volatile returns integer: select 4"},
		},
		"bodies that are SQL name tables in full": {
			"create schema app; create table app.t (a int); set search_path = app; create procedure p() begin atomic with d as (delete from t returning a) select * from d; delete from t; end; create function r(x int) returns int return x + 1; reset search_path; alter table app.t rename to u",
			[]string{
				"procedure app.p() sql volatile path [app]: BEGIN ATOMIC\n WITH d AS (DELETE FROM app.u RETURNING a) SELECT * FROM d; DELETE FROM app.u;\nEND",
				"function app.r(x integer) sql volatile returns integer path [app]: RETURN x + 1",
			},
		},
		"settings": {
			"create function f() returns void language sql set search_path = a, \"B\" set timezone = 'Europe/Berlin' as ''; create function g() returns void language sql set search_path = '' as ''; create function h() returns void language sql as ''; alter function h() set search_path to c; alter function h() volatile",
			[]string{"function public.f() sql volatile returns void path [a B] zone Europe/Berlin:", "function public.g() sql volatile returns void path []:", "function public.h() sql volatile returns void path [c]:"},
		},
		"renamed, moved and dropped": {
			"create schema s; create function a() returns void language sql as ''; create function b(int) returns void language sql as ''; create function b(text) returns void language sql as ''; alter function a rename to c; alter function c() set schema s; drop function b; drop function b(int), nope(int); drop routine if exists nope; drop function b(varchar)",
			[]string{"function public.b(integer) sql volatile returns void:", "function public.b(text) sql volatile returns void:", "function s.c() sql volatile returns void:"},
		},
	})
}

func TestTriggersRulesAndViews(t *testing.T) {
	const base = "create table t (id int primary key, at timestamptz); create function f() returns trigger language plpgsql as 'begin return null; end'; "
	check(t, hooks, map[string]modelCase{
		"triggers": {
			base + "create trigger a before insert or update of at on t for each row when (new.id > 1) execute function f('x', 1); create constraint trigger b after insert on t deferrable for each row execute procedure f(); create trigger c after truncate or delete on t execute function f()",
			[]string{"trigger a before [insert update] on public.t calls public.f[x 1] for each row when new.id > 1", "trigger b after [insert] on public.t calls public.f[] for each row constraint", "trigger c after [delete truncate] on public.t calls public.f[]"},
		},
		"switched off, renamed, dropped": {
			base + "create trigger a after insert on t execute function f(); create trigger b after insert on t execute function f(); create trigger c after insert on t execute function f(); alter table t disable trigger all; alter table t enable trigger b; alter trigger b on t rename to bb; drop trigger c on t; alter function f() rename to ff; alter table t rename to u",
			[]string{"trigger a after [insert] on public.u calls public.ff[] disabled", "trigger bb after [insert] on public.u calls public.ff[]"},
		},
		"a trigger goes with its function only under CASCADE": {
			base + "create trigger a after insert on t execute function f(); create trigger b after insert on t execute function g(); drop function f(); drop function f() cascade",
			[]string{"trigger b after [insert] on public.t calls public.g[]"},
		},
		"rules": {
			base + "create rule r as on insert to t do also delete from t where id < 1; create or replace rule s as on delete to t do instead nothing; create rule x as on update to t do (delete from t; delete from t); alter table t disable rule r; drop rule x on t; create or replace rule r as on insert to t do delete from t",
			[]string{"rule r on insert to public.t: DELETE FROM public.t disabled", "rule s on delete to public.t:  instead"},
		},
		"a rule and a trigger of one name": {
			base + "create trigger n after insert on t execute function f(); create rule n as on insert to t do nothing; drop rule n on t",
			[]string{"trigger n after [insert] on public.t calls public.f[]"},
		},
		"views": {
			base + "create view v as select * from t where at > now() - interval '1 day'; create or replace view v as select id from t; create materialized view m as select id from t; create view v as select 1; create view w as select 1; drop view w; alter table t rename to u; alter view v rename to vv; create rule vr as on delete to vv do instead delete from u",
			[]string{"rule vr on delete to public.vv: DELETE FROM public.u instead", "materialized view public.m: SELECT id FROM public.u", "view public.vv: SELECT id FROM public.u"},
		},
	})
}
