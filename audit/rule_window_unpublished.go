package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func windowUnpublished() Rule {
	return Rule{
		ID: "window-unpublished", Line: CatalogueLine, Severity: Warning,
		Summary: "a window publishes no figure, so that no coverage can be told",
		Why:     "Where the vendor does not say how long it may send again, no retention but an unlimited one is certain to be enough.",
		Remedy:  "Ask the vendor, and put the answer into a catalogue of your own; or keep records for ever.",
		check:   checkWindowUnpublished,
	}
}

func checkWindowUnpublished(s scene) []draft {
	return perWindow(s, unpublishedFor, func(w fact.Window, stores []string) (draft, bool) {
		covers := "covers"
		if len(stores) > 1 {
			covers = "cover"
		}
		fix := "ask the vendor, and put the answer into a catalogue of your own"
		if w.Bound == fact.Configurable {
			fix = fmt.Sprintf("say how long it is by %s: --vendor %s:%s=7d", w.Setting, w.Vendor, w.ID)
		}
		return draft{
			message: fmt.Sprintf("%s does not say how long it may send the same again (%s): what %s %s can't be told",
				w.Vendor, w.ID, inWords(stores), covers),
			fix: []string{fix},
		}, true
	})
}

func unpublishedFor(j judged, at int) bool {
	w := j.windows[at]
	return w.Direction == fact.Inbound && w.Span == nil && j.retention.status != RetentionUnbounded
}
