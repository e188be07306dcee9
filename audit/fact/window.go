package fact

import (
	"time"

	"idemaudit/audit/span"
)

// Direction tells who may send again to whom.
type Direction string

// The directions of a window.
const (
	Inbound  Direction = "inbound"  // they may send the same request to us again
	Outbound Direction = "outbound" // they remember a key that we send
)

// Bound tells how a vendor states the figure.
type Bound string

// The bounds of a window.
const (
	Exact       Bound = "exact"
	AtLeast     Bound = "at_least"
	AtMost      Bound = "at_most"
	Between     Bound = "range"
	Unlimited   Bound = "unlimited"   // the vendor states that there is no end
	Unpublished Bound = "unpublished" // the vendor states no figure
	// Configurable windows are as long as whoever runs the sender has set them.
	Configurable Bound = "configurable"
	// Never marks a window of no length: the vendor states that it sends
	// nothing a second time.
	Never Bound = "none"
)

// WindowEvidence tells how far a published figure can be trusted.
type WindowEvidence string

// The evidence behind a window.
const (
	Documented    WindowEvidence = "documented"
	SourceCode    WindowEvidence = "source_code" // what the sender's code does, which nobody promises
	WorkedExample WindowEvidence = "worked_example"
	Support       WindowEvidence = "support"
	ThirdParty    WindowEvidence = "third_party"
	// Configured is the user's word on what a configurable window is set to.
	Configured WindowEvidence = "configured"
)

// Window is one published span of one vendor.
type Window struct {
	Vendor    string // the vendor's id: "stripe"
	ID        string // unique within the vendor: "cli-resend"
	Direction Direction
	Mode      string // live, test or any
	// Span is how long the window is, shortest and longest end. Unlimited is
	// an unbounded span; it is nil when the vendor publishes no figure.
	Span  *span.Range
	Bound Bound
	// Setting names what a configurable window depends on, "retention.ms";
	// empty for all others.
	Setting string
	// Default is how long a configurable window is where nobody has changed
	// the setting; nil where no default is published, and where the feature is
	// off by default.
	Default  *span.Span
	Schedule []string // published delays between attempts
	Key      string   // the header or field that identifies the message
	Evidence WindowEvidence
	URL      string
	Read     time.Time // the day the source was read, UTC
	Note     string
	// Trap is what goes wrong with the obvious choice of a key.
	Trap string
}

// EndIsTold reports whether the vendor says how long the window is at most. Of
// an inbound window that is at least so long, a retention of as much covers
// what is promised and not what may come.
func (w Window) EndIsTold() bool { return w.Span != nil && w.Bound != AtLeast }

// Name is how other programs refer to the window: "stripe/cli-resend".
func (w Window) Name() string { return w.Vendor + "/" + w.ID }
