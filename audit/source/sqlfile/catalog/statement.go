package catalog

import (
	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// apply lets one statement take effect. An error says why it did not.
func (r *reader) apply(s sqltree.Statement) error {
	for _, group := range []func(*sqltree.Node) (bool, error){r.applyTable, r.applyCode, r.applyOther, r.applyRows} {
		if known, err := group(s.Tree); known {
			return err
		}
	}
	return nil
}

// applyTable takes statements on tables and what hangs on them.
func (r *reader) applyTable(n *sqltree.Node) (known bool, err error) {
	switch st := n.GetNode().(type) {
	case *sqltree.Node_CreateStmt:
		return true, r.createTable(st.CreateStmt, schema.Plain)
	case *sqltree.Node_CreateForeignTableStmt:
		return true, r.createTable(st.CreateForeignTableStmt.GetBaseStmt(), schema.ForeignKind)
	case *sqltree.Node_CreateTableAsStmt:
		as := st.CreateTableAsStmt
		return true, r.createAs(as.GetInto(), as.GetQuery(), as.GetObjtype(), as.GetIfNotExists())
	case *sqltree.Node_IndexStmt:
		return true, r.createIndexStatement(st.IndexStmt)
	case *sqltree.Node_AlterTableStmt:
		return true, r.alterTable(st.AlterTableStmt)
	case *sqltree.Node_RenameStmt:
		return true, r.renameStatement(st.RenameStmt)
	case *sqltree.Node_AlterObjectSchemaStmt:
		return true, r.moveToSchema(st.AlterObjectSchemaStmt)
	case *sqltree.Node_DropStmt:
		return true, r.dropStatement(st.DropStmt)
	case *sqltree.Node_CommentStmt:
		r.comment(st.CommentStmt)
		return true, nil
	case *sqltree.Node_CreateSeqStmt:
		return true, r.createSequence(st.CreateSeqStmt)
	}
	return false, nil
}

// applyCode takes statements on routines and what calls them.
func (r *reader) applyCode(n *sqltree.Node) (known bool, err error) {
	switch st := n.GetNode().(type) {
	case *sqltree.Node_CreateFunctionStmt:
		return true, r.createRoutine(st.CreateFunctionStmt)
	case *sqltree.Node_AlterFunctionStmt:
		return true, r.alterRoutine(st.AlterFunctionStmt)
	case *sqltree.Node_CreateTrigStmt:
		return true, r.createTrigger(st.CreateTrigStmt)
	case *sqltree.Node_RuleStmt:
		return true, r.createRule(st.RuleStmt)
	case *sqltree.Node_CreatePolicyStmt:
		return true, r.createPolicy(st.CreatePolicyStmt)
	case *sqltree.Node_AlterPolicyStmt:
		return true, r.alterPolicy(st.AlterPolicyStmt)
	case *sqltree.Node_CreateEventTrigStmt:
		return true, r.createEventTrigger(st.CreateEventTrigStmt)
	case *sqltree.Node_AlterEventTrigStmt:
		return true, r.alterEventTrigger(st.AlterEventTrigStmt)
	case *sqltree.Node_ViewStmt:
		return true, r.createView(st.ViewStmt)
	case *sqltree.Node_DoStmt:
		return true, r.doBlock(st.DoStmt)
	case *sqltree.Node_CallStmt:
		return true, r.call(st.CallStmt.GetFunccall(), nil)
	}
	return false, nil
}

// applyOther takes statements on schemas, types and settings.
func (r *reader) applyOther(n *sqltree.Node) (known bool, err error) {
	switch st := n.GetNode().(type) {
	case *sqltree.Node_CreateSchemaStmt:
		return true, r.createSchema(st.CreateSchemaStmt)
	case *sqltree.Node_CreateDomainStmt:
		return true, r.createDomain(st.CreateDomainStmt)
	case *sqltree.Node_AlterDomainStmt:
		return true, r.alterDomain(st.AlterDomainStmt)
	case *sqltree.Node_CreateEnumStmt:
		return true, r.addType(qualified(st.CreateEnumStmt.GetTypeName()), &userType{})
	case *sqltree.Node_CreateRangeStmt:
		return true, r.addType(qualified(st.CreateRangeStmt.GetTypeName()), &userType{})
	case *sqltree.Node_CompositeTypeStmt:
		return true, r.createComposite(st.CompositeTypeStmt)
	case *sqltree.Node_VariableSetStmt:
		r.set(st.VariableSetStmt)
		return true, nil
	case *sqltree.Node_AlterDatabaseSetStmt:
		r.setDatabase(st.AlterDatabaseSetStmt.GetSetstmt())
		return true, nil
	case *sqltree.Node_AlterSystemStmt:
		r.setServer(st.AlterSystemStmt.GetSetstmt())
		return true, nil
	case *sqltree.Node_AlterRoleSetStmt:
		r.setRole(st.AlterRoleSetStmt.GetSetstmt())
		return true, nil
	case *sqltree.Node_ImportForeignSchemaStmt:
		r.leftOut(r.place(0), "IMPORT FOREIGN SCHEMA makes tables that only the other server knows")
		return true, nil
	case *sqltree.Node_DropOwnedStmt:
		return true, refused("DROP OWNED drops what a role owns, and files don't tell who owns what")
	}
	return false, nil
}

// applyRows takes statements on rows, which matter for the routines they call
// and for the tables of schedulers.
func (r *reader) applyRows(n *sqltree.Node) (known bool, err error) {
	switch st := n.GetNode().(type) {
	case *sqltree.Node_SelectStmt:
		if into := st.SelectStmt.GetIntoClause(); into != nil && r.inner == 0 {
			return true, r.createAs(into, n, sqltree.ObjectType_OBJECT_TABLE, false)
		}
		return true, r.calls(n, st.SelectStmt)
	case *sqltree.Node_InsertStmt:
		return true, r.insert(st.InsertStmt)
	case *sqltree.Node_UpdateStmt:
		return true, r.update(st.UpdateStmt)
	case *sqltree.Node_DeleteStmt:
		return true, r.deleteRows(st.DeleteStmt)
	}
	return false, nil
}

func (r *reader) createSequence(st *sqltree.CreateSeqStmt) error {
	name, err := r.creation(nameOf(st.GetSequence()))
	switch {
	case err != nil:
		return err
	case r.taken(name) && !st.GetIfNotExists():
		return idle("%s exists already, so PostgreSQL refuses to create it again", name)
	case !r.taken(name):
		r.others[name] = true
	}
	return nil
}

// createSchema makes what stands inside a CREATE SCHEMA in that schema.
func (r *reader) createSchema(st *sqltree.CreateSchemaStmt) error {
	outer := r.path
	defer func() { r.path = outer }()
	name := st.GetSchemaname()
	if name == "" {
		name = st.GetAuthrole().GetRolename()
	}
	r.path = append([]string{name}, outer...)
	for _, n := range st.GetSchemaElts() {
		if err := r.apply(sqltree.Statement{Tree: n}); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) comment(st *sqltree.CommentStmt) {
	if st.GetObjtype() != sqltree.ObjectType_OBJECT_TABLE {
		return
	}
	if t := lookup(r, r.tables, listed(st.GetObject())); t != nil {
		t.comment = st.GetComment()
	}
}
