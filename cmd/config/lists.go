package config

import "idemaudit/vendors/strictyaml"

// listOfSome returns the entries of a list that may be left out but, where it
// is written, must not be empty.
func listOfSome(n strictyaml.Node, whenEmpty string) []strictyaml.Node {
	if !n.Given() {
		return nil
	}
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("%s", whenEmpty)
	}
	return entries
}

// distinct returns the texts of a list that may be left out, each of which may
// stand there once.
func distinct(n strictyaml.Node) []string {
	var texts []string
	seen := map[string]bool{}
	for _, entry := range n.List() {
		text := entry.Text()
		if text != "" && seen[text] {
			entry.Reject("this stands in the list twice")
		}
		seen[text] = true
		texts = append(texts, text)
	}
	return texts
}

func distinctOfSome(n strictyaml.Node, whenEmpty string) []string {
	listOfSome(n, whenEmpty)
	return distinct(n)
}
