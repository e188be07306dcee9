package catalog

import (
	"strings"

	"idemaudit/audit/sqltree"
)

// dynamic follows EXECUTE. A constant text is read like any other; of the rest
// it must be known that it defines nothing that matters.
func (r *reader) dynamic(expression string) {
	tree, err := sqltree.ParseExpression(expression)
	if err != nil {
		r.refuse(refused("the text of an EXECUTE can't be parsed: %s", err))
		return
	}
	if text, known := r.constant(tree); known {
		r.runText(text)
		return
	}
	form := r.form(tree)
	if r.isIdle(form) {
		return
	}
	if r.addsPartition(form) {
		r.leftOut(r.place(0), "partitions are made here whose names and bounds are not constant, so they are not known")
		return
	}
	r.refuse(refused("EXECUTE runs a text here that is not constant, so what it defines can't be read: %s", excerpt(expression)))
}

// isIdle reports whether the form of a statement shows that it ends no record
// later and guards none: rows are changed once, or only rights, owners and
// comments are.
func (r *reader) isIdle(form string) bool {
	if !matters(form) {
		return true
	}
	parsed, err := sqltree.Parse(form)
	if err != nil {
		return false
	}
	for _, s := range parsed {
		if !isIdleStatement(s.Tree) {
			return false
		}
	}
	for _, s := range parsed {
		for _, cmd := range s.Tree.GetAlterTableStmt().GetCmds() {
			// Which table it is can't be told, so it may be any.
			r.anySecured = r.anySecured || cmd.GetAlterTableCmd().GetSubtype() == sqltree.AlterTableType_AT_EnableRowSecurity
		}
	}
	return true
}

func isIdleStatement(n *sqltree.Node) bool {
	switch st := n.GetNode().(type) {
	case *sqltree.Node_GrantStmt, *sqltree.Node_CommentStmt, *sqltree.Node_CreatePolicyStmt, *sqltree.Node_CreateSchemaStmt,
		*sqltree.Node_CreateSeqStmt, *sqltree.Node_VariableSetStmt, *sqltree.Node_TruncateStmt,
		*sqltree.Node_InsertStmt, *sqltree.Node_UpdateStmt, *sqltree.Node_DeleteStmt:
		return true
	case *sqltree.Node_IndexStmt:
		return !st.IndexStmt.GetUnique()
	case *sqltree.Node_SelectStmt:
		return !callsAny(n)
	case *sqltree.Node_AlterTableStmt:
		for _, cmd := range st.AlterTableStmt.GetCmds() {
			kind := cmd.GetAlterTableCmd().GetSubtype()
			if !changesNothing(kind) && kind != sqltree.AlterTableType_AT_EnableRowSecurity && kind != sqltree.AlterTableType_AT_DisableRowSecurity {
				return false
			}
		}
		return true
	}
	return false
}

// callsAny reports whether a query calls a function of a scheduler or one
// whose name is not known.
func callsAny(n *sqltree.Node) bool {
	found := false
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if f := n.GetFuncCall(); f != nil {
			name := qualified(f.GetFuncname())
			found = found || name.Schema != "" && name.Schema != "pg_catalog" || name.Name == unknownName
		}
		return true
	})
	return found
}

// addsPartition reports whether a statement does no more than make a
// partition.
func (r *reader) addsPartition(form string) bool {
	parsed, err := sqltree.Parse(form)
	if err != nil {
		return false
	}
	for _, s := range parsed {
		if s.Tree.GetCreateStmt().GetPartbound() == nil {
			return false
		}
	}
	return true
}

// afterAssignment returns the expression of "variable := expression".
func afterAssignment(text string) string {
	if _, expression, found := strings.Cut(text, ":="); found {
		return expression
	}
	_, expression, _ := strings.Cut(text, "=")
	return expression
}
