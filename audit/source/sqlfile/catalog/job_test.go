package catalog_test

import "testing"

func TestJobs(t *testing.T) {
	check(t, jobs, map[string]modelCase{
		"every form of the call": {
			`select cron.schedule('a', '0 3 * * *', $$delete from t$$); select cron.schedule('@daily', 'call p()');
			select cron.schedule(schedule => '* * * * *', command := 'select ' || 'f()', job_name => 'c'::text);
			select * from cron.schedule_in_database('d', '0 0 * * *', format('delete from %I', 'My t'), 'ledger', 'bob', false)`,
			[]string{"a at 0 3 * * *: delete from t", "2 at @daily: call p()", "c at * * * * *: select f()", `d at 0 0 * * *: delete from "My t" in ledger as bob inactive`},
		},
		"one of the same name replaces the older": {
			"select cron.schedule('a', '1 * * * *', 'x'); select cron.schedule('b', '2 * * * *', 'y'); select cron.schedule('a', '3 * * * *', 'z')",
			[]string{"b at 2 * * * *: y", "a at 3 * * * *: z"},
		},
		"ended by name": {
			`select cron.schedule('a', '1', 'x'), cron.schedule('b', '1', 'x'), cron.schedule('c_1', '1', 'x'), cron.schedule('d', '1', 'x'), cron.schedule('e', '1', 'x');
			select cron.unschedule('a'); select cron.unschedule(jobid) from cron.job where jobname = 'b'; select cron.unschedule((select jobid from cron.job where jobname like 'c%'));
			delete from cron.job where jobname in ('d', 'x'); select cron.unschedule('nope')`,
			[]string{"e at 1: x"},
		},
		"by number or by anything else they are kept": {
			"select cron.schedule('a', '1', 'x'); select cron.unschedule(1); select cron.unschedule(jobid) from cron.job where active; delete from cron.job where username = 'bob'",
			[]string{"a at 1: x"},
		},
		"changed": {
			`select cron.schedule('a', '1', 'x'), cron.schedule('b', '1', 'x'); select cron.alter_job((select jobid from cron.job where jobname = 'a'), schedule := '2', command := 'y');
			select cron.alter_job(jobid, active => false) from cron.job where jobname = 'b'; update cron.job set database = 'ledger', username = 'u' where jobname = 'b'; select cron.alter_job(7, schedule := '3')`,
			[]string{"a at 2: y", "b at 1: x in ledger as u inactive"},
		},
		"written into the table": {
			"insert into cron.job (schedule, command, nodename, nodeport, database, username, jobname) values ('1', 'x', 'localhost', 5432, 'db', 'u', 'a'), ('2', 'y', '', 1, 'db', 'u', null); insert into cron.job (schedule, command, jobname) select '3', 'z', 'c'",
			[]string{"a at 1: x in db as u", "2 at 2: y in db as u", "c at 3: z"},
		},
		"for every row of a list": {
			"select cron.schedule(j.name, at, 'delete from ' || tab) from (values ('a', '1', 't'), ('b', '2', 'u')) as j (name, at, tab)",
			[]string{"a at 1: delete from t", "b at 2: delete from u"},
		},
		"gone with the extension": {
			"select cron.schedule('a', '1', 'x'); drop extension if exists pg_cron cascade",
			nil,
		},
		"only a comment": {
			"-- select cron.schedule('a', '1', 'x');\n/* select cron.schedule('a', '1', 'x'); */ select 'cron.schedule(''a'', ''1'', ''x'')'",
			nil,
		},
	})
}

func TestJobsInBlocks(t *testing.T) {
	check(t, jobs, map[string]modelCase{
		"under a condition they count as made": {
			`do $do$ begin
				if exists (select 1 from pg_extension where extname = 'pg_cron') then
					perform cron.unschedule('a'); perform cron.schedule('a', '1', $$delete from t$$);
				elsif true then perform cron.schedule('b', '2', 'x');
				else raise notice 'none'; end if;
			exception when others then perform cron.schedule('c', '3', 'y'); end $do$`,
			[]string{"a at 1: delete from t", "b at 2: x", "c at 3: y"},
		},
		"in loops, cases, assignments and EXECUTE": {
			`do $$ declare cmd constant text := 'delete from t'; n int; job record; begin
				for job in select * from (values ('a', '1'), ('b', '2')) as v (name, at) loop perform cron.schedule(job.name, job.at, cmd); end loop;
				case when true then n := cron.schedule('c', '3', cmd || ' where x'); else null; end case;
				select cron.schedule('d', '4', 'y') into n;
				execute 'select cron.schedule(''e'', ''5'', ''z'')';
				execute format('select cron.schedule(%L, %L, %L)', 'f', '6', cmd);
			end $$`,
			[]string{"a at 1: delete from t", "b at 2: delete from t", "c at 3: delete from t where x", "d at 4: y", "e at 5: z", "f at 6: delete from t"},
		},
		"in routines that a script calls": {
			`create function setup() returns void language plpgsql as $$ begin perform cron.schedule('a', '1', 'x'); perform setup(); call more(); end $$;
			create procedure more() language sql as $$ select cron.schedule('b', '2', 'y') $$;
			create function unused() returns void language sql as $$ select cron.schedule('c', '3', 'z') $$; select setup()`,
			[]string{"a at 1: x", "b at 2: y"},
		},
	})
}

func TestPartmanSets(t *testing.T) {
	check(t, jobs, map[string]modelCase{
		"of version 4 and 5": {
			`select partman.create_parent('public.a', 'at', 'native', 'daily'); select partman.create_parent(p_parent_table := 'public.b', p_control := 'at', p_interval := '1 day');
			update partman.part_config set retention = '30 days', retention_keep_table = false where parent_table = 'public.a'; update partman.part_config set retention = '7' where parent_table in ('public.c')`,
			[]string{`partman public.a by at every daily keeps "30 days" epoch none`, `partman public.b by at every 1 day keeps "" epoch none`, `partman public.c by  every  keeps "7" epoch none`},
		},
		"written into the table, changed for all": {
			"insert into part_config (parent_table, control, partition_interval, epoch) values ('app.a', 'at', '1 mon', 'seconds'); update part_config set retention = '1 year'; update part_config set retention = null where parent_table = 'app.b'",
			[]string{`partman app.a by at every 1 mon keeps "1 year" epoch seconds`, `partman app.b by  every  keeps "" epoch none`},
		},
		"made twice, the last word counts": {
			"select create_parent('public.a', 'at', '1 day'); select create_parent('public.a', 'at', '1 week')",
			[]string{`partman public.a by at every 1 week keeps "" epoch none`},
		},
	})
}
