package postgres

import (
	"idemaudit/audit/schema"
)

func routine(db database, name string) *schema.Routine {
	for _, r := range db.RoutinesNamed(schema.SplitName(name), nil) {
		return r
	}
	return &schema.Routine{}
}

func routineCases() []modelCase {
	whole := func(name string) func(database) any {
		return func(db database) any {
			r := *routine(db, name)
			r.Name = schema.Name{}
			return r
		}
	}
	return []modelCase{
		{
			name: "a procedure with a default and its own settings",
			sql: "create procedure r_purge(out gone int, keep interval default '30 days') language plpgsql set search_path = public, \"$user\" set timezone = 'Asia/Tokyo'" +
				" as $$begin delete from keys; end$$",
			see: func(db database) any {
				r := *routine(db, "r_purge")
				return []any{r.Params, r.Procedure, r.SearchPath, r.TimeZone, r.Language, r.Body}
			},
			want: []any{
				[]schema.Param{{Name: "gone", Type: "integer", Mode: "out"}, {Name: "keep", Type: "interval", Mode: "in", Default: "'30 days'::interval", Position: 1}},
				true, []string{"public", "$user"}, "Asia/Tokyo", "plpgsql", "begin delete from keys; end",
			},
		}, {
			name: "every mode of parameter",
			sql:  "create function r_modes(a int, inout b text, out d int, variadic c int[]) language sql as 'select $2, $1'",
			see:  func(db database) any { return routine(db, "r_modes").Params },
			want: []schema.Param{
				{Name: "a", Type: "integer", Mode: "in", Position: 1},
				{Name: "b", Type: "text", Mode: "inout", Position: 2},
				{Name: "d", Type: "integer", Mode: "out"},
				{Name: "c", Type: "integer[]", Mode: "variadic", Position: 3},
			},
		}, {
			name: "a function without names",
			sql:  "create function r_nameless(int, text default 'x') returns int language sql stable as 'select $1'",
			see:  whole("r_nameless"),
			want: schema.Routine{
				Place: place("function public.r_nameless(integer, text)"), Language: "sql", Returns: "integer", Body: "select $1", Volatility: "stable",
				Params: []schema.Param{{Type: "integer", Mode: "in", Position: 1}, {Type: "text", Mode: "in", Default: "'x'::text", Position: 2}},
			},
		}, {
			name: "columns of a result are no parameters",
			sql:  "create function r_table(n int) returns table (key text) language sql immutable as $$select 'k'$$",
			see: func(db database) any {
				r := routine(db, "r_table")
				return []any{len(r.Inputs()), r.Params[1].Mode, r.Volatility}
			},
			want: []any{1, "table", "immutable"},
		}, {
			name: "a body in standard SQL",
			sql:  "create table r_keys (at timestamptz); create function r_atomic() returns void begin atomic delete from r_keys where at < now() - interval '1 day'; end",
			see:  func(db database) any { r := routine(db, "r_atomic"); return []any{r.Body, r.SQLBody} },
			want: []any{"", "BEGIN ATOMIC\n DELETE FROM public.r_keys\n   WHERE (r_keys.at < (now() - '1 day'::interval));\nEND"},
		}, {
			name: "a trigger function",
			sql:  "create function r_trigger() returns trigger language plpgsql as $$begin return new; end$$",
			see:  whole("r_trigger"),
			want: schema.Routine{
				Place: place("function public.r_trigger()"), Language: "plpgsql", Returns: "trigger", Body: "begin return new; end", Volatility: "volatile",
			},
		}, {
			name: "an extension's function and table",
			sql:  "create extension pgcrypto",
			see:  func(db database) any { return routine(db, "digest").Extension },
			want: "pgcrypto",
		}, {
			name: "overloads are kept apart",
			sql:  "create function r_twice(int) returns int language sql as 'select 1'; create function r_twice(text) returns int language sql as 'select 2'",
			see:  func(db database) any { return len(db.RoutinesNamed(schema.Name{Name: "r_twice"}, nil)) },
			want: 2,
		}, {
			name: "aggregates are left out",
			sql:  "create aggregate r_sum (int) (sfunc = int4pl, stype = int)",
			see:  func(db database) any { return len(db.RoutinesNamed(schema.Name{Name: "r_sum"}, nil)) },
			want: 0,
		},
	}
}

func triggerCases() []modelCase {
	trigger := func(name string) func(database) any {
		return func(db database) any {
			for _, t := range db.Triggers {
				if t.Name == name {
					return *t
				}
			}
			return nil
		}
	}
	table := func(name string) schema.Name { return schema.Name{Schema: "public", Name: name} }
	const function = "create function g_fn() returns trigger language plpgsql as $$begin return null; end$$;"
	return []modelCase{
		{
			name: "a trigger with a condition and arguments",
			sql: function + "create table g_one (key text);" +
				"create trigger g_one_t before insert or update on g_one for each row when (new.key is not null) execute function g_fn('a', 'ü''\\')",
			see: trigger("g_one_t"),
			want: schema.Trigger{
				Name: "g_one_t", Table: table("g_one"), Function: table("g_fn"), Args: []string{"a", "ü'\\"}, Events: []string{"insert", "update"},
				Timing: "before", Row: true, When: "new.key IS NOT NULL", Enabled: true, Place: place("trigger g_one_t on public.g_one"),
			},
		}, {
			name: "a constraint trigger",
			sql:  "create table g_two (key text); create constraint trigger g_two_t after insert on g_two deferrable for each row execute function g_fn()",
			see:  trigger("g_two_t"),
			want: schema.Trigger{
				Name: "g_two_t", Table: table("g_two"), Function: table("g_fn"), Events: []string{"insert"}, Timing: "after", Row: true,
				Constraint: true, Enabled: true, Place: place("trigger g_two_t on public.g_two"),
			},
		}, {
			name: "a statement trigger that is switched off",
			sql: "create table g_three (key text); create trigger g_three_t after delete or truncate on g_three execute function g_fn();" +
				"alter table g_three disable trigger g_three_t",
			see: trigger("g_three_t"),
			want: schema.Trigger{
				Name: "g_three_t", Table: table("g_three"), Function: table("g_fn"), Events: []string{"delete", "truncate"}, Timing: "after",
				Place: place("trigger g_three_t on public.g_three"),
			},
		}, {
			name: "a trigger of a partitioned table is listed once",
			sql: "create table g_parts (k int) partition by list (k); create table g_parts_1 partition of g_parts for values in (1);" +
				"create trigger g_parts_t after insert on g_parts for each row execute function g_fn()",
			see: func(db database) any {
				var on []string
				for _, t := range db.Triggers {
					if t.Name == "g_parts_t" {
						on = append(on, t.Table.Name)
					}
				}
				return on
			},
			want: []string{"g_parts"},
		}, {
			name: "the triggers behind a foreign key are left out",
			sql:  "create table g_ref (id int primary key); create table g_refers (id int references g_ref)",
			see: func(db database) any {
				n := 0
				for _, t := range db.Triggers {
					if t.Table.Name == "g_ref" || t.Table.Name == "g_refers" {
						n++
					}
				}
				return n
			},
			want: 0,
		},
	}
}

func referenceCases() []modelCase {
	return []modelCase{
		{
			name: "a rule and what it does",
			sql: "create table u_keys (key text, at timestamptz); create table u_log (key text);" +
				"create rule u_rule as on insert to u_keys where new.key <> '' do also (delete from u_keys where at < now() - interval '1 day'; insert into u_log values (new.key))",
			see: func(db database) any {
				for _, r := range db.Rules {
					if r.Name == "u_rule" {
						return *r
					}
				}
				return nil
			},
			want: schema.Rule{
				Name: "u_rule", Table: schema.Name{Schema: "public", Name: "u_keys"}, Event: "insert", When: "new.key <> ''::text", Enabled: true, Place: place("rule u_rule on public.u_keys"),
				Actions: "DELETE FROM public.u_keys WHERE u_keys.at < (now() - '1 day'::interval); INSERT INTO public.u_log (key) VALUES (new.key)",
			},
		}, {
			name: "policies for reading, where they are in force",
			sql: "create table s_on (at timestamptz); create table s_off (at timestamptz); alter table s_on enable row level security;" +
				"create policy s_old on s_on using (at > now() - interval '1 day'); create policy s_mine on s_on as restrictive for select to current_user using (true);" +
				"create policy s_writes on s_on for insert with check (true); create policy s_idle on s_off using (true)",
			see: func(db database) any {
				var all []schema.Policy
				for _, p := range db.Policies {
					all = append(all, *p)
				}
				return all
			},
			want: []schema.Policy{
				{Name: "s_mine", Table: schema.Name{Schema: "public", Name: "s_on"}, Using: "true", Place: place("policy s_mine on public.s_on")},
				{Name: "s_old", Table: schema.Name{Schema: "public", Name: "s_on"}, Permissive: true, Everyone: true, Using: "(at > (now() - '1 day'::interval))", Place: place("policy s_old on public.s_on")},
			},
		}, {
			name: "event triggers",
			sql: "create function s_event() returns event_trigger language plpgsql as 'begin end'; create event trigger s_on on sql_drop execute function s_event();" +
				"create event trigger s_off on sql_drop execute function s_event(); alter event trigger s_off disable",
			see: func(db database) any {
				var all []schema.EventTrigger
				for _, e := range db.Events {
					all = append(all, *e)
				}
				return all
			},
			want: []schema.EventTrigger{
				{Name: "s_off", Function: schema.Name{Schema: "public", Name: "s_event"}, Place: place("event trigger s_off")},
				{Name: "s_on", Function: schema.Name{Schema: "public", Name: "s_event"}, Enabled: true, Place: place("event trigger s_on")},
			},
		}, {
			name: "a foreign key that cascades",
			sql: "create table u_parent (a int, b int, primary key (a, b));" +
				"create table u_child (y int, x int, constraint u_fk foreign key (x, y) references u_parent on delete cascade on update set null)",
			see: func(db database) any {
				for _, k := range db.Foreign {
					if k.Name == "u_fk" {
						return *k
					}
				}
				return nil
			},
			want: schema.ForeignKey{
				Name: "u_fk", Table: schema.Name{Schema: "public", Name: "u_child"}, Columns: []string{"x", "y"},
				References: schema.Name{Schema: "public", Name: "u_parent"}, RefColumns: []string{"a", "b"},
				OnDelete: "cascade", OnUpdate: "set null", Place: place("constraint u_fk on public.u_child"),
			},
		}, {
			name: "a foreign key of a partitioned table is listed once",
			sql: "create table u_whole (k int) partition by list (k); create table u_whole_1 partition of u_whole for values in (1);" +
				"create table u_target (k int primary key); alter table u_whole add constraint u_whole_fk foreign key (k) references u_target on delete set null",
			see: func(db database) any {
				var all []string
				for _, k := range db.Foreign {
					if k.References.Name == "u_target" {
						all = append(all, k.Table.Name+" "+k.OnDelete)
					}
				}
				return all
			},
			want: []string{"u_whole set null"},
		},
	}
}
