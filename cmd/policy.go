package cmd

import (
	"errors"
	"maps"
	"slices"

	"idemaudit/audit"
	"idemaudit/audit/fact"
	"idemaudit/audit/schema"
	"idemaudit/audit/span"
	"idemaudit/cmd/config"
	"idemaudit/vendors"
	"idemaudit/vendors/nearest"
)

// draft is the policy of a target before its stores are known by their full
// names.
type draft struct {
	policy audit.Policy
	stores []storeDraft
}

type storeDraft struct {
	table  schema.Name // as the configuration writes it, with or without a schema
	policy audit.StorePolicy
}

// drafter drafts policies out of flags, configuration and catalogue.
type drafter struct {
	settings
	flagged []fact.Window // those that --vendor chooses; nil leaves the choice to the configuration
	common  audit.Policy  // what holds for every target
}

// drafts makes the policy of every target, each of which needs a vendor.
func (f *windowFlags) drafts(s settings, margin span.Span, targets []target) ([]draft, error) {
	flagged, vendorProblem := selectWindows(s.catalogue, f.vendors, byFlag)
	severities, ruleProblem := severitiesOf(s.config)
	if err := errors.Join(vendorProblem, requireInbound(flagged, "--vendor"), ruleProblem); err != nil {
		return nil, err
	}
	m := drafter{settings: s, flagged: flagged, common: audit.Policy{Margin: margin, Severities: severities}}
	var drafts []draft
	var problems []error
	for _, t := range targets {
		d, err := m.draft(t.settings)
		if err == nil && !d.namesVendors() {
			err = noVendor(t.name)
		}
		problems = append(problems, err)
		drafts = append(drafts, d)
	}
	return drafts, errors.Join(problems...)
}

func noVendor(target string) error {
	hint := "name who may send again, such as --vendor stripe, or vendors: [stripe] under a target or a store in idemaudit.yaml; 'idemaudit vendors list' shows all"
	if target == "" {
		return misuse(hint, "no vendor is named, so there is no window to audit against")
	}
	return misuse(hint, "no vendor is named for the target %q, so there is no window to audit it against", target)
}

// draft makes the policy of one target.
func (m drafter) draft(t config.Target) (draft, error) {
	windows, err := m.windows(t.Vendors)
	problems := []error{err}
	d := draft{policy: m.common}
	d.policy.Windows = windows
	d.policy.Outbound, err = m.outbound(t.Outbound)
	problems = append(problems, err)
	for _, s := range t.Stores {
		own, err := m.windows(s.Vendors)
		problems = append(problems, err)
		d.stores = append(d.stores, storeDraft{table: schema.SplitName(s.Table), policy: audit.StorePolicy{
			ExpiryIgnored: s.ExpiryIgnored, ReplayStable: s.ReplayStable, Retention: s.Retention,
			Never: s.Never, Effects: s.Effects, Windows: own,
		}})
	}
	return d, errors.Join(problems...)
}

// windows returns the windows that the configuration chooses, or those that
// flags choose instead.
func (m drafter) windows(configured []string) ([]fact.Window, error) {
	if m.flagged != nil {
		return m.flagged, nil
	}
	windows, err := selectWindows(m.catalogue, configured, m.config.Where)
	if err == nil && len(configured) > 0 {
		err = requireInbound(windows, m.config.Where(configured[0]))
	}
	return windows, err
}

// requireInbound refuses a choice of windows in which nobody sends to us: any
// store would pass for want of something to be held against. where is the place
// of the choice.
func requireInbound(windows []fact.Window, where string) error {
	if len(windows) == 0 || slices.ContainsFunc(windows, func(w fact.Window) bool { return w.Direction == fact.Inbound }) {
		return nil
	}
	var names []string
	for _, w := range windows {
		names = append(names, w.Name())
	}
	return misuse("name who may send to us again, too; 'idemaudit vendors show ID' tells a vendor's windows apart",
		"%s: this names only outbound windows (%s), which put no requirement on a store", where, nearest.Join(names, "and"))
}

// outbound returns the retries of our own, those of every target first.
func (m drafter) outbound(own []config.Outbound) ([]audit.OutboundUse, error) {
	var uses []audit.OutboundUse
	var problems []error
	for _, o := range slices.Concat(m.config.Outbound, own) {
		windows, err := selectWindows(m.catalogue, []string{o.Spec()}, m.config.Where)
		problems = append(problems, err)
		for _, w := range windows {
			uses = append(uses, audit.OutboundUse{Window: w, RetryFor: o.RetryFor})
		}
	}
	return uses, errors.Join(problems...)
}

// namesVendors reports whether any window is chosen at all.
func (d draft) namesVendors() bool {
	return len(d.policy.Windows) > 0 || slices.ContainsFunc(d.stores, func(s storeDraft) bool { return len(s.policy.Windows) > 0 })
}

// resolve gives what the configuration says of tables to the stores that were
// found. A store that no window is chosen for can't be judged.
func (d draft) resolve(found fact.Snapshot) (audit.Policy, error) {
	p := d.policy
	p.Stores = map[string]audit.StorePolicy{}
	var problems []error
	for _, said := range d.stores {
		stores := said.among(found.Stores)
		if len(stores) > 1 {
			problems = append(problems, misuse("write it with its schema in the configuration",
				"the table %q could be any of %s", said.table, nearest.Join(stores, "or")))
		}
		for _, name := range stores {
			p.Stores[name] = said.policy
		}
	}
	for _, s := range found.Stores {
		if len(p.Windows) == 0 && len(p.Stores[s.Name].Windows) == 0 {
			problems = append(problems, misuse("name its vendors in the configuration, or those of all stores with --vendor",
				"no vendor is named for the store %q of %q", s.Name, found.Name))
		}
	}
	return p, errors.Join(problems...)
}

// among returns the names of the stores that are meant: one, but for a table
// without a schema that several schemas have.
func (s storeDraft) among(stores []fact.Store) []string {
	var names []string
	for _, store := range stores {
		full := schema.SplitName(store.Name)
		if s.table == full || s.table == (schema.Name{Name: full.Name}) {
			names = append(names, store.Name)
		}
	}
	return names
}

// byFlag is the place of what --vendor chooses.
func byFlag(string) string { return "--vendor" }

// selectWindows returns the windows that the texts choose from the catalogue,
// each once; where tells the place of a text for its error. Where one text
// names a window and another says what it is set to, it is set.
func selectWindows(catalogue *vendors.Catalogue, specs []string, where func(spec string) string) ([]fact.Window, error) {
	var windows []fact.Window
	var problems []error
	places := map[string]int{}
	for _, spec := range specs {
		chosen, err := catalogue.Select(spec)
		if err != nil {
			problems = append(problems, misuse("run 'idemaudit vendors list' for what the catalogue holds", "%s: %w", where(spec), err))
		}
		for _, w := range chosen {
			at, again := places[w.Name()]
			switch {
			case !again:
				places[w.Name()] = len(windows)
				windows = append(windows, w)
			case w.Evidence != fact.Configured:
			case windows[at].Evidence == fact.Configured && *windows[at].Span != *w.Span:
				problems = append(problems, misuse("say it once", "%s: the window %s is set to two lengths", where(spec), w.Name()))
			default:
				windows[at] = w
			}
		}
	}
	return windows, errors.Join(problems...)
}

// severitiesOf returns what the configuration says of single rules.
func severitiesOf(c *config.File) (map[string]audit.Severity, error) {
	severities := map[string]audit.Severity{}
	var problems []error
	for _, id := range slices.Sorted(maps.Keys(c.Rules)) {
		if !audit.KnownRule(id) {
			problems = append(problems, misuse("", "%s: unknown rule %q%s", c.Where(id), id, nearest.Hint(id, ruleIDs())))
		}
		severities[id] = audit.Severity(c.Rules[id])
	}
	return severities, errors.Join(problems...)
}

func ruleIDs() []string {
	var ids []string
	for _, r := range audit.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}
