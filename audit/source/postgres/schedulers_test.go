package postgres

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/source/postgres/pgtest"
)

// The tables of pgAgent 4 and pg_timetable 5, as their own scripts create
// them, as far as the audit reads them.
const (
	pgAgentTables = `
create schema pgagent;
create table pgagent.pga_job (jobid serial primary key, jobname text not null, jobenabled bool not null default true);
create table pgagent.pga_jobstep (jstid serial primary key, jstjobid int4 not null, jstname text not null, jstenabled bool not null default true,
  jstkind char not null, jstcode text not null, jstconnstr text not null default '', jstdbname name not null default '');
create table pgagent.pga_schedule (jscid serial primary key, jscjobid int4 not null, jscname text not null, jscenabled bool not null default true);`

	timetableTables = `
create schema timetable;
create domain timetable.cron as text;
create type timetable.command_kind as enum ('SQL', 'PROGRAM', 'BUILTIN');
create table timetable.chain (chain_id bigserial primary key, chain_name text not null unique, run_at timetable.cron, live bool default false);
create table timetable.task (task_id bigserial primary key, chain_id bigint, task_order double precision not null, kind timetable.command_kind not null default 'SQL',
  command text not null, run_as text, database_connection text);`
)

func TestPgAgentSteps(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, pgAgentTables)
		db.Exec(t, `
insert into pgagent.pga_job (jobname, jobenabled) values ('nightly', true), ('off', false);
insert into pgagent.pga_jobstep (jstjobid, jstname, jstkind, jstcode, jstdbname, jstconnstr) values
  (1, 'purge', 's', 'delete from keys', '`+db.Name+`', ''), (1, 'script', 'b', 'rm -rf /', '', ''), (1, 'other', 's', 'delete from other', 'postgres', ''),
  (2, 'unlisted', 's', 'delete from old', '', 'host=far password=sw0rdfish');
insert into pgagent.pga_schedule (jscjobid, jscname, jscenabled) values (1, 'at three', true), (1, 'never', false);`)
		want := []*schema.Job{
			job(fact.PgAgent, "nightly: purge", "at three", "delete from keys", db.Name, "", true, "pgAgent step 1"),
			job(fact.PgAgent, "off: unlisted", "", "delete from old", db.Name, "", false, "pgAgent step 4"),
		}
		if diff := cmp.Diff(want, model(t, db.DSN).Jobs); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestPgTimetableTasks(t *testing.T) {
	onEveryVersion(t, func(t *testing.T, s *pgtest.Server) {
		db := s.Database(t, timetableTables, `
insert into timetable.chain (chain_name, run_at, live) values ('sweep', '@every 1 hour', true), ('idle', null, false);
insert into timetable.task (chain_id, task_order, kind, command, run_as) values
  (1, 1, 'SQL', 'delete from keys', 'sweeper'), (1, 2, 'PROGRAM', 'true', null), (2, 1, 'SQL', 'select 1', null)`)
		want := []*schema.Job{
			job(fact.PgTimetable, "sweep", "@every 1 hour", "delete from keys", db.Name, "sweeper", true, "pg_timetable task 1"),
			job(fact.PgTimetable, "idle", "", "select 1", db.Name, "", false, "pg_timetable task 3"),
		}
		if diff := cmp.Diff(want, model(t, db.DSN).Jobs); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func job(kind fact.RemoverKind, name, schedule, command, database, role string, active bool, object string) *schema.Job {
	return &schema.Job{
		Scheduler: kind, Name: name, Schedule: schedule, Command: command, Database: database, Role: role, Active: active,
		SearchPath: []string{"public"}, Zone: schema.Zone{Name: "UTC", Known: true}, Place: place(object),
	}
}

func TestPgTimetableOfAnotherShape(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, "create schema timetable; create table timetable.chain (id int); create table timetable.task (id int)")
	got := model(t, db.DSN)
	if len(got.Hidden) != 1 || got.Hidden[0].What != "the pg_timetable tasks" {
		t.Errorf("hidden %+v", got.Hidden)
	}
}

func TestARoleThatMayNotReadASchedulersTables(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, pgAgentTables+`
create schema "Part Man"; create table "Part Man".config (parent_table text, control text, retention text, partition_interval text);`)
	role := db.Role(t, "unprivileged")
	db.Exec(t, "grant usage on schema pgagent to "+role+"; grant select on pgagent.pga_job to "+role)
	got := model(t, db.As(role))
	want := []fact.Hidden{
		{
			What: "the partition sets of pg_partman in Part Man.config",
			Why:  "permission denied for schema Part Man; permission denied for table Part Man.config",
			Fix:  `GRANT USAGE ON SCHEMA "Part Man" TO ` + role + `; GRANT SELECT ON "Part Man".config TO ` + role, Incomplete: true,
		}, {
			What: "the pgAgent jobs",
			Why:  "permission denied for table pgagent.pga_jobstep; permission denied for table pgagent.pga_schedule",
			Fix:  "GRANT SELECT ON pgagent.pga_jobstep TO " + role + "; GRANT SELECT ON pgagent.pga_schedule TO " + role, Incomplete: true,
		},
	}
	if diff := cmp.Diff(want, got.Hidden); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPartmanSets(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, `
create schema partman;
create table inbox (message_id text not null, received_at timestamptz not null default now()) partition by range (received_at);
create table "by.dot" (id bigint not null) partition by range (id);`)
	if _, err := os.Stat("/usr/share/postgresql/15/extension/pg_partman.control"); err != nil && os.Getenv("CI") != "true" {
		t.Skip("pg_partman is not installed")
	}
	db.Exec(t, "create extension pg_partman schema partman")
	db.Exec(t, `
select partman.create_parent('public.inbox', 'received_at', 'native', 'daily');
update partman.part_config set retention = '7' where parent_table = 'public.inbox';`)
	// Version 5 as it may be copied into another schema, beside the other.
	db.Exec(t, `
create schema copied;
create table copied.part_config (parent_table text primary key, control text not null, time_encoder text, partition_interval text not null, epoch text not null default 'none', retention text);
insert into copied.part_config values ('app.events', 'id', null, '1000', 'none', null)`)
	want := []*schema.PartmanSet{
		{Parent: schema.Name{Schema: "app", Name: "events"}, Control: "id", Epoch: "none", Interval: "1000", Place: place("copied.part_config of app.events")},
		{Parent: schema.Name{Schema: "public", Name: "inbox"}, Control: "received_at", Retention: "7", Epoch: "none", Interval: "1 day", Place: place("partman.part_config of public.inbox")},
	}
	if diff := cmp.Diff(want, model(t, db.DSN).Partman); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TimescaleDB can't be installed here, so that its views are stood in for by
// tables of the shape that its documentation gives them.
func TestTimescaleRetention(t *testing.T) {
	s := servers.Server(t, pgtest.Options{Version: 15})
	db := s.Database(t, `
create table webhook_events (event_id text primary key, received_at timestamptz not null default now());
create schema timescaledb_information;
create table timescaledb_information.jobs (job_id int, proc_name name, hypertable_schema name, hypertable_name name, config jsonb, scheduled boolean, schedule_interval interval);
create table timescaledb_information.dimensions (hypertable_schema name, hypertable_name name, dimension_number bigint, column_name name);
insert into timescaledb_information.jobs values
  (1000, 'policy_retention', 'public', 'webhook_events', '{"drop_after": "7 days", "hypertable_id": 1}', true, '1 day'),
  (1001, 'policy_compression', 'public', 'other', '{}', true, '1 day');
insert into timescaledb_information.dimensions values ('public', 'webhook_events', 1, 'received_at'), ('public', 'webhook_events', 2, 'event_id')`)
	want := []*schema.ChunkPolicy{{
		Table: schema.Name{Schema: "public", Name: "webhook_events"}, Column: "received_at", DropAfter: "7 days", Schedule: "1 day", Active: true,
		Place: place("retention policy of public.webhook_events"),
	}}
	if diff := cmp.Diff(want, model(t, db.DSN).Timescale); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	snapshot, err := Read(t.Context(), Options{DSN: db.DSN, Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	remover := snapshot.Stores[0].Removers[0]
	if floor, ok := remover.Floor.Get(); remover.Kind != fact.Timescale || !ok || floor.String() != "7d" {
		t.Errorf("remover %+v, want TimescaleDB's with a floor of 7d", remover)
	}
}
