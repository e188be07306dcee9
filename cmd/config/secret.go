package config

import (
	"fmt"
	"io"
)

// Secret is a text that must not be shown, a DSN with its password. It hides
// itself wherever it is formatted or marshalled. What it can't hide from: a
// struct that holds it in an unexported field, on which fmt calls no methods,
// and the verbs %p and %w, which go vet refuses for it.
type Secret string

const hidden = "[hidden]"

// Reveal returns the text itself, to be handed to a driver and nothing else.
func (s Secret) Reveal() string { return string(s) }

// String returns a placeholder, or nothing for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// Format writes the placeholder for every verb.
func (s Secret) Format(state fmt.State, _ rune) { io.WriteString(state, s.String()) }

// MarshalText returns the placeholder. JSON, YAML, XML and slog use it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalBinary returns the placeholder. Gob uses it.
func (s Secret) MarshalBinary() ([]byte, error) { return []byte(s.String()), nil }
