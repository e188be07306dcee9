package cmd

import (
	"strings"
	"testing"
)

func TestVersionIsSaidOneWay(t *testing.T) {
	command, flag := runIn(testEnv(t), "version"), runIn(testEnv(t), "--version")
	if command != flag || command.code != ExitPassed || !strings.HasPrefix(command.stdout, "idemaudit "+Version+" (go") {
		t.Errorf("'version' gives %+v, '--version' %+v", command, flag)
	}
}
