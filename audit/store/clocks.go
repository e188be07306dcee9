package store

import (
	"slices"
	"strings"

	"idemaudit/audit/cutoff"
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// isTime reports whether a column of this type can tell a moment: a date, a
// timestamp, or a number that may be an epoch.
func isTime(c fact.Column) bool { return c.IsCalendar() || isNumber(c.Type) }

func isNumber(name string) bool {
	return name == "bigint" || name == "integer" || name == "double precision" || strings.HasPrefix(name, "numeric")
}

// birthRank orders the names of the column that tells when a record was
// stored, the surest first; 0 for a name that does not tell.
func birthRank(name string) int {
	all := words(name)
	for i, w := range []string{"created", "create", "inserted", "insert", "received", "recorded", "stored", "registered", "ingested", "arrived", "first", "seen", "processed", "handled", "consumed", "claimed", "started", "acquired", "delivered"} {
		if hasAny(all, w) && !hasAny(all, "by", "event", "source", "provider", "count", "id", "last", "deadline", "lock", "locked") {
			return 100 - i
		}
	}
	return 0
}

// laterWords mark times that the system sets when it stores a record or at
// some later moment.
func laterName(all []string) bool {
	if hasAny(all, "expire", "expiry", "until", "lock", "locked", "lease", "deadline", "next", "scheduled", "due", "retry") {
		return false
	}
	return hasAny(all, "updated", "update", "modified", "changed", "processed", "handled", "completed", "finished", "done", "consumed", "acked", "acknowledged",
		"claimed", "last", "deleted", "archived", "failed", "succeeded", "responded", "started", "touched", "accessed", "dispatched", "resolved", "applied",
		"created", "inserted", "received", "recorded", "stored", "registered", "ingested", "seen", "delivered")
}

// senderName marks times that come with the message and tell when something
// happened at the sender's.
func senderName(all []string) bool {
	if hasAny(all, "occurred", "happened", "emitted", "sent", "published", "triggered", "issued", "captured") {
		return true
	}
	return hasAny(all, "event", "source", "provider", "message", "origin", "remote", "stripe", "adyen", "paypal") && !hasAny(all, "received", "processed", "handled", "seen", "inserted", "recorded", "stored")
}

// expiryName marks the time up to which a record counts. When a lock or a
// lease runs out says nothing of the record.
func expiryName(name string) bool {
	all := words(name)
	if hasAny(all, "lock", "locked", "lease", "claim", "claimed", "retry", "visibility", "processing", "session", "access", "refresh", "inflight", "reservation") {
		return false
	}
	switch strings.Join(all, "_") {
	case "valid_until", "keep_until", "retain_until", "delete_after", "purge_after", "delete_at", "purge_at", "ttl_at", "remove_after", "valid_to", "ttl_until", "retained_until":
		return true
	}
	return hasAny(all, "expire", "expires", "expired", "expiry", "expiration", "expiresat", "expireat")
}

// lifetimeName marks how long a record counts, kept in the record.
func lifetimeName(name string) bool {
	return hasAny(words(name), "ttl", "retention", "lifetime", "keep")
}

// role tells what a column's time means, for any table.
func role(c fact.Column, created string) cutoff.Role {
	all := words(c.Name)
	switch {
	case c.Name == created:
		return cutoff.Birth
	case lifetimeName(c.Name) && (isNumber(c.Type) || c.Type == "interval" || c.Type == "smallint"):
		return cutoff.Length
	case !isTime(c):
		return cutoff.NoClock
	case isNumber(c.Type) && !timeWords(all, c.Name):
		return cutoff.NoClock
	case expiryName(c.Name), hasAny(all, "lock", "locked", "lease", "until", "deadline"):
		return cutoff.Until
	case senderName(all):
		return cutoff.Sender
	case laterName(all):
		return cutoff.Later
	}
	if isNumber(c.Type) {
		return cutoff.NoClock
	}
	// Of a time whose name does not tell, the default may: without one it is
	// whatever the application says.
	return cutoff.Sender
}

// timeWords reports whether a number's name says that it tells a moment.
func timeWords(all []string, name string) bool {
	return hasAny(all, "at", "time", "timestamp", "ts", "epoch", "date", "on", "ms", "us", "sec", "second", "milli", "micro", "until", "expiry", "expiration") || strings.HasSuffix(strings.ToLower(name), "at")
}

// createdColumn picks the column that tells when a record was stored.
func createdColumn(t *schema.Table) string {
	best, rank := "", 0
	for _, c := range t.Columns {
		if !isTime(c) || isNumber(c.Type) && !timeWords(words(c.Name), c.Name) || expiryName(c.Name) {
			continue
		}
		r := birthRank(c.Name)
		if r > 0 && clockDefault(c) {
			r += 1000 // the database sets it, so it is the birth itself
		}
		if senderName(words(c.Name)) && !clockDefault(c) {
			r = 0
		}
		if r > rank {
			best, rank = c.Name, r
		}
	}
	return best
}

// clockDefault reports whether the database sets a column to the present time.
func clockDefault(c fact.Column) bool {
	d := strings.ToLower(c.Default)
	return c.Varies && slices.ContainsFunc([]string{"now", "current_", "timestamp", "localtime"}, func(w string) bool { return strings.Contains(d, w) })
}

// expiresColumn picks the column up to whose time a record counts, a date or a
// timestamp before a number.
func expiresColumn(t *schema.Table) string {
	number := ""
	for _, c := range t.Columns {
		switch {
		case !isTime(c) || !expiryName(c.Name):
		case c.IsCalendar():
			return c.Name
		case number == "":
			number = c.Name
		}
	}
	return number
}
