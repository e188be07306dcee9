package cmd

import "testing"

func TestColours(t *testing.T) {
	for name, test := range map[string]struct {
		terminal  bool
		forbidden bool
		env       map[string]string
		want      bool
	}{
		"a terminal shows colours":                    {terminal: true, want: true},
		"a pipe shows none":                           {want: false},
		"--no-color wins over everything":             {terminal: true, forbidden: true, env: map[string]string{"FORCE_COLOR": "1"}, want: false},
		"NO_COLOR wins over a terminal":               {terminal: true, env: map[string]string{"NO_COLOR": "1"}, want: false},
		"NO_COLOR wins over FORCE_COLOR":              {env: map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, want: false},
		"FORCE_COLOR wins over a pipe":                {env: map[string]string{"FORCE_COLOR": "1"}, want: true},
		"FORCE_COLOR=0 forbids colours on a terminal": {terminal: true, env: map[string]string{"FORCE_COLOR": "0"}, want: false},
		"a dumb terminal shows none":                  {terminal: true, env: map[string]string{"TERM": "dumb"}, want: false},
	} {
		t.Run(name, func(t *testing.T) {
			env := Env{StdoutIsTerminal: test.terminal, Getenv: lookup(test.env)}
			if got := colours(env, test.forbidden); got != test.want {
				t.Errorf("colours: %t, want %t", got, test.want)
			}
		})
	}
}

func TestASCIIOnly(t *testing.T) {
	for name, test := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"no locale":                 {nil, true},
		"the C locale":              {map[string]string{"LANG": "C"}, true},
		"C with UTF-8":              {map[string]string{"LANG": "C.UTF-8"}, false},
		"as macOS writes it":        {map[string]string{"LC_CTYPE": "UTF-8"}, false},
		"as some systems write it":  {map[string]string{"LANG": "en_US.utf8"}, false},
		"LC_ALL wins over LANG":     {map[string]string{"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, true},
		"LC_CTYPE wins over LANG":   {map[string]string{"LC_CTYPE": "C", "LANG": "de_DE.UTF-8"}, true},
		"LC_ALL wins over LC_CTYPE": {map[string]string{"LC_ALL": "ja_JP.UTF-8", "LC_CTYPE": "C"}, false},
		"an eight-bit locale":       {map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := asciiOnly(Env{Getenv: lookup(test.env)}); got != test.want {
				t.Errorf("ASCII only: %t, want %t", got, test.want)
			}
		})
	}
}

// lookup is an environment that holds nothing but values.
func lookup(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}
