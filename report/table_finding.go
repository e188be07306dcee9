package report

import (
	"fmt"
	"strings"

	"idemaudit/audit"
)

// findings writes what is wrong, the worst first, each with what to do. The
// same advice is given once: several windows fall to one cut-off.
func (p *page) findings(r audit.Result) {
	lastFix := audit.Text("")
	for _, f := range r.Findings {
		p.blank()
		p.titled(severityStyle(f.Severity), fmt.Sprintf("%-9s", f.Severity), bold, findingTitle(f, len(r.Targets) > 1))
		p.wrapped("         ", plain, f.Message)
		if at := placeText(f.Where); at != "" {
			p.wrapped("         at ", dim, at)
		}
		switch {
		case f.Fix == "":
		case f.Fix == lastFix:
			p.wrapped("         fix: ", plain, "as above")
		default:
			p.fix(string(f.Fix))
		}
		lastFix = f.Fix
	}
}

func findingTitle(f audit.Finding, severalTargets bool) string {
	title := f.Rule
	if f.Window != "" {
		title += " " + string(f.Window)
	}
	if f.Store != "" {
		title += " in " + string(f.Store)
	}
	if severalTargets {
		title += " of " + f.Target
	}
	return title
}

func severityStyle(s audit.Severity) style {
	switch s {
	case audit.Error:
		return loud
	case audit.Warning:
		return doubt
	}
	return dim
}

// fix writes advice, and SQL below it on lines of its own so that it can be
// copied.
func (p *page) fix(text string) {
	const label = "         fix: "
	for i, line := range strings.Split(text, "\n") {
		switch isSQL := strings.HasSuffix(line, ";"); {
		case i == 0 && isSQL:
			p.line(strings.TrimRight(label, " "))
			p.sql(line)
		case isSQL:
			p.sql(line)
		case i == 0:
			p.wrapped(label, plain, line)
		default:
			p.wrapped(strings.Repeat(" ", len(label)), plain, line)
		}
	}
}

const sqlIndent = "           "

// sql breaks a statement where a line break changes nothing: between words,
// and never inside quotes.
func (p *page) sql(statement string) {
	line := ""
	for _, token := range sqlWords(statement) {
		switch {
		case line == "":
			line = token
		case displayWidth(sqlIndent)+displayWidth(line)+1+displayWidth(token) <= p.width:
			line += " " + token
		default:
			p.line(sqlIndent, p.paint(plain, asText(line)))
			line = "  " + token
		}
	}
	p.line(sqlIndent, p.paint(plain, asText(line)))
}

// sqlWords splits a statement at spaces outside quotes.
func sqlWords(statement string) []string {
	var words []string
	var word strings.Builder
	quote := rune(0)
	for _, r := range statement {
		switch {
		case quote == 0 && r == ' ':
			if word.Len() > 0 {
				words = append(words, word.String())
				word.Reset()
			}
			continue
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		}
		word.WriteRune(r)
	}
	return append(words, word.String())
}
