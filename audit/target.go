package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"idemaudit/audit/fact"
)

func (s scene) result(found []Finding) TargetResult {
	t := TargetOf(s.snapshot)
	for _, j := range s.stores {
		t.Stores = append(t.Stores, j.result(found))
	}
	return t
}

// TargetOf shows a target as the result does, without its stores: what was
// read, as whom, and what could not be seen or read.
func TargetOf(seen fact.Snapshot) TargetResult {
	t := TargetResult{
		Name: seen.Name, Kind: seen.Kind, Server: Text(seen.Server), Database: Text(seen.Database), Role: Text(seen.Role),
		Replica: seen.Replica, Complete: true, Stores: []StoreResult{}, Hidden: []Hidden{}, Unread: []Unread{}, Notes: listed(seen.Notes),
	}
	for _, h := range seen.Hidden {
		t.Hidden = append(t.Hidden, Hidden{h.What, h.Why, Text(h.Fix), h.Incomplete, Text(h.Store)})
		t.Complete = t.Complete && !h.Incomplete
	}
	for _, u := range seen.Unread {
		t.Unread = append(t.Unread, Unread{where(u.Place), u.Reason, Text(u.Text), listed(u.Stores)})
	}
	return t
}

// failedResult shows a target that no source could read: there, incomplete and
// without stores, rather than left out.
func failedResult(f FailedTarget) TargetResult {
	return TargetResult{
		Name: f.Name, Kind: f.Kind, Stores: []StoreResult{}, Hidden: []Hidden{}, Unread: []Unread{}, Notes: []string{},
		Failure: &Failure{Reason: f.Reason, Fix: Text(f.Fix)},
	}
}

func (j judged) result(found []Finding) StoreResult {
	s := j.facts
	out := StoreResult{
		Name: s.Name, Verdict: j.verdict(found), Key: listed(s.Key), Guard: j.guard.result(), Retention: j.retention.result(),
		Removers: []Remover{}, Partitions: partitionsOf(s.Partitions), ReplayFloor: j.floor.result(), Coverage: j.coverage,
		FloorCoverage: j.floorCoverage, Why: Text(s.Why), Where: where(s.Place),
	}
	if s.Created != nil {
		out.Created = Text(s.Created.Name)
	}
	if s.Expires != nil {
		out.Expires = Text(s.Expires.Name)
	}
	for _, r := range s.Removers {
		out.Removers = append(out.Removers, RemoverOf(r, j.policy))
	}
	return out
}

func sortedStores(stores []fact.Store) []fact.Store {
	return slices.SortedStableFunc(slices.Values(stores), func(a, b fact.Store) int { return cmp.Compare(a.Name, b.Name) })
}

func partitionsOf(p *fact.Partitions) *Partitions {
	if p == nil {
		return nil
	}
	out := &Partitions{Count: len(p.Children), DefaultRows: defaultRows(p.Children)}
	for _, c := range p.Children {
		if c.Lower != "" && (out.Oldest == "" || boundLess(c.Lower, string(out.Oldest))) {
			out.Oldest = Text(c.Lower)
		}
		if c.Upper != "" && (out.Newest == "" || boundLess(string(out.Newest), c.Upper)) {
			out.Newest = Text(c.Upper)
		}
	}
	return out
}

// defaultRows counts the rows in default partitions; nil when there is none,
// or when one of them is not known.
func defaultRows(children []fact.Partition) *int64 {
	var total *int64
	for _, c := range children {
		if !c.Default {
			continue
		}
		rows, known := c.Rows.Get()
		if !known {
			return nil
		}
		if total == nil {
			total = new(int64)
		}
		*total += rows
	}
	return total
}

// boundLess orders partition bounds as far as text allows: numbers by value,
// times by their text, which PostgreSQL writes with the largest unit first.
func boundLess(a, b string) bool {
	m, errA := strconv.ParseInt(strings.Trim(a, "'"), 10, 64)
	n, errB := strconv.ParseInt(strings.Trim(b, "'"), 10, 64)
	if errA == nil && errB == nil {
		return m < n
	}
	return a < b
}
