package sqlfile

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// file is one file to read, or a stream.
type file struct {
	name   string
	stream io.Reader
}

// largestFile is how much of one file is read at most. A schema is far
// smaller; a dump with all its rows is not what is wanted here.
const largestFile = 64 << 20

// read returns the text of a file, or what is wrong with it.
func (f file) read() (text, problem string) {
	stream := f.stream
	if stream == nil {
		opened, err := os.Open(f.name)
		if err != nil {
			return "", plainReason(err)
		}
		defer opened.Close()
		stream = opened
	}
	content, err := io.ReadAll(io.LimitReader(stream, largestFile+1))
	switch {
	case err != nil:
		return "", plainReason(err)
	case len(content) > largestFile:
		return "", fmt.Sprintf("it is larger than %d MiB: dump the schema alone (pg_dump --schema-only)", largestFile>>20)
	}
	return decode(content)
}

// decode turns the bytes of a file into text of the same length, or says why
// they are none.
func decode(content []byte) (text, problem string) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(content, []byte("PGDMP")):
		return "", "it is an archive of pg_dump and no SQL: turn it into SQL with pg_restore --schema-only --file=schema.sql"
	case isUTF16(content):
		return "", "it is UTF-16: save it as UTF-8"
	case bytes.IndexByte(content, 0) >= 0:
		return "", fmt.Sprintf("it holds a NUL byte at offset %d, so it is no SQL text", bytes.IndexByte(content, 0))
	case utf8.Valid(content):
		return string(content), ""
	}
	// Comments in an older encoding are common and do no harm; a byte that is
	// no UTF-8 stands for itself, so that places stay right.
	for i := 0; i < len(content); {
		r, size := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && size == 1 {
			content[i] = '?'
		}
		i += size
	}
	return string(content), ""
}

// isUTF16 reports whether a file begins as UTF-16 does: with its mark, or with
// a letter beside a zero.
func isUTF16(content []byte) bool {
	if len(content) < 4 {
		return false
	}
	switch {
	case content[0] == 0xff && content[1] == 0xfe, content[0] == 0xfe && content[1] == 0xff:
		return true
	case content[0] == 0 && content[1] != 0 && content[2] == 0 && content[3] != 0:
		return true
	}
	return content[0] != 0 && content[1] == 0 && content[2] != 0 && content[3] == 0
}
