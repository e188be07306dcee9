package audit

import (
	"fmt"
	"math"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
)

// limitOf holds what known removers leave of an unknown retention against a
// required age. The share stays unknown, and is certainly no larger than this.
func limitOf(r retention, required *span.Span) Limit {
	if r.atMost == nil || required == nil || !r.atMost.Less(*required) {
		return Limit{}
	}
	if required.IsUnbounded() {
		return Limit{PercentAtMost: percentage(0)}
	}
	exact := 100 * float64(r.atMost.Length()) / float64(required.Length())
	return Limit{
		PercentAtMost:     percentage(min(math.Ceil(exact*1e4)/1e4, 99.9999)),
		GapAtLeastSeconds: seconds(required.Sub(*r.atMost)),
	}
}

// limitText says what is certain of a retention that can't be told: how long
// it is at most, and which windows are longer than that. It is empty where
// nothing is certain.
func limitText(j judged) string {
	if j.retention.atMost == nil {
		return ""
	}
	text := fmt.Sprintf("no record is certain to be kept longer than %s", Length(*j.retention.atMost))
	if short := beyondLimit(j); short != "" {
		text += ", which is too short for " + short
	}
	return text
}

// mostNamed is how many windows a sentence names one by one.
const mostNamed = 3

// beyondLimit names the inbound windows that no retention within the limit
// covers.
func beyondLimit(j judged) string {
	var names []string
	longest := -1
	for i, row := range j.coverage {
		if row.Direction != fact.Inbound || row.PercentAtMost == nil {
			continue
		}
		names = append(names, j.windows[i].Name())
		if longest < 0 || j.windows[longest].Span.Longest.Less(j.windows[i].Span.Longest) {
			longest = i
		}
	}
	if len(names) <= mostNamed {
		return inWords(names)
	}
	w := j.windows[longest]
	return fmt.Sprintf("%d windows, of which %s is the longest (%s)", len(names), w.Name(), Length(w.Span.Longest))
}
