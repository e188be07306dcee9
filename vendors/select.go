package vendors

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"idemaudit/audit/fact"
	"idemaudit/vendors/nearest"
)

// Select returns the windows that spec names, in the order of the vendor's
// file. "stripe" is every window of Stripe that concerns live mode, in both
// directions; "stripe:cli-resend,dashboard-resend" is those two and no other;
// "kafka:topic-retention=14d" is that one, as long as somebody says it has been
// set. The error names every part of spec that is not in the catalogue, with
// what it may have been meant to be.
func (c *Catalogue) Select(spec string) ([]fact.Window, error) {
	id, list, named := strings.Cut(spec, ":")
	v, known := c.Vendor(id)
	switch {
	case strings.TrimSpace(id) == "":
		return nil, fmt.Errorf("%q names no vendor: write one such as stripe or stripe:cli-resend", spec)
	case !known:
		return nil, c.unknownVendor(id)
	case named:
		return v.named(strings.Split(list, ","))
	}
	return v.live()
}

// The catalogue's vendors are listed in a message only where there are few.
const mostListed = 12

func (c *Catalogue) unknownVendor(id string) error {
	hint := nearest.Hint(id, c.ids())
	if hint == "" && len(c.vendors) <= mostListed {
		hint = ": the catalogue has " + nearest.Join(c.ids(), "and")
	}
	return fmt.Errorf("unknown vendor %q%s", id, hint)
}

func (c *Catalogue) ids() []string {
	var ids []string
	for _, v := range c.vendors {
		ids = append(ids, v.ID)
	}
	return ids
}

// live returns the windows that concern live mode. A vendor without one is an
// error rather than a requirement that is silently empty.
func (v Vendor) live() ([]fact.Window, error) {
	var windows []fact.Window
	for _, w := range v.Windows {
		if w.Mode != Test {
			windows = append(windows, w)
		}
	}
	switch {
	case len(v.Windows) == 0:
		return nil, fmt.Errorf("the catalogue knows no window of %s, only what it keeps: name who sends to you", v.ID)
	case len(windows) == 0:
		return nil, fmt.Errorf("vendor %s has no window of live mode: name the windows that are meant, as in %s:window", v.ID, v.ID)
	}
	return windows, nil
}

// named returns the windows that the parts of a list name, each an id or
// id=length.
func (v Vendor) named(parts []string) ([]fact.Window, error) {
	lengths, err := v.lengths(parts)
	problems := []error{err}
	var windows []fact.Window
	for _, w := range v.Windows {
		length, chosen := lengths[w.ID]
		if !chosen {
			continue
		}
		w, err := withLength(w, length)
		windows, problems = append(windows, w), append(problems, err)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return windows, nil
}

// lengths returns the length that is written behind each window's id; it is
// empty for an id alone.
func (v Vendor) lengths(parts []string) (map[string]string, error) {
	lengths := map[string]string{}
	var problems []error
	ids := v.windowIDs()
	for _, part := range parts {
		id, length, isSet := strings.Cut(part, "=")
		before, twice := lengths[id]
		switch {
		case isSet && length == "":
			problems = append(problems, fmt.Errorf("%q gives no length: write one as in %s:%s=14d", part, v.ID, id))
		case twice && before != length:
			problems = append(problems, fmt.Errorf("the window %s of vendor %s is named twice, with two lengths", id, v.ID))
		case !twice && !slices.Contains(ids, id):
			problems = append(problems, v.unknownWindow(id))
		}
		lengths[id] = length
	}
	return lengths, errors.Join(problems...)
}

// withLength returns the window as the text says it is set; unchanged where
// there is none.
func withLength(w fact.Window, text string) (fact.Window, error) {
	if text == "" {
		return w, nil
	}
	length, err := parseSetting(text)
	if err != nil {
		return w, fmt.Errorf("the window %s of vendor %s: %w", w.ID, w.Vendor, err)
	}
	return set(w, length)
}

func (v Vendor) unknownWindow(id string) error {
	ids := v.windowIDs()
	hint := nearest.Hint(id, ids)
	switch {
	case hint == "" && len(ids) == 0:
		hint = ": it has none at all"
	case hint == "" && len(ids) <= mostListed:
		hint = ": it has " + nearest.Join(ids, "and")
	}
	return fmt.Errorf("vendor %s has no window %q%s", v.ID, id, hint)
}

func (v Vendor) windowIDs() []string {
	var ids []string
	for _, w := range v.Windows {
		ids = append(ids, w.ID)
	}
	return ids
}
