package vendors

import _ "embed"

//go:embed catalogue.schema.json
var schema string

// Schema returns the JSON Schema of a catalogue file. What it can't tell, that
// two ids are alike or the ends of a range turned around, ReadFile tells.
func Schema() string { return schema }
