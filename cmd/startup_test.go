package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const oneLine = `package main

import "fmt"

func main() { fmt.Println("idemaudit 0.1.0") }
`

// BenchmarkStartup runs 'idemaudit version' and a program that prints one line
// in turn and reports how many times as long ours takes: the median over the
// pairs, so that whatever else the machine does falls on both.
//
//	go test -run '^$' -bench Startup -benchtime 500x ./cmd
func BenchmarkStartup(b *testing.B) {
	ours := build(b, "idemaudit")
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(oneLine), 0o600); err != nil {
		b.Fatal(err)
	}
	plain := build(b, filepath.Join(dir, "main.go"))
	var ratios []float64
	for b.Loop() {
		base := runTime(b, plain)
		ratios = append(ratios, float64(runTime(b, ours, "version"))/float64(base))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "times-one-line")
}

func runTime(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	command := exec.Command(program, args...)
	begin := time.Now()
	if err := command.Run(); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

// build builds a package or a file as a release is built, without cgo.
func build(t testing.TB, what string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	command := exec.Command("go", "build", "-o", program, what)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", what, err, out)
	}
	return program
}
