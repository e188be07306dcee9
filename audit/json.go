package audit

import (
	"bytes"
	"encoding/json"
	"strconv"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// Text is a text of the result that may be absent: the empty text is written
// as null.
type Text string

// MarshalJSON writes the text, or null when it is absent.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(string(t))
	return b.Bytes(), err
}

// Percent is a share from 0 to 100.
type Percent float64

// MarshalJSON writes the share with four decimals.
func (p Percent) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'f', 4, 64), nil
}

// seconds returns a length of time for the result. An unbounded one has no
// number.
func seconds(s span.Span) *int64 {
	if s.IsUnbounded() {
		return nil
	}
	n := s.WholeSeconds()
	return &n
}

// where returns a place for the result, nil when none is known.
func where(p fact.Place) *Where {
	if p == (fact.Place{}) {
		return nil
	}
	return &Where{File: Text(p.File), Line: positive(p.Line), Object: Text(p.Object), Column: positive(p.Column)}
}

func positive(n int) *int {
	if n <= 0 {
		return nil
	}
	return &n
}

// listed returns a list that JSON writes as [] when it is empty.
func listed(all []string) []string {
	if all == nil {
		return []string{}
	}
	return all
}
