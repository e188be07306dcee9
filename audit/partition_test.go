package audit_test

import (
	"testing"

	"idemaudit/audit/fact"
)

func TestPartitionsSummedUp(t *testing.T) {
	seven := fact.Known(int64(7), fact.Observed)
	notCounted := fact.Unknown[int64]("never analysed")
	for _, c := range []struct {
		name     string
		children []fact.Partition
		want     string
	}{
		{"none yet", nil, `{"count":0,"oldest":null,"newest":null,"default_rows":null}`},
		{"no default partition", []fact.Partition{{Name: "a", Lower: "1", Upper: "2"}}, `{"count":1,"oldest":"1","newest":"2","default_rows":null}`},
		{"numbers in order of value", []fact.Partition{{Lower: "'9'", Upper: "'10'"}, {Lower: "'10'", Upper: "'11'"}}, `{"count":2,"oldest":"'9'","newest":"'11'","default_rows":null}`},
		{"two defaults, at two levels", []fact.Partition{{Default: true, Rows: seven}, {Default: true, Rows: seven}}, `{"count":2,"oldest":null,"newest":null,"default_rows":14}`},
		{"a default that nobody counted", []fact.Partition{{Default: true, Rows: seven}, {Default: true, Rows: notCounted}}, `{"count":2,"oldest":null,"newest":null,"default_rows":null}`},
	} {
		s := wellGuarded()
		s.Partitions = &fact.Partitions{Strategy: "range", Children: c.children}
		if got := asJSON(t, only(t, planFor(s).judge()).Partitions); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
