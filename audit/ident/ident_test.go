package ident

import "testing"

func TestQuote(t *testing.T) {
	for name, want := range map[string]string{
		"idempotency_keys": "idempotency_keys", "key2": "key2", "_x": "_x",
		"user": `"user"`, "order": `"order"`, "Key": `"Key"`, "2fa": `"2fa"`, "a b": `"a b"`, "a.b": `"a.b"`, "": `""`, "schlüssel": `"schlüssel"`,
		`a"b`: `"a""b"`, `"; drop table x; --`: `"""; drop table x; --"`, "a\x00b": "ab",
		"a\nb": `U&"a\+00000ab"`, "a\\\x1b": `U&"a\\\+00001b"`,
	} {
		if got := Quote(name); got != want {
			t.Errorf("Quote(%q) = %s, want %s", name, got, want)
		}
	}
}
