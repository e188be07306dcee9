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
	_, err := w.Write(escapeHidden(out.Bytes()))
	return err
}

// escapeHidden writes characters that do not print as \u escapes. The encoder
// does so only below the space; such characters occur inside of strings alone,
// so that the document stays the same one.
func escapeHidden(document []byte) []byte {
	isHidden := func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }
	if !bytes.ContainsFunc(document, isHidden) {
		return document
	}
	var out bytes.Buffer
	for _, r := range string(document) {
		switch {
		case !isHidden(r):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}
