package audit

import (
	"cmp"

	"idemaudit/audit/fact"
)

// perWindow reports on the target's windows, each once, with the stores for
// which it matters. Windows keep the order in which the stores name them.
func perWindow(s scene, matters func(judged, int) bool, report func(fact.Window, []string) (draft, bool)) []draft {
	var windows []fact.Window
	stores := map[string][]string{}
	for _, j := range s.stores {
		for i, w := range j.windows {
			if !matters(j, i) {
				continue
			}
			if stores[w.Name()] == nil {
				windows = append(windows, w)
			}
			stores[w.Name()] = append(stores[w.Name()], j.facts.Name)
		}
	}
	var drafts []draft
	for _, w := range windows {
		if d, raised := report(w, stores[w.Name()]); raised {
			d.window = w.Name()
			drafts = append(drafts, d)
		}
	}
	return drafts
}

func sourceOf(w fact.Window) string { return cmp.Or(w.URL, "its source") }
