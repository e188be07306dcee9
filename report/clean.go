package report

import (
	"strings"

	"idemaudit/audit"
)

// clean makes a text from outside safe to show in a terminal and in the log of
// a CI system: GitHub, Azure Pipelines and TeamCity take such brackets in any
// place of a line for the beginning of a command.
func clean(text string) string {
	text = audit.Visible(text)
	for _, command := range []string{"##[", "##vso[", "##teamcity["} {
		text = strings.ReplaceAll(text, command, `#\u0023`+command[2:])
	}
	return text
}

// asText keeps a line from being taken for a command of GitHub Actions, which
// looks for two colons behind the indentation.
func asText(line string) string {
	if rest, is := strings.CutPrefix(line, "::"); is {
		return `\u003a:` + rest
	}
	return line
}

// oneLine turns line breaks and tabs into spaces, for texts that are full of
// them by nature, such as SQL. In a name they stay and are shown.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, text)
}
