package postgres

import (
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// into makes variables the destination of a row in which any column may be
// NULL: it gives the zero value, since a catalog that a vendor has changed must
// not end the audit.
func into(variables ...any) []any {
	nullable := make([]any, len(variables))
	for i, v := range variables {
		switch v := v.(type) {
		case *string:
			nullable[i] = (*text)(v)
		case *int64:
			nullable[i] = (*number)(v)
		case *bool:
			nullable[i] = (*flag)(v)
		case *[]string:
			nullable[i] = (*texts)(v)
		case *[]int64:
			nullable[i] = (*numbers)(v)
		default:
			nullable[i] = v
		}
	}
	return nullable
}

type (
	text    string
	number  int64
	flag    bool
	texts   []string
	numbers []int64
)

// ScanText implements pgtype.TextScanner. A database without an encoding can
// hold any bytes; what is no UTF-8 is replaced.
func (t *text) ScanText(v pgtype.Text) error {
	*t = text(strings.ToValidUTF8(v.String, "\uFFFD"))
	return nil
}

// ScanInt64 implements pgtype.Int64Scanner.
func (n *number) ScanInt64(v pgtype.Int8) error {
	*n = number(v.Int64)
	return nil
}

// ScanBool implements pgtype.BoolScanner.
func (f *flag) ScanBool(v pgtype.Bool) error {
	*f = flag(v.Bool)
	return nil
}

// SetDimensions implements pgtype.ArraySetter, as ScanIndex and ScanIndexType
// do. NULL gives nil.
func (t *texts) SetDimensions(d []pgtype.ArrayDimension) error {
	*t = make(texts, length(d))
	if d == nil {
		*t = nil
	}
	return nil
}

func (t *texts) ScanIndex(i int) any { return (*text)(&(*t)[i]) }
func (t *texts) ScanIndexType() any  { return new(text) }

// SetDimensions implements pgtype.ArraySetter, as ScanIndex and ScanIndexType
// do. NULL gives nil.
func (n *numbers) SetDimensions(d []pgtype.ArrayDimension) error {
	*n = make(numbers, length(d))
	if d == nil {
		*n = nil
	}
	return nil
}

func (n *numbers) ScanIndex(i int) any { return (*number)(&(*n)[i]) }
func (n *numbers) ScanIndexType() any  { return new(number) }

// length returns how many elements an array has, whatever its dimensions.
func length(d []pgtype.ArrayDimension) int {
	if len(d) == 0 {
		return 0
	}
	n := 1
	for _, dimension := range d {
		n *= int(dimension.Length)
	}
	return n
}
