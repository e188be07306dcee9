package schema

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func named(schema, name string, parents ...Name) *Table {
	return &Table{Name: Name{schema, name}, Parents: parents}
}

func TestTableIsFoundAlongThePath(t *testing.T) {
	db := &Database{SearchPath: []string{"app", "public"}, Tables: []*Table{named("public", "keys"), named("app", "keys"), named("other", "lone")}}
	for _, c := range []struct {
		name Name
		path []string
		want string
	}{
		{Name{"", "keys"}, nil, "app.keys"},
		{Name{"", "keys"}, []string{"public"}, "public.keys"},
		{Name{"public", "keys"}, nil, "public.keys"},
		{Name{"", "lone"}, nil, ""},
		{Name{"other", "lone"}, nil, "other.lone"},
		{Name{"", "keys"}, []string{}, ""},
	} {
		got := ""
		if found := db.Table(c.name, c.path); found != nil {
			got = found.Name.String()
		}
		if got != c.want {
			t.Errorf("%s along %q is %q, want %q", c.name, c.path, got, c.want)
		}
	}
}

func TestPartitionsAtAnyDepth(t *testing.T) {
	top := named("public", "top")
	db := &Database{Tables: []*Table{named("public", "leaf", Name{"public", "branch"}), named("public", "branch", top.Name), top, named("public", "loop", Name{"public", "loop"})}}
	var got []string
	for _, p := range db.Partitions(top) {
		got = append(got, p.Name.Name)
	}
	if diff := cmp.Diff([]string{"branch", "leaf"}, got); diff != "" {
		t.Error(diff)
	}
	if roots := db.Roots(db.Tables[0]); len(roots) != 1 || roots[0] != top {
		t.Errorf("the root of leaf is %v, want top", roots)
	}
	if below := db.Partitions(db.Tables[3]); len(below) != 0 {
		t.Errorf("a table that inherits from itself has partitions %v", below)
	}
}

func TestSplitName(t *testing.T) {
	for text, want := range map[string]Name{
		"keys": {"", "keys"}, "app.keys": {"app", "keys"}, `"a.b".keys`: {"a.b", "keys"}, `app."Keys"`: {"app", "Keys"}, "a.b.c": {"a", "b.c"},
	} {
		if got := SplitName(text); got != want {
			t.Errorf("SplitName(%q) = %#v, want %#v", text, got, want)
		}
	}
}

func TestZoneNamed(t *testing.T) {
	for name, want := range map[string]Zone{
		"UTC":              {Name: "UTC", Known: true},
		"Etc/UTC":          {Name: "Etc/UTC", Known: true},
		"Europe/Berlin":    {Name: "Europe/Berlin", Known: true, Change: time.Hour, West: time.Hour, East: 2 * time.Hour},
		"Asia/Tokyo":       {Name: "Asia/Tokyo", Known: true, West: 9 * time.Hour, East: 9 * time.Hour},
		"Antarctica/Troll": {Name: "Antarctica/Troll", Known: true, Change: 2 * time.Hour, East: 2 * time.Hour},
		"Nowhere/Here":     {Name: "Nowhere/Here", Known: true, Change: FarthestChange, West: Westernmost, East: Easternmost},
		"<+05>-05":         {Name: "<+05>-05", Known: true, West: Westernmost, East: Easternmost},
	} {
		if diff := cmp.Diff(want, ZoneNamed(name)); diff != "" {
			t.Errorf("%s\n%s", name, diff)
		}
	}
}
