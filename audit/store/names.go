package store

import (
	"slices"
	"strings"
	"unicode"

	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
)

// words cuts a name into its words, however it is written: webhook_events,
// WebhookEvent and "webhook-events" alike give webhook and event.
func words(name string) []string {
	var all []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = append(all, singular(strings.ToLower(string(word))))
			word = word[:0]
		}
	}
	previous := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(previous):
			flush()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		previous = r
	}
	flush()
	return all
}

func singular(word string) string {
	switch {
	case len(word) > 3 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us"):
		return word[:len(word)-1]
	}
	return word
}

func hasAny(all []string, wanted ...string) bool {
	return slices.ContainsFunc(all, func(w string) bool { return slices.Contains(wanted, w) })
}

// aboutIdempotency reports whether words speak of idempotency or of telling
// duplicates.
func aboutIdempotency(all []string) bool {
	for _, w := range all {
		if strings.Contains(w, "idempot") || strings.HasPrefix(w, "dedup") || strings.Contains(w, "deduplic") || w == "idem" || w == "ikey" {
			return true
		}
	}
	return false
}

// storeName reports whether a table's name is one that teams give a store:
// idempotency_keys, processed_events, webhook_inbox. Names such as events,
// outbox or sessions are not.
func storeName(name string) bool {
	all := words(name)
	if aboutIdempotency(all) {
		return !hasAny(all, "config", "setting", "policy", "metric", "stat", "option")
	}
	message := hasAny(all, "event", "message", "webhook", "request", "notification", "command", "delivery", "callback", "payload")
	switch {
	case hasAny(all, "outbox", "attempt", "log", "audit", "archive", "history", "queue", "session", "subscription", "endpoint", "type", "config", "setting", "schedule", "template", "metric", "stat"):
		return false
	case hasAny(all, "inbox"), message && hasAny(all, "key"):
		return true
	case message && hasAny(all, "processed", "handled", "consumed", "received", "seen", "incoming", "inbound", "duplicate", "delivered"):
		return true
	case hasAny(all, "webhook") && hasAny(all, "event", "message", "delivery", "receipt", "callback", "notification", "payload"):
		return true
	case hasAny(all, "event") && hasAny(all, "stripe", "adyen", "paypal", "braintree", "github", "shopify", "twilio", "square", "mollie", "plaid", "checkout"):
		return true
	case hasAny(all, "replay", "duplicate", "nonce") && hasAny(all, "protection", "guard", "cache", "check", "filter", "key", "seen", "used"):
		return true
	}
	return slices.Equal(all, []string{"webhook"}) || slices.Equal(all, []string{"nonce"})
}

// sendsOut reports whether a table of deliveries is about messages that we
// send: it says to where, or what the other side answered.
func sendsOut(t *schema.Table) bool {
	if !hasAny(words(t.Name.Name), "delivery", "delivered") || aboutIdempotency(words(t.Name.Name)) {
		return false
	}
	return slices.ContainsFunc(t.Columns, func(c fact.Column) bool {
		all := words(c.Name)
		return hasAny(all, "endpoint", "subscription", "subscriber", "url", "destination", "recipient", "attempt") || hasAny(all, "response", "http") && hasAny(all, "code", "status", "body")
	})
}

// keyRank orders the names that a key column goes by, the surest first; 0 for
// a name that is none. strong names mark a table as a store by themselves.
func keyRank(name string) (rank int, strong bool) {
	all := words(name)
	joined := strings.Join(all, "_")
	if aboutIdempotency(all) && !hasAny(all, "at", "response", "status", "state", "expire", "expiry", "count", "hit", "enabled", "window", "ttl") {
		return 100, true
	}
	switch joined {
	case "eventid", "messageid", "webhookid", "requestid", "deliveryid", "event_id", "message_id", "webhook_id", "delivery_id", "request_id", "notification_id":
		return 80, false
	case "key", "key_hash", "key_digest", "key_id", "unique_key", "request_key", "message_key", "event_key":
		return 90, false
	case "fingerprint", "request_fingerprint", "nonce", "event_sha", "content_hash", "payload_hash", "request_hash", "body_hash", "hash", "token":
		return 40, false
	case "external_id", "external_event_id", "provider_event_id", "source_id", "msg_id", "evt_id", "psp_reference", "correlation_id", "command_id", "callback_id":
		return 70, false
	case "id":
		return 10, false
	}
	if strings.HasSuffix(joined, "_event_id") || strings.HasSuffix(joined, "_message_id") || strings.HasSuffix(joined, "_webhook_id") || strings.HasSuffix(joined, "_delivery_id") {
		return 75, false
	}
	return 0, false
}

// scopeName reports whether a column is one that a key is unique within.
func scopeName(name string) bool {
	joined := strings.Join(words(name), "_")
	switch joined {
	case "tenant", "account", "user", "merchant", "organization", "organisation", "project", "workspace", "customer", "client", "owner", "actor",
		"route", "method", "path", "endpoint", "scope", "operation", "function", "consumer", "consumer_group", "provider", "source", "topic", "stream",
		"vendor", "psp", "handler", "subscriber", "queue", "channel", "handler_name", "consumer_name", "request_path", "request_method":
		return true
	}
	trimmed, isID := strings.CutSuffix(joined, "_id")
	return isID && scopeName(trimmed)
}
