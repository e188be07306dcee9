package config

import (
	"strings"

	"idemaudit/vendors"
	"idemaudit/vendors/strictyaml"
)

// vendors reads a list of vendors, each by its id alone or with its windows,
// "adyen: [webhook-automatic-retry]".
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
	at, list := pairs[0].Key, pairs[0].Value
	windows := distinct(listOfSome(list, "the list of windows is empty: name the vendor alone for all its windows"), readID)
	id := readID(at)
	return id, at, id + ":" + strings.Join(windows, ",")
}

func (l *loader) outbound(n strictyaml.Node) []Outbound {
	var uses []Outbound
	seen := map[string]bool{}
	for _, entry := range n.List() {
		f := entry.Fields()
		vendor, window := f.Required("vendor"), f.Required("window")
		o := Outbound{Vendor: readID(vendor), Window: readID(window), RetryFor: f.Required("retry_for").Span()}
		f.RefuseOthers()
		spec := o.Vendor + ":" + o.Window
		if o.Vendor != "" && o.Window != "" && seen[spec] {
			window.Reject("the window %s of %s stands above already", o.Window, o.Vendor)
		}
		seen[spec] = true
		l.remember(spec, window)
		uses = append(uses, o)
	}
	return uses
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
