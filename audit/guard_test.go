package audit_test

import (
	"strings"
	"testing"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

// scoped is a store with more columns than one, to build guards over.
func scoped() fact.Store {
	s := wellGuarded()
	s.Columns = append(s.Columns,
		fact.Column{Name: "id", Type: "bigint", Identity: true, Varies: true},
		fact.Column{Name: "tenant_id", Type: "uuid", Nullable: true, Scope: true},
		fact.Column{Name: "route", Type: "text"},
		fact.Column{Name: "region", Type: "text", Default: "'eu'::text"},
		fact.Column{Name: "attempt", Type: "uuid", Default: "gen_random_uuid()", Varies: true},
		fact.Column{Name: "occurred_at", Type: "timestamp with time zone"},
	)
	return s
}

func guardedBy(indexes ...fact.Index) fact.Store {
	s := scoped()
	s.Indexes = indexes
	return s
}

func changed(ix fact.Index, change func(*fact.Index)) fact.Index {
	change(&ix)
	return ix
}

func partitionedBy(s fact.Store, column string) fact.Store {
	s.Partitions = &fact.Partitions{Strategy: "range", Columns: []string{column}, Uses: []string{column}}
	return s
}

func keyed(s fact.Store, columns ...string) fact.Store {
	s.Key = columns
	return s
}

func TestGuard(t *testing.T) {
	key := uniqueOver("on_key", "key")
	bucket := fact.IndexColumn{Expression: "date_trunc('hour', created_at)", Uses: []string{"created_at"}, Bucket: true}
	lower := fact.IndexColumn{Expression: "lower(key)", Uses: []string{"key"}}
	nullKeys := func(s fact.Store, there bool) fact.Store {
		s.NullKeys = fact.Known(there, fact.Observed)
		return s
	}
	tenantKey := uniqueOver("on_tenant_key", "tenant_id", "key")
	withTrigger := func(s fact.Store) fact.Store {
		s.Guards = []fact.TriggerGuard{{Name: "refuse_twice"}}
		return s
	}
	generatedKey := func() fact.Store {
		s := guardedBy(key)
		s.Columns[0].Default, s.Columns[0].Varies = "gen_random_uuid()", true
		return s
	}
	nullableKey := func(ix fact.Index) fact.Store {
		s := guardedBy(ix)
		s.Columns[0].Nullable = true
		return s
	}
	for _, c := range []struct {
		name   string
		store  fact.Store
		stable []string // declared replay-stable
		status audit.GuardStatus
		index  string
		reason string // a part of it
	}{
		{"the key alone", guardedBy(key), nil, "holds", "on_key", ""},
		{"a surrogate primary key", guardedBy(changed(uniqueOver("pkey", "id"), func(ix *fact.Index) { ix.Primary = true })), nil, "broken", "", "no unique index has a column of the key"},
		{"the key beside a surrogate primary key", guardedBy(uniqueOver("a_pkey", "id"), key), nil, "holds", "on_key", ""},
		{"a key that the database numbers", keyed(guardedBy(uniqueOver("pkey", "id")), "id"), nil, "broken", "pkey", "numbered by the database"},
		{"a key with a volatile default guards whoever sends it", generatedKey(), nil, "holds", "on_key", ""},
		{"a scope without default", guardedBy(uniqueOver("u", "route", "key")), nil, "holds", "u", ""},
		{"a scope with a constant default", guardedBy(uniqueOver("u", "region", "key")), nil, "holds", "u", ""},
		{"a column that differs in each attempt", guardedBy(uniqueOver("u", "key", "attempt")), nil, "broken", "u", "includes attempt, which differs in each attempt (default gen_random_uuid())"},
		{"which the user says is stable", guardedBy(uniqueOver("u", "key", "attempt")), []string{"attempt"}, "holds", "u", ""},
		{"the arrival time", guardedBy(uniqueOver("u", "key", "created_at")), nil, "broken", "u", "default now()"},
		{"the arrival time counted among the key", keyed(guardedBy(uniqueOver("u", "key", "created_at")), "key", "created_at"), nil, "broken", "u", "default now()"},
		{"a time without default", guardedBy(uniqueOver("u", "key", "occurred_at")), nil, "unknown", "u", "whether every replay repeats it is not known"},
		{"a time without default that is declared", guardedBy(uniqueOver("u", "key", "occurred_at")), []string{"occurred_at"}, "holds", "u", ""},
		{"a time that is part of the key", keyed(guardedBy(uniqueOver("u", "key", "occurred_at")), "key", "occurred_at"), nil, "holds", "u", ""},
		{"a partition column without default", partitionedBy(guardedBy(uniqueOver("u", "key", "route")), "route"), nil, "unknown", "u", "partitioned by it"},
		{"a column that was not read", guardedBy(uniqueOver("u", "key", "ghost")), nil, "unknown", "u", "not found among"},
		{"fewer columns than the key", keyed(guardedBy(key), "route", "key"), nil, "holds", "on_key", ""},
		{"a surrogate in place of the key", keyed(guardedBy(uniqueOver("u", "route", "region")), "route", "key"), nil, "unknown", "u", "leaves out key"},
		{"no key known", keyed(guardedBy(key)), nil, "unknown", "", "which columns name a request"},
		{"an expression over the key", guardedBy(fact.Index{Name: "u", Valid: true, Ready: true, Columns: []fact.IndexColumn{lower}}), nil, "holds", "u", ""},
		{"a bucket of time", guardedBy(changed(key, func(ix *fact.Index) { ix.Columns = append(ix.Columns[:1:1], bucket) })), nil, "broken", "on_key", "one bucket at most"},
		{"a bucket of a time that is declared", guardedBy(changed(key, func(ix *fact.Index) { ix.Columns = append(ix.Columns[:1:1], bucket) })), []string{"created_at"}, "holds", "on_key", ""},
		{"not ready", guardedBy(changed(key, func(ix *fact.Index) { ix.Valid, ix.Ready = false, false })), nil, "broken", "on_key", "not ready"},
		{"ready and not valid", guardedBy(changed(key, func(ix *fact.Index) { ix.Valid = false })), nil, "at_risk", "on_key", "not valid"},
		{"not valid on a partitioned table", partitionedBy(guardedBy(changed(key, func(ix *fact.Index) { ix.Valid = false })), "route"), nil, "broken", "on_key", "partitions without a matching index"},
		{"invalid beside a valid one", guardedBy(changed(uniqueOver("a_old", "key"), func(ix *fact.Index) { ix.Ready = false }), key), nil, "holds", "on_key", ""},
		{"deferrable", guardedBy(changed(key, func(ix *fact.Index) { ix.Deferrable = true })), nil, "at_risk", "on_key", "deferrable"},
		{"partial", guardedBy(changed(key, func(ix *fact.Index) { ix.Predicate = "(state = 'done'::text)" })), nil, "at_risk", "on_key", "state = 'done'"},
		{"on one partition", guardedBy(changed(key, func(ix *fact.Index) { ix.Partition = "p1" })), nil, "broken", "on_key", "partition p1 alone"},
		{"a nullable scope", guardedBy(tenantKey), nil, "at_risk", "on_tenant_key", "NULL in tenant_id"},
		{"a nullable scope without NULLs today", nullKeys(guardedBy(tenantKey), false), nil, "at_risk", "on_tenant_key", "would never refuse rows with NULL in tenant_id"},
		{"a nullable scope with NULLs", nullKeys(guardedBy(tenantKey), true), nil, "broken", "on_tenant_key", "such rows are there"},
		{"NULLs that are alike", guardedBy(changed(tenantKey, func(ix *fact.Index) { ix.NullsNotDistinct = true })), nil, "holds", "on_tenant_key", ""},
		{"a scope that coalesce closes", guardedBy(fact.Index{Name: "u", Valid: true, Ready: true, Columns: []fact.IndexColumn{
			{Expression: "COALESCE(tenant_id, '0'::uuid)", Uses: []string{"tenant_id"}, NullSafe: true}, {Column: "key"}}}), nil, "holds", "u", ""},
		{"a second index for rows without a scope", guardedBy(tenantKey, changed(key, func(ix *fact.Index) { ix.Predicate = "(tenant_id IS NULL)" })), nil, "holds", "on_tenant_key", ""},
		{"a second index that is not valid", guardedBy(tenantKey, changed(key, func(ix *fact.Index) { ix.Predicate, ix.Valid = "(tenant_id IS NULL)", false })), nil, "at_risk", "on_key", ""},
		{"rows without a key are free", nullableKey(changed(key, func(ix *fact.Index) { ix.Predicate, ix.OnlyNotNull = "(key IS NOT NULL)", true })), nil, "holds", "on_key", ""},
		{"rows without a scope are not", guardedBy(changed(tenantKey, func(ix *fact.Index) { ix.Predicate, ix.OnlyNotNull = "(tenant_id IS NOT NULL)", true })), nil, "at_risk", "on_tenant_key", "NULL in tenant_id"},
		{"fewer columns are stricter", guardedBy(uniqueOver("a", "route", "key"), uniqueOver("b", "key")), nil, "holds", "b", ""},
		{"of two alike the first by name", guardedBy(uniqueOver("b", "key"), uniqueOver("a", "key")), nil, "holds", "a", ""},
		{"unknown before broken", guardedBy(uniqueOver("a", "key", "created_at"), uniqueOver("b", "key", "occurred_at")), nil, "unknown", "b", ""},
		{"a trigger without an index", withTrigger(guardedBy()), nil, "at_risk", "", "trigger refuse_twice"},
		{"a trigger beside an index that holds", withTrigger(guardedBy(key)), nil, "holds", "on_key", ""},
		{"a foreign table", func() fact.Store { s := guardedBy(); s.Foreign = true; return s }(), nil, "unknown", "", "another server"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := only(t, planFor(c.store).store(audit.StorePolicy{ReplayStable: c.stable}).judge()).Guard
			if got.Status != c.status || string(got.Index) != c.index {
				t.Errorf("guard is %s by %q, want %s by %q (%s)", got.Status, got.Index, c.status, c.index, got.Reason)
			}
			if !strings.Contains(got.Reason, c.reason) {
				t.Errorf("reason is %q, want %q in it", got.Reason, c.reason)
			}
			if got.Reason == "" {
				t.Error("the guard has no reason")
			}
		})
	}
}

func TestGuardOfTableThatCouldNotBeRead(t *testing.T) {
	p := planFor(guardedBy()).hide(fact.Hidden{What: "the table", Why: "locked", Incomplete: true, Store: storeName})
	r := p.judge()
	s := only(t, r)
	if s.Guard.Status != audit.GuardUnknown || rules(r)["guard-missing"] > 0 || s.Verdict != audit.Unfinished {
		t.Errorf("guard is %s, verdict %s, findings %v; want unknown and incomplete without guard-missing", s.Guard.Status, s.Verdict, rules(r))
	}
}
