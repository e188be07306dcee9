package audit

import (
	"fmt"

	"idemaudit/audit/fact"
)

func evidenceWeak() Rule {
	return Rule{
		ID: "evidence-weak", Line: CatalogueLine, Severity: Note,
		Summary: "a verdict rests on a window that is a worked example, third-hand or a mere default",
		Why: "A figure that the vendor shows in an example, or that somebody else reports, is no promise, and a default says nothing of " +
			"what has been set. The real window may be longer.",
		Remedy: "Ask the vendor, and put the answer into a catalogue of your own.",
		check:  checkEvidenceWeak,
	}
}

func checkEvidenceWeak(s scene) []draft {
	return perWindow(s, decides, func(w fact.Window, stores []string) (draft, bool) {
		weak := map[fact.WindowEvidence]string{fact.WorkedExample: "a worked example", fact.ThirdParty: "a third party's word"}[w.Evidence]
		fix := "ask the vendor, and put the answer into a catalogue of your own"
		if isMereDefault(w) {
			weak = "the default of " + w.Setting
			fix = fmt.Sprintf("say what it is set to: --vendor %s:%s=%s", w.Vendor, w.ID, Length(w.Span.Longest))
		}
		return draft{
			message: fmt.Sprintf("the verdict on %s rests on %s, which is %s (%s)", inWords(stores), w.Name(), weak, sourceOf(w)),
			fix:     []string{fix},
		}, weak != ""
	})
}

// isMereDefault reports whether a window is taken at its default because
// nobody said what it has been set to and no maximum is published. Where there
// is one, that counts.
func isMereDefault(w fact.Window) bool {
	return w.Bound == fact.Configurable && w.Span != nil && w.Span.Shortest == w.Span.Longest && !w.Span.Longest.IsUnbounded()
}

// decides reports whether the verdict on a store would be another without the
// window: it is short, or it governs the replay floor.
func decides(j judged, at int) bool {
	row := j.coverage[at]
	if row.Direction != fact.Inbound {
		return false
	}
	_, governing, ok := j.floor.Sum()
	return row.Verdict == Short || ok && governing.Name() == j.windows[at].Name()
}
