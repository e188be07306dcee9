package cmd

import "idemaudit/cmd/config"

// sealed holds a connection string in the structs of a run. A config.Secret
// hides itself by its methods, which fmt does not call on an unexported field;
// of a function it shows no more than an address. Nil holds none.
type sealed func() string

// seal takes a connection string; none for an empty one.
func seal(s config.Secret) sealed {
	if s == "" {
		return nil
	}
	return s.Reveal
}

func (s sealed) reveal() string {
	if s == nil {
		return ""
	}
	return s()
}
