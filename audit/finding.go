package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// findings runs every rule on the target.
func (s scene) findings() []Finding {
	var found []Finding
	for _, rule := range Rules() {
		for _, d := range rule.check(s) {
			f := s.finding(rule, d)
			if f.Severity.rank() > 0 {
				found = append(found, f)
			}
		}
	}
	return found
}

func (s scene) finding(rule Rule, d draft) Finding {
	severity := cmp.Or(s.policy.Severities[rule.ID], d.severity, rule.Severity)
	return Finding{
		ID:       fingerprint(s.snapshot.Name, d.store, rule.ID, d.window),
		Rule:     rule.ID,
		Line:     rule.Line,
		Severity: severity,
		Target:   s.snapshot.Name,
		Store:    Text(d.store),
		Window:   Text(d.window),
		Message:  Visible(d.message),
		Where:    where(d.place),
		Fix:      Text(visibleLines(d.fix)),
	}
}

// fingerprint names a finding for as long as it stands: whatever may change
// without the finding changing stays out of it.
func fingerprint(target, store, rule, window string) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{target, store, rule, window}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

func visibleLines(lines []string) string {
	safe := make([]string, len(lines))
	for i, line := range lines {
		safe[i] = Visible(line)
	}
	return strings.Join(safe, "\n")
}

// sortFindings puts the worst first and the rest in a total order, so that the
// same input gives the same report.
func (r *Result) sortFindings() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(b.Severity.rank(), a.Severity.rank()),
			cmp.Compare(a.Store, b.Store),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Window, b.Window),
			cmp.Compare(a.Target, b.Target),
		)
	})
}
