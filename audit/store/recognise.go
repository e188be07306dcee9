package store

import (
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// candidate is a table taken for a store.
type candidate struct {
	table   *schema.Table
	why     string
	key     []string
	created string
	expires string
	library *fact.LibraryStore // the library that made it; nil for a table of the user's own
}

// recognise finds the stores among the tables of a database.
func recognise(db *schema.Database, o Options) (found []candidate, missing []string) {
	if len(o.Tables) > 0 {
		found, missing = named(db, o)
		return found, missing
	}
	var jobs []candidate
	for _, t := range db.Tables {
		if declared, ok := declaredFor(db, o, t); ok {
			found = append(found, declare(db, t, declared, o.Known))
			continue
		}
		c, ok := lookedAt(db, t, o.Known)
		switch {
		case !ok:
		case c.library != nil && c.library.Jobs:
			jobs = append(jobs, c)
		default:
			found = append(found, c)
		}
	}
	found = withoutReferences(db, withoutHeirs(db, found))
	if len(found) == 0 {
		found = jobs
	}
	for _, d := range o.Declared {
		if !d.Optional && db.Table(schema.SplitName(d.Table), nil) == nil {
			missing = append(missing, d.Table)
		}
	}
	return found, missing
}

// named returns just the tables that were asked for.
func named(db *schema.Database, o Options) (found []candidate, missing []string) {
	for _, name := range o.Tables {
		t := db.Table(schema.SplitName(name), nil)
		if t == nil {
			missing = append(missing, name)
			continue
		}
		declared, _ := declaredFor(db, o, t)
		c := declare(db, t, declared, o.Known)
		c.why = "named by the user"
		if !slices.ContainsFunc(found, func(f candidate) bool { return f.table == t }) {
			found = append(found, c)
		}
	}
	return found, missing
}

func declaredFor(db *schema.Database, o Options, t *schema.Table) (Declared, bool) {
	for _, d := range o.Declared {
		if db.Table(schema.SplitName(d.Table), nil) == t {
			return d, true
		}
	}
	return Declared{}, false
}

// declare makes a table a store as the configuration says, and finds what it
// leaves out.
func declare(db *schema.Database, t *schema.Table, d Declared, known []fact.LibraryStore) candidate {
	c := candidate{table: t, why: "named in the configuration", key: d.Key, created: d.Created, expires: d.Expires}
	return c.settled(libraryOf(t, known)).completed(db)
}

// completed finds what is not settled yet.
func (c candidate) completed(db *schema.Database) candidate {
	if c.created == "" {
		c.created = createdColumn(c.table)
	}
	if c.expires == "" {
		c.expires = expiresColumn(c.table)
	}
	if len(c.key) == 0 {
		c.key = keyOf(db, c.table, bestKey(db, c.table, true))
	}
	return c
}

// lookedAt takes a table for a store by what it is: one that a library makes,
// its own name and a key, or a column that names an idempotency key.
func lookedAt(db *schema.Database, t *schema.Table, known []fact.LibraryStore) (candidate, bool) {
	if t.Extension != "" || t.Bound != nil {
		return candidate{}, false
	}
	if library := libraryOf(t, known); library != nil {
		return candidate{table: t, why: "the table's name and columns"}.settled(library).completed(db), true
	}
	c := candidate{table: t, created: createdColumn(t), expires: expiresColumn(t)}
	byName := storeName(t.Name.Name) && !sendsOut(t)
	key := bestKey(db, t, byName)
	if key == "" {
		return candidate{}, false
	}
	c.key = keyOf(db, t, key)
	_, strong := keyRank(key)
	switch {
	case byName:
		c.why = "the table's name"
	case strong:
		c.why = "its column " + key
	default:
		return candidate{}, false
	}
	return c, true
}

// withoutHeirs drops tables that inherit from a store: they are a part of it.
func withoutHeirs(db *schema.Database, found []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(found), func(c candidate) bool {
		return len(c.table.Parents) > 0 && slices.ContainsFunc(found, func(o candidate) bool {
			return o.table != c.table && slices.Contains(db.Partitions(o.table), c.table)
		})
	})
}

// withoutReferences drops tables that only mention the key of another store: a
// column that refers to a store, or one that no unique index covers while a
// store does guard that key elsewhere.
func withoutReferences(db *schema.Database, found []candidate) []candidate {
	isStore := func(name schema.Name) bool {
		return slices.ContainsFunc(found, func(c candidate) bool { return c.table.Name == name })
	}
	guarded := slices.ContainsFunc(found, func(c candidate) bool { return len(uniqueOver(db, c.table, c.key)) > 0 })
	return slices.DeleteFunc(slices.Clone(found), func(c candidate) bool {
		if c.why == "named in the configuration" || c.library != nil || storeName(c.table.Name.Name) || len(uniqueOver(db, c.table, c.key)) > 0 {
			return false
		}
		refers := slices.ContainsFunc(db.Foreign, func(fk *schema.ForeignKey) bool {
			return fk.Table == c.table.Name && isStore(fk.References) && slices.ContainsFunc(fk.Columns, func(n string) bool { return slices.Contains(c.key, n) })
		})
		return refers || guarded
	})
}

// bestKey returns the column that names a request; anyNatural lets the columns
// of a natural unique index do where no name tells.
func bestKey(db *schema.Database, t *schema.Table, anyNatural bool) string {
	best, top := "", 0
	for _, c := range t.Columns {
		rank, _ := keyRank(c.Name)
		if rank == 0 || !natural(c) {
			continue
		}
		if len(uniqueOver(db, t, []string{c.Name})) > 0 {
			rank += 5
		}
		if rank > top {
			best, top = c.Name, rank
		}
	}
	if best != "" || !anyNatural {
		return best
	}
	for _, index := range allIndexes(db, t) {
		for _, ic := range index.Columns {
			if c, ok := t.Column(ic.Column); ok && natural(c) && !scopeName(c.Name) {
				return c.Name
			}
		}
	}
	return ""
}

// natural reports whether a column can hold a key that the sender gives: not a
// surrogate the database makes up, not a time, not a flag.
func natural(c fact.Column) bool {
	if c.Identity || c.Type == "boolean" || c.IsCalendar() || c.Type == "interval" || strings.HasPrefix(c.Type, "json") {
		return false
	}
	if isNumber(c.Type) && timeWords(words(c.Name), c.Name) && !strings.HasSuffix(strings.ToLower(c.Name), "id") {
		return false
	}
	_, strong := keyRank(c.Name)
	rank, _ := keyRank(c.Name)
	return !c.Varies || strong || rank >= 70
}

// keyOf completes the key by the columns it is unique within.
func keyOf(db *schema.Database, t *schema.Table, column string) []string {
	if column == "" {
		return nil
	}
	var narrowest []string
	for _, index := range uniqueOver(db, t, []string{column}) {
		var columns []string
		for _, ic := range index.Columns {
			for _, name := range append(slices.Clone(ic.Uses), ic.Column) {
				c, ok := t.Column(name)
				if ok && role(c, "") == 0 && !slices.Contains(columns, name) && (name == column || !c.Varies && !c.Identity) {
					columns = append(columns, name)
				}
			}
		}
		if narrowest == nil || len(columns) < len(narrowest) {
			narrowest = columns
		}
	}
	if narrowest == nil {
		return []string{column}
	}
	return narrowest
}

// uniqueOver returns the unique indexes, of the table or of a partition, that
// hold all of the columns.
func uniqueOver(db *schema.Database, t *schema.Table, columns []string) []fact.Index {
	var found []fact.Index
	for _, index := range allIndexes(db, t) {
		all := len(columns) > 0
		for _, name := range columns {
			all = all && slices.ContainsFunc(index.Columns, func(ic fact.IndexColumn) bool {
				return ic.Column == name || slices.Contains(ic.Uses, name)
			})
		}
		if all {
			found = append(found, index)
		}
	}
	return found
}

// allIndexes returns the unique indexes of a table and of its partitions.
func allIndexes(db *schema.Database, t *schema.Table) []fact.Index {
	all := slices.Clone(t.Indexes)
	for _, p := range db.Partitions(t) {
		for _, index := range p.Indexes {
			if index.Partition == "" {
				index.Partition = p.Name.String()
			}
			all = append(all, index)
		}
	}
	return all
}
