package report

import (
	"cmp"
	"io"
	"time"

	"idemaudit/audit"
	"idemaudit/audit/fact"
)

// inspection is the document of facts. It shares its words with the result of
// an audit where both speak of the same thing.
type inspection struct {
	SchemaVersion string            `json:"schema_version"`
	Targets       []inspectedTarget `json:"targets"`
}

type inspectedTarget struct {
	Name     string           `json:"name"`
	Kind     fact.TargetKind  `json:"kind"`
	Server   audit.Text       `json:"server"`
	Database audit.Text       `json:"database"`
	Role     audit.Text       `json:"role"`
	Replica  bool             `json:"replica"`
	Stores   []inspectedStore `json:"stores"`
	Hidden   []audit.Hidden   `json:"hidden"`
	Unread   []audit.Unread   `json:"unread"`
	Notes    []string         `json:"notes"`
}

type inspectedStore struct {
	Name        string            `json:"name"`
	Where       audit.Text        `json:"where"`
	Why         audit.Text        `json:"why"`
	Key         []string          `json:"key"`
	Created     audit.Text        `json:"created"`
	Expires     audit.Text        `json:"expires"`
	Columns     []inspectedColumn `json:"columns"`
	Indexes     []inspectedIndex  `json:"unique_indexes"`
	Guards      []string          `json:"guard_triggers"`
	Persistence fact.Persistence  `json:"persistence"`
	Unlogged    []string          `json:"unlogged_partitions"`
	Foreign     bool              `json:"foreign"`
	Partitions  *inspectedParts   `json:"partitions"`
	Removers    []audit.Remover   `json:"removers"`
	Deleted     known[int64]      `json:"deleted"`
	Since       audit.Text        `json:"since"`
	NullKeys    known[bool]       `json:"null_keys"`
	Cascades    []string          `json:"cascades"`
}

type inspectedColumn struct {
	Name      string     `json:"name"`
	Type      string     `json:"type"`
	Nullable  bool       `json:"nullable"`
	Default   audit.Text `json:"default"`
	Varies    bool       `json:"varies"` // another value in each attempt
	Generated bool       `json:"generated"`
	Identity  bool       `json:"identity"`
}

type inspectedIndex struct {
	Name             string     `json:"name"`
	Where            audit.Text `json:"where"`
	Columns          []string   `json:"columns"`
	Primary          bool       `json:"primary"`
	Valid            bool       `json:"valid"`
	Ready            bool       `json:"ready"`
	Deferrable       bool       `json:"deferrable"`
	NullsNotDistinct bool       `json:"nulls_not_distinct"`
	Predicate        audit.Text `json:"predicate"`
	Partition        audit.Text `json:"partition"`
}

type inspectedParts struct {
	Strategy string               `json:"strategy"`
	Columns  []string             `json:"columns"`
	Children []inspectedPartition `json:"children"`
}

type inspectedPartition struct {
	Name    string       `json:"name"`
	Lower   audit.Text   `json:"lower"`
	Upper   audit.Text   `json:"upper"`
	Default bool         `json:"default"`
	Rows    known[int64] `json:"rows"`
}

// known is a value with what it rests on, or null with the reason.
type known[T any] struct {
	Value    *T            `json:"value"`
	Evidence fact.Evidence `json:"evidence"`
	Reason   audit.Text    `json:"reason"`
}

func knownOf[T any](v fact.Value[T]) known[T] {
	out := known[T]{Evidence: v.Evidence(), Reason: audit.Text(v.Reason())}
	if value, ok := v.Get(); ok {
		out.Value = &value
	}
	return out
}

func jsonInspect(w io.Writer, snapshots []fact.Snapshot, _ Options) error {
	doc := inspection{SchemaVersion: audit.SchemaVersion, Targets: []inspectedTarget{}}
	for _, seen := range snapshots {
		// What could not be seen or read reads the same as in an audit.
		t := audit.TargetOf(seen)
		out := inspectedTarget{
			Name: t.Name, Kind: t.Kind, Server: t.Server, Database: t.Database, Role: t.Role, Replica: t.Replica,
			Stores: []inspectedStore{}, Hidden: t.Hidden, Unread: t.Unread, Notes: t.Notes,
		}
		for _, s := range seen.Stores {
			out.Stores = append(out.Stores, inspectedStoreOf(s))
		}
		doc.Targets = append(doc.Targets, out)
	}
	return writeJSON(w, doc)
}

func inspectedStoreOf(s fact.Store) inspectedStore {
	out := inspectedStore{
		Name: s.Name, Where: audit.Text(s.Place.String()), Why: audit.Text(s.Why), Key: listed(s.Key), Created: columnName(s.Created),
		Expires: columnName(s.Expires), Columns: []inspectedColumn{}, Indexes: []inspectedIndex{}, Guards: []string{},
		Persistence: s.Persistence, Unlogged: listed(s.Unlogged), Foreign: s.Foreign, Partitions: inspectedPartsOf(s.Partitions),
		Removers: []audit.Remover{}, Deleted: knownOf(s.Deleted), NullKeys: knownOf(s.NullKeys), Cascades: listed(s.Cascades),
	}
	if !s.Since.IsZero() {
		out.Since = audit.Text(s.Since.UTC().Format(time.RFC3339))
	}
	for _, c := range s.Columns {
		out.Columns = append(out.Columns, inspectedColumn{c.Name, c.Type, c.Nullable, audit.Text(c.Default), c.Varies, c.Generated, c.Identity})
	}
	for _, ix := range s.Indexes {
		out.Indexes = append(out.Indexes, inspectedIndexOf(ix))
	}
	for _, g := range s.Guards {
		out.Guards = append(out.Guards, g.Name)
	}
	for _, r := range s.Removers {
		out.Removers = append(out.Removers, audit.RemoverOf(r, audit.StorePolicy{}))
	}
	return out
}

func inspectedIndexOf(ix fact.Index) inspectedIndex {
	out := inspectedIndex{
		Name: ix.Name, Where: audit.Text(ix.Place.String()), Columns: []string{}, Primary: ix.Primary, Valid: ix.Valid, Ready: ix.Ready,
		Deferrable: ix.Deferrable, NullsNotDistinct: ix.NullsNotDistinct, Predicate: audit.Text(ix.Predicate), Partition: audit.Text(ix.Partition),
	}
	for _, c := range ix.Columns {
		out.Columns = append(out.Columns, cmp.Or(c.Column, c.Expression))
	}
	return out
}

func inspectedPartsOf(part *fact.Partitions) *inspectedParts {
	if part == nil {
		return nil
	}
	out := &inspectedParts{Strategy: part.Strategy, Columns: listed(part.Columns), Children: []inspectedPartition{}}
	for _, c := range part.Children {
		out.Children = append(out.Children, inspectedPartition{c.Name, audit.Text(c.Lower), audit.Text(c.Upper), c.Default, knownOf(c.Rows)})
	}
	return out
}

func columnName(c *fact.Column) audit.Text {
	if c == nil {
		return ""
	}
	return audit.Text(c.Name)
}

// listed returns a list that JSON writes as [] when it is empty.
func listed(all []string) []string { return append([]string{}, all...) }
