package config

import "idemaudit/vendors/strictyaml"

// listOfSome returns the entries of a list that may be left out but, where it
// is written, must not be empty.
func listOfSome(n strictyaml.Node, whenEmpty string) []strictyaml.Node {
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("%s", whenEmpty)
	}
	return entries
}

func textsOf(entries []strictyaml.Node) []string {
	return distinct(entries, strictyaml.Node.Text)
}

// distinct reads the entries of a list, each of which may stand there once.
func distinct(entries []strictyaml.Node, read func(strictyaml.Node) string) []string {
	var texts []string
	seen := map[string]bool{}
	for _, entry := range entries {
		text := read(entry)
		if text != "" && seen[text] {
			entry.Reject("this stands in the list twice")
		}
		seen[text] = true
		texts = append(texts, text)
	}
	return texts
}
