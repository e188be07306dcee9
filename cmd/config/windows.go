package config

import (
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/audit/span"
	"idemaudit/vendors"
	"idemaudit/vendors/strictyaml"
)

// vendors reads a list of vendors, each by its id alone, with the windows that
// count, "adyen: [webhook-automatic-retry]", or with what windows are set to,
// "kafka: {topic-retention: 14d}".
func (l *loader) vendors(n strictyaml.Node) []string {
	var specs []string
	seen := map[string]bool{}
	for _, entry := range listOfSome(n, "vendors is empty: leave it out, or name one such as stripe") {
		vendor, at, spec := readVendor(entry)
		if vendor == "" {
			continue
		}
		if seen[vendor] {
			at.Reject("%s stands above already: list all its windows there", vendor)
		}
		seen[vendor] = true
		l.remember(spec, at)
		specs = append(specs, spec)
	}
	return specs
}

// readVendor returns the vendor of an entry, the node that names it, and what
// the catalogue is asked for. The vendor is empty when the entry was refused.
func readVendor(n strictyaml.Node) (vendor string, at strictyaml.Node, spec string) {
	if !n.IsMapping() {
		id := readID(n)
		return id, n, id
	}
	pairs := n.Pairs()
	if len(pairs) != 1 {
		n.Reject("an entry of vendors names one vendor, as in adyen: [webhook-automatic-retry]")
		return "", n, ""
	}
	at = pairs[0].Key
	id := readID(at)
	return id, at, id + ":" + strings.Join(readWindows(pairs[0].Value), ",")
}

// readWindows reads the windows of one vendor: a list of ids, of which each may
// come with its length, or a mapping of ids to lengths.
func readWindows(n strictyaml.Node) []string {
	const whenEmpty = "the list of windows is empty: name the vendor alone for all its windows"
	if !n.IsMapping() {
		return distinct(listOfSome(n, whenEmpty), readWindow)
	}
	pairs := n.Pairs()
	if len(pairs) == 0 {
		n.Reject("%s", whenEmpty)
	}
	var windows []string
	for _, p := range pairs {
		windows = append(windows, readID(p.Key)+"="+readLength(p.Value))
	}
	return windows
}

func readWindow(n strictyaml.Node) string {
	if !n.IsMapping() {
		return readID(n)
	}
	pairs := n.Pairs()
	if len(pairs) != 1 {
		n.Reject("an entry of windows names one window, as in topic-retention: 14d")
		return ""
	}
	return readID(pairs[0].Key) + "=" + readLength(pairs[0].Value)
}

// readLength reads what a window is set to. Whether it can be set is not known
// here.
func readLength(n strictyaml.Node) string {
	length, word := n.SpanOr(string(fact.Unlimited))
	if word != "" {
		return word
	}
	return length.String()
}

func (l *loader) outbound(n strictyaml.Node) []Outbound {
	var uses []Outbound
	seen := map[string]bool{}
	for _, entry := range n.List() {
		f := entry.Fields()
		vendor, window := f.Required("vendor"), f.Required("window")
		o := Outbound{Vendor: readID(vendor), Window: readID(window), Set: readSet(f.Optional("set")), RetryFor: f.Required("retry_for").Span()}
		f.RefuseOthers()
		name := o.Vendor + ":" + o.Window
		if o.Vendor != "" && o.Window != "" && seen[name] {
			window.Reject("the window %s of %s stands above already", o.Window, o.Vendor)
		}
		seen[name] = true
		l.remember(o.Spec(), window)
		uses = append(uses, o)
	}
	return uses
}

func readSet(n strictyaml.Node) *span.Span {
	if !n.Given() {
		return nil
	}
	length := n.Span()
	return &length
}

// readID reads the id of a vendor or a window. Whether the catalogue has it is
// not known here.
func readID(n strictyaml.Node) string {
	id := n.Text()
	if id != "" && !vendors.IsID(id) {
		n.Reject("this is no id of the catalogue: write stripe for all windows of a vendor, and stripe: [cli-resend] for single ones")
		return ""
	}
	return id
}
