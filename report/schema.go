package report

import _ "embed"

//go:embed report.schema.json
var schema string

// Schema returns the JSON Schema of the JSON that Write writes. Fields that it
// does not name may be added at any time.
func Schema() string { return schema }
