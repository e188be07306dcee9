package config

import _ "embed"

//go:embed config.schema.json
var jsonSchema string

// Schema returns the JSON Schema of a configuration. What it can't tell, that
// two names are alike or a variable is not set, Load tells.
func Schema() string { return jsonSchema }
