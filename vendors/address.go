package vendors

import (
	"net/url"
	"strings"

	"idemaudit/vendors/strictyaml"
)

func readURL(n strictyaml.Node) string {
	text := n.Text()
	if text == "" {
		return ""
	}
	if !isPage(text) {
		n.Reject("this is no address of a page: write one that begins with https://")
		return ""
	}
	return text
}

// isPage reports whether text is the address of a page that everybody can
// open: with a host, without a login, and safe to put into a document.
func isPage(text string) bool {
	rest, secure := strings.CutPrefix(text, "https://")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, port, hasPort := strings.Cut(rest[:end], ":")
	_, err := url.Parse(text)
	return secure && isHost(host) && (!hasPort || isPort(port)) && err == nil && !strings.ContainsAny(text, " \"<>\\")
}

func isHost(text string) bool {
	isOther := func(r rune) bool { return !isLetterOrDigit(r) && r != '.' && r != '-' }
	return text != "" && !strings.ContainsFunc(text, isOther)
}

func isPort(text string) bool {
	return text != "" && len(text) <= 5 && !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

func isLetterOrDigit(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
