package audit

// Severity is how much a finding weighs.
type Severity string

// The severities of findings, worst first, and the two words that stand where
// one is chosen.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
	Off     Severity = "off"   // for a rule: its findings are dropped
	Never   Severity = "never" // for the gate: no finding closes it
)

// rank orders severities; whatever is no severity of a finding has the lowest.
func (s Severity) rank() int {
	switch s {
	case Error:
		return 3
	case Warning:
		return 2
	case Note:
		return 1
	}
	return 0
}

// reaches reports whether a finding of severity s closes a gate set at failOn.
func (s Severity) reaches(failOn Severity) bool {
	return failOn.rank() > 0 && s.rank() >= failOn.rank()
}

// Line is what a rule watches over. Protection and cleanup are never mixed: a
// cleaner that does nothing costs disk and never a duplicate.
type Line string

// The lines of rules.
const (
	ProtectionLine Line = "protection" // can a legitimate replay be applied twice?
	CleanupLine    Line = "cleanup"    // does the remover do its work?
	CatalogueLine  Line = "catalogue"  // how far can the vendors' figures be trusted?
	ConfigLine     Line = "config"     // does the configuration say what it means?
)
