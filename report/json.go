package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"idemaudit/audit"
)

func jsonResult(w io.Writer, r audit.Result, _ Options) error { return writeJSON(w, r) }

// writeJSON writes a document indented, with characters that drive a terminal
// as their codes: people read JSON in terminals too.
func writeJSON(w io.Writer, document any) error {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	_, err := w.Write(escaped(out.Bytes()))
	return err
}

// escaped writes characters that do not print as \u escapes, and one of two
// hashes, which some CI systems take for the beginning of a command. The
// encoder escapes only what lies below the space. All of these occur inside of
// strings alone, so that the document stays the same one.
func escaped(document []byte) []byte {
	isHidden := func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }
	var out bytes.Buffer
	last := rune(0)
	for _, r := range string(document) {
		switch {
		case r == '#' && last == '#':
			out.WriteString(`\u0023`)
		case !isHidden(r):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		last = r
	}
	return out.Bytes()
}
