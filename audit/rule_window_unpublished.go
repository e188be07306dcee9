package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func windowUnpublished() Rule {
	return Rule{
		ID: "window-unpublished", Line: CatalogueLine, Severity: Warning,
		Summary: "a window publishes no figure, or none that it stays below, so that no coverage can be told",
		Why:     "Where the vendor does not say how long it may send again, no retention but an unlimited one is certain to be enough.",
		Remedy:  "Ask the vendor, and put the answer into a catalogue of your own; or keep records for ever.",
		check:   checkWindowUnpublished,
	}
}

func checkWindowUnpublished(s scene) []draft {
	return perWindow(s, unpublishedFor, func(w fact.Window, stores []string) (draft, bool) {
		fix := "ask the vendor, and put the answer into a catalogue of your own"
		if w.Bound == fact.Configurable {
			fix = fmt.Sprintf("say how long it is by %s: --vendor %s:%s=7d", w.Setting, w.Vendor, w.ID)
		}
		return draft{message: unpublishedMessage(w, stores), fix: []string{fix}}, true
	})
}

func unpublishedMessage(w fact.Window, stores []string) string {
	covers := "covers"
	if len(stores) > 1 {
		covers = "cover"
	}
	if w.Span == nil {
		return fmt.Sprintf("%s does not say how long it may send the same again (%s): what %s %s can't be told",
			w.Vendor, w.ID, inWords(stores), covers)
	}
	return fmt.Sprintf("%s may send the same again for at least %s (%s) and does not say for how long at most: whether %s %s it can't be told",
		w.Vendor, Length(w.Span.Longest), w.ID, inWords(stores), covers)
}

// unpublishedFor leaves out a window that is already known to be short.
func unpublishedFor(j judged, at int) bool {
	w := j.windows[at]
	known := j.retention.status == RetentionUnbounded || w.Span != nil && j.coverage[at].Verdict == Short
	return w.Direction == fact.Inbound && !w.EndIsTold() && !known
}
