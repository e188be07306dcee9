package cutoff

import (
	"math"
	"strconv"
	"strings"
)

func isNumberType(name string) bool {
	switch name {
	case "int2", "int4", "int8", "integer", "bigint", "smallint", "int", "numeric", "decimal", "float4", "float8", "double precision", "real":
		return true
	}
	return false
}

func numeric(v value) value {
	if text, ok := v.constant(); ok {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return opaque("the text " + quoted(text) + " is no number")
		}
		return constantNumber(n)
	}
	if v.kind == textKind {
		return opaque(unknownPiece(v))
	}
	if v.kind == momentKind || v.kind == lengthKind {
		return opaque("a time is cast to a number")
	}
	return v
}

// rounded is a number made whole, to the nearest.
func rounded(v value) value {
	switch v.kind {
	case numberKind:
		v.lowNumber, v.highNumber = math.RoundToEven(v.lowNumber), math.RoundToEven(v.highNumber)
		v.whole = true
	case countKind:
		if v.grid != wholeSteps(v.unit) || v.unit == 0 {
			v = widen(v, v.unit/2, v.unit/2).onSteps(v.unit)
		}
	}
	return v
}

// cutDown and cutUp are floor and ceil.
func cutDown(v value) value {
	switch v.kind {
	case numberKind:
		v.lowNumber, v.highNumber = math.Floor(v.lowNumber), math.Floor(v.highNumber)
	case countKind:
		if v.grid != wholeSteps(v.unit) {
			v = widen(v, v.unit, 0).onSteps(v.unit)
		}
	}
	return v
}

func cutUp(v value) value {
	switch v.kind {
	case numberKind:
		v.lowNumber, v.highNumber = math.Ceil(v.lowNumber), math.Ceil(v.highNumber)
	case countKind:
		if v.grid != wholeSteps(v.unit) {
			v = widen(v, 0, v.unit).onSteps(v.unit)
		}
	}
	return v
}
