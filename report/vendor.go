package report

import "idemaudit/audit/fact"

// Vendor is a vendor of the catalogue as reports show it.
type Vendor struct {
	ID       string
	Name     string
	Homepage string
	Windows  []fact.Window
}
