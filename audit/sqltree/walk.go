package sqltree

import "google.golang.org/protobuf/reflect/protoreflect"

// Walk calls visit for n and for every node below it, parents first, in the
// order of the text as far as the tree keeps it. A node whose visit returns
// false is not entered.
func Walk(n *Node, visit func(*Node) bool) {
	if n == nil || n.GetNode() == nil || !visit(n) {
		return
	}
	walkMessage(n.ProtoReflect(), visit)
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
