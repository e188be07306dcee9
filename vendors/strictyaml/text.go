package strictyaml

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// LargestFile is the size in bytes past which a file is refused unread. It is
// about two hundred thousand lines.
const LargestFile = 8 << 20

// mostMarks bounds the memory that a file can take. A YAML tree needs up to two
// hundred bytes for every character of its text, but no more than two values
// for every mark that can begin or separate them. The number is that of a
// catalogue of twenty thousand windows.
const mostMarks = 300_000

// ReadFile reads and parses a file. The error is the operating system's when
// the file can't be read; what is wrong with its content is in the document.
func ReadFile(path string) (*Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// One byte more than is allowed tells a file that is too large from one
	// that just fits, and ends the reading of a device that never does.
	text, err := io.ReadAll(io.LimitReader(f, LargestFile+1))
	if err != nil {
		return nil, err
	}
	return Parse(path, text), nil
}

// checkText reports whether text is of a size and of characters that a YAML
// parser may be given. The parser tells no place for either.
func (d *Document) checkText(text []byte) bool {
	if len(text) > LargestFile {
		d.reject(1, 1, "the file is larger than %d KiB, the most that is read", LargestFile>>10)
		return false
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if marks(text) > mostMarks {
		d.reject(1, 1, "the file holds more values than are read, about %d: split it into several", mostMarks)
		return false
	}
	line, column := 1, 1
	for rest := text; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if reason := unreadable(r, size); reason != "" {
			d.reject(line, column, "%s", reason)
			return false
		}
		endsLine := r == '\n' || r == '\r' && !bytes.HasPrefix(rest, []byte("\r\n"))
		rest = rest[size:]
		column++
		if endsLine {
			line, column = line+1, 1
		}
	}
	return true
}

// marks counts what can begin or separate values: line ends, commas, opening
// brackets, and the dashes and question marks before entries.
func marks(text []byte) int {
	n := 0
	for _, mark := range []string{"\n", "\r", ",", "[", "{", "- ", "? "} {
		n += bytes.Count(text, []byte(mark))
	}
	return n
}

const byteOrderMark = "\ufeff"

// unreadable says why YAML has no place for a character; it is empty for the
// others.
func unreadable(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return "this is no UTF-8: save the file as UTF-8"
	case r == '\t' || r == '\n' || r == '\r' || r == '\u0085':
		return ""
	case r < ' ' || r >= '\u007f' && r < '\u00a0' || r == '\ufffe' || r == '\uffff':
		return fmt.Sprintf("the control character %U can't stand in YAML: take it out", r)
	case r == '\ufeff':
		return "a byte order mark can stand at the very beginning only: take it out"
	}
	return ""
}
