package vendors

import (
	"strings"
	"time"

	"idemaudit/audit/fact"
	"idemaudit/vendors/strictyaml"
)

// The modes of a vendor that a window can concern.
const (
	Live = "live"
	Test = "test"
	Any  = "any"
)

func readVendor(root strictyaml.Node) Vendor {
	f := root.Fields()
	v := Vendor{
		ID:       readID(f.Required("id")),
		Name:     f.Required("name").Text(),
		Kind:     f.Optional("kind").Word(Kinds()...),
		Homepage: readURL(f.Optional("homepage")),
	}
	windows, stores := f.Optional("windows"), f.Optional("stores")
	if root.IsMapping() && !windows.Given() && !stores.Given() {
		root.Reject("the vendor has neither windows nor stores, so that it requires nothing and tells nothing")
	}
	v.Windows = readWindows(windows, v.ID)
	v.Stores = readStores(stores, v.Name)
	f.RefuseOthers()
	return v
}

func readWindows(n strictyaml.Node, vendor string) []fact.Window {
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("windows is empty: a vendor without a window requires nothing")
	}
	var windows []fact.Window
	seen := map[string]bool{}
	for _, entry := range entries {
		f := entry.Fields()
		id := f.Required("id")
		w := readWindow(f, vendor, readID(id))
		if w.ID != "" && seen[w.ID] {
			id.Reject("a window %s stands above already", w.ID)
		}
		seen[w.ID] = true
		windows = append(windows, w)
	}
	return windows
}

// readWindow reads the fields of a window other than its id.
func readWindow(f *strictyaml.Fields, vendor, id string) fact.Window {
	w := fact.Window{
		Vendor:    vendor,
		ID:        id,
		Direction: fact.Direction(f.Required("direction").Word(string(fact.Inbound), string(fact.Outbound))),
		Mode:      f.Required("mode").Word(Live, Test, Any),
	}
	w.Span, w.Bound = readLength(f)
	w.Setting, w.Default = readSetting(f, w)
	w.Schedule = readTexts(f.Optional("schedule"))
	w.Key = f.Optional("key").Text()
	w.Evidence, w.URL, w.Read, w.Note = readSource(f)
	w.Trap = f.Optional("trap").Prose()
	f.RefuseOthers()
	return w
}

// readSource reads where a figure comes from and what it means in our words.
func readSource(f *strictyaml.Fields) (evidence fact.WindowEvidence, address string, read time.Time, note string) {
	evidence = readEvidence(f.Required("evidence"))
	address = readURL(f.Required("url"))
	return evidence, address, f.Required("read").Date(), f.Optional("note").Prose()
}

func readEvidence(n strictyaml.Node) fact.WindowEvidence {
	var allowed []string
	for _, e := range Evidences() {
		allowed = append(allowed, string(e))
	}
	return fact.WindowEvidence(n.Word(allowed...))
}

// Evidences returns the kinds of evidence that a file may claim.
func Evidences() []fact.WindowEvidence {
	return []fact.WindowEvidence{fact.Documented, fact.SourceCode, fact.WorkedExample, fact.Support, fact.ThirdParty}
}

func readID(n strictyaml.Node) string {
	id := n.Text()
	if id != "" && !IsID(id) {
		n.Reject("an id is lower-case words with dashes between them, such as cli-resend")
		return ""
	}
	return id
}

// IsID reports whether text has the form of a vendor's or a window's id:
// lower-case words of letters and digits, with one dash between two.
func IsID(text string) bool {
	for word := range strings.SplitSeq(text, "-") {
		isOther := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
		if word == "" || strings.ContainsFunc(word, isOther) {
			return false
		}
	}
	return true
}

// readTexts reads a list that may be left out but, where it is written, holds
// something.
func readTexts(n strictyaml.Node) []string {
	entries := n.List()
	if n.IsList() && len(entries) == 0 {
		n.Reject("the list is empty: leave the field out")
	}
	var texts []string
	for _, entry := range entries {
		texts = append(texts, entry.Text())
	}
	return texts
}
