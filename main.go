// Command idemaudit finds idempotency records that vanish before a
// counterparty stops replaying.
package main

import (
	"os"

	"idemaudit/cmd"
)

func main() {
	os.Exit(int(cmd.Run(cmd.Process())))
}
