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

// shallow reports whether a tree is at most so many messages deep.
func shallow(m protoreflect.Message, levels int) bool {
	if levels == 0 {
		return false
	}
	if n, ok := m.Interface().(*Node); ok {
		if n.GetNode() == nil {
			return true
		}
		f := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
		return f == nil || shallow(m.Get(f).Message(), levels-1)
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() != protoreflect.MessageKind || !m.Has(f) {
			continue
		}
		if !f.IsList() {
			if !shallow(m.Get(f).Message(), levels-1) {
				return false
			}
			continue
		}
		list := m.Get(f).List()
		for j := range list.Len() {
			if !shallow(list.Get(j).Message(), levels-1) {
				return false
			}
		}
	}
	return true
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
