package cmd

import "strings"

// colours reports whether standard output may be coloured: not where a flag or
// NO_COLOR forbids it, and otherwise on a terminal or where FORCE_COLOR says
// so, as a CI service that shows colours does.
func colours(env Env, forbidden bool) bool {
	if forbidden || env.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := env.Getenv("FORCE_COLOR"); force != "" {
		return force != "0" && force != "false"
	}
	return env.StdoutIsTerminal && env.Getenv("TERM") != "dumb"
}

// asciiOnly reports whether the locale can't show more than ASCII. As the C
// library does, it looks at the first of the three variables that is set; with
// none of them the locale is "C".
func asciiOnly(env Env) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := env.Getenv(name); locale != "" {
			encoding := strings.ToLower(locale)
			return !strings.Contains(encoding, "utf-8") && !strings.Contains(encoding, "utf8")
		}
	}
	return true
}
