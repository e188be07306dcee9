package sqltree

import "google.golang.org/protobuf/reflect/protoreflect"

// Walk calls visit for n and for every node below it, parents first, in the
// order of the grammar's fields. A node whose visit returns false is not
// entered.
func Walk(n *Node, visit func(*Node) bool) {
	if n == nil || n.GetNode() == nil || !visit(n) {
		return
	}
	// A node holds one of some 270 kinds: ask which, rather than each.
	m := n.ProtoReflect()
	if f := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); f != nil {
		walkMessage(m.Get(f).Message(), visit)
	}
}

func walkMessage(m protoreflect.Message, visit func(*Node) bool) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() != protoreflect.MessageKind || !m.Has(f) {
			continue
		}
		if !f.IsList() {
			walkValue(m.Get(f).Message(), visit)
			continue
		}
		list := m.Get(f).List()
		for j := range list.Len() {
			walkValue(list.Get(j).Message(), visit)
		}
	}
}

func walkValue(m protoreflect.Message, visit func(*Node) bool) {
	if n, ok := m.Interface().(*Node); ok {
		Walk(n, visit)
		return
	}
	walkMessage(m, visit)
}
