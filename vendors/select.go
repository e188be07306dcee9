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
// directions; "stripe:cli-resend,dashboard-resend" is those two and no other.
// The error names every part of spec that is not in the catalogue, with what
// it may have been meant to be.
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

func (c *Catalogue) unknownVendor(id string) error {
	hint := nearest.Hint(id, c.ids())
	if hint == "" {
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
	if len(windows) == 0 {
		return nil, fmt.Errorf("vendor %s has no window of live mode: name the windows that are meant, as in %s:window", v.ID, v.ID)
	}
	return windows, nil
}

func (v Vendor) named(ids []string) ([]fact.Window, error) {
	var unknown []error
	for _, id := range ids {
		if !slices.Contains(v.windowIDs(), id) {
			unknown = append(unknown, v.unknownWindow(id))
		}
	}
	if len(unknown) > 0 {
		return nil, errors.Join(unknown...)
	}
	var windows []fact.Window
	for _, w := range v.Windows {
		if slices.Contains(ids, w.ID) {
			windows = append(windows, w)
		}
	}
	return windows, nil
}

func (v Vendor) unknownWindow(id string) error {
	hint := nearest.Hint(id, v.windowIDs())
	if hint == "" {
		hint = ": it has " + nearest.Join(v.windowIDs(), "and")
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
