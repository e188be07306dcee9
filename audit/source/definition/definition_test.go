package definition_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/fact"
	"idemaudit/audit/source/definition"
)

func TestVariesByAttempt(t *testing.T) {
	for text, want := range map[string]bool{
		"now()":                                       true,
		"CURRENT_TIMESTAMP":                           true,
		"CURRENT_DATE":                                true,
		"LOCALTIMESTAMP(3)":                           true,
		"clock_timestamp()":                           true,
		"(now() + '24:00:00'::interval)":              true,
		"timezone('utc'::text, now())":                true,
		"(now() AT TIME ZONE 'utc'::text)":            true,
		"('now'::text)::date":                         true,
		"(EXTRACT(epoch FROM now()))::bigint + 86400": true,
		"gen_random_uuid()":                           true,
		"public.uuid_generate_v4()":                   true,
		"nextval('t_id_seq'::regclass)":               true,
		"random()":                                    true,
		"md5(random()::text)":                         true,
		"COALESCE(NULL::text, md5(random()::text))":   true,
		"CASE WHEN true THEN now() END":               true,
		"app.new_key()":                               true,
		"app.lower('A')":                              true,
		"age('2026-01-01'::timestamptz)":              true,
		"ARRAY[now()]":                                true,
		"(SELECT 1)":                                  true,
		"not sql at all":                              true,
		"'started'::text":                             false,
		"'now'::timestamp":                            false,
		"0":                                           false,
		"'-1'::integer":                               false,
		"NULL::character varying":                     false,
		"'{}'::jsonb":                                 false,
		"ARRAY[]::text[]":                             false,
		"(10 * 24)":                                   false,
		"make_interval(days => 30)":                   false,
		"lower('ABC'::text)":                          false,
		"pg_catalog.lower('ABC')":                     false,
		"'7 days'::interval * 2":                      false,
		"(86400)::double precision * '00:00:01'::interval": false,
		"CURRENT_USER": false,
		"(current_setting('app.tenant'::text))::uuid": false,
		"date_trunc('minute'::text, created_at)":      false,
	} {
		if got := definition.VariesByAttempt(text); got != want {
			t.Errorf("VariesByAttempt(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestMarkVaryingFollowsGeneratedColumns(t *testing.T) {
	columns := []fact.Column{
		{Name: "id", Identity: true},
		{Name: "key"},
		{Name: "created_at", Default: "now()"},
		{Name: "minute", Default: "date_trunc('minute'::text, created_at)", Generated: true},
		{Name: "folded", Default: "lower(key)", Generated: true},
	}
	definition.MarkVarying(columns)
	var got []string
	for _, c := range columns {
		if c.Varies {
			got = append(got, c.Name)
		}
	}
	if diff := cmp.Diff([]string{"id", "created_at", "minute"}, got); diff != "" {
		t.Errorf("columns that vary (-want +got):\n%s", diff)
	}
}

func TestIndexExpression(t *testing.T) {
	for text, want := range map[string]fact.IndexColumn{
		"key":                                   {Column: "key"},
		`"eventId"`:                             {Column: "eventId"},
		"lower(key)":                            {Uses: []string{"key"}},
		"COALESCE(tenant_id, ''::text)":         {Uses: []string{"tenant_id"}, NullSafe: true},
		"lower(COALESCE(a, b, 'x'::text))":      {Uses: []string{"a", "b"}, NullSafe: true},
		"((provider || ':'::text) || event_id)": {Uses: []string{"provider", "event_id"}},
		"CASE WHEN (tenant IS NULL) THEN 0 ELSE 1 END":            {Uses: []string{"tenant"}, NullSafe: true},
		"CASE WHEN (tenant IS NULL) THEN 0 END":                   {Uses: []string{"tenant"}, MakesNull: true},
		"NULLIF(key, ''::text)":                                   {Uses: []string{"key"}, MakesNull: true},
		"md5(NULLIF(key, ''::text))":                              {Uses: []string{"key"}, MakesNull: true},
		"app.normalise(key)":                                      {Uses: []string{"key"}, MakesNull: true},
		"\"substring\"(key, 'evt_(.*)'::text)":                    {Uses: []string{"key"}, MakesNull: true},
		"COALESCE(NULLIF(key, ''::text), 'none'::text)":           {Uses: []string{"key"}, NullSafe: true},
		"(tenant IS NULL)":                                        {Uses: []string{"tenant"}, NullSafe: true},
		"date_trunc('hour'::text, created_at)":                    {Uses: []string{"created_at"}, Bucket: true},
		"((created_at)::date)":                                    {Uses: []string{"created_at"}, Bucket: true},
		"date(timezone('UTC'::text, created_at))":                 {Uses: []string{"created_at"}, Bucket: true},
		"floor((EXTRACT(epoch FROM created_at) / (60)::numeric))": {Uses: []string{"created_at"}, Bucket: true},
		"(payload ->> 'id'::text)":                                {Uses: []string{"payload"}, MakesNull: true},
		"COALESCE(seen, date_trunc('day', '2026-01-01'::date))":   {Uses: []string{"seen"}, NullSafe: true},
		"not an (expression":                                      {},
	} {
		if want.Column == "" {
			want.Expression = text
		}
		if diff := cmp.Diff(want, definition.IndexExpression(text)); diff != "" {
			t.Errorf("IndexExpression(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestOnlyNotNull(t *testing.T) {
	columns := []string{"tenant", "key"}
	for predicate, want := range map[string]bool{
		"(key IS NOT NULL)":                            true,
		"((key)::text IS NOT NULL)":                    true,
		"((tenant IS NOT NULL) AND (key IS NOT NULL))": true,
		"(NOT (key IS NULL))":                          true,
		"":                                             false,
		"(key IS NULL)":                                false,
		"(NOT (key IS NOT NULL))":                      false,
		"(deleted_at IS NOT NULL)":                     false,
		"((key IS NOT NULL) AND (deleted_at IS NULL))":   false,
		"((key IS NOT NULL) AND (state = 'done'::text))": false,
		"(lower(key) IS NOT NULL)":                       false,
		"((key)::text <> ''::text)":                      false,
		"key IS NOT NULL AND":                            false,
	} {
		if got := definition.OnlyNotNull(predicate, columns); got != want {
			t.Errorf("OnlyNotNull(%q) = %v, want %v", predicate, got, want)
		}
	}
}

func TestColumns(t *testing.T) {
	got := definition.Columns("date_trunc('day'::text, created_at) + make_interval(hours => t.offset_hours) + (created_at - created_at)")
	if diff := cmp.Diff([]string{"created_at", "offset_hours"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzDefinition(f *testing.F) {
	for _, seed := range []string{"now()", "lower(key)", "(key IS NOT NULL)", "CASE a WHEN 1 THEN NULL END", "NOT a", "(", "a[1].b", "ROW()", "ARRAY[[1]]", "$1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		definition.VariesByAttempt(text)
		definition.IndexExpression(text)
		definition.OnlyNotNull(text, []string{"key"})
		definition.Columns(text)
	})
}
