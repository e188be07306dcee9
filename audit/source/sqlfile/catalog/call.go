package catalog

import (
	"slices"
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// calls follows the routines that a query calls. A query over a list of
// VALUES calls them once a row.
func (r *reader) calls(n *sqltree.Node, query *sqltree.SelectStmt) error {
	var found []*sqltree.FuncCall
	sqltree.Walk(n, func(n *sqltree.Node) bool {
		if f := n.GetFuncCall(); f != nil {
			found = append(found, f)
		}
		return true
	})
	if len(found) == 0 {
		return nil
	}
	r.eachRow(query, "", func() {
		for _, f := range found {
			if err := r.call(f, query); err != nil {
				r.refuse(err)
			}
		}
	})
	return nil
}

// call follows one call. query is what it stands in, nil for CALL.
func (r *reader) call(f *sqltree.FuncCall, query *sqltree.SelectStmt) error {
	name := qualified(f.GetFuncname())
	switch {
	case name.Schema == "cron" || name.Schema == "" && slices.Contains(r.path, "cron") && lookup(r, r.routines, name) == nil:
		return r.cronCall(name.Name, f, query)
	case name.Name == "set_config":
		r.setConfig(f)
	case name.Name == "create_parent":
		return r.createParent(f)
	case name.Name == "add_retention_policy":
		return refused("a retention policy of TimescaleDB is made here, which is not read yet")
	case name.Schema == "timetable" && name.Name == "add_job":
		return refused("a job of pg_timetable is made here, which is not read yet")
	default:
		return r.runRoutine(lookup(r, r.routines, name))
	}
	return nil
}

// setConfig applies set_config(name, value, is_local), as pg_dump writes it.
func (r *reader) setConfig(f *sqltree.FuncCall) {
	args := f.GetArgs()
	if len(args) < 2 {
		return
	}
	value, known := r.constant(args[1])
	if name, _ := r.constant(args[0]); !known {
		return
	} else if strings.EqualFold(name, "search_path") {
		r.setPath(pathOfText(value))
	} else if strings.EqualFold(name, "timezone") {
		r.setZone(value, ofSession)
	}
}

// arguments sorts the arguments of a call by the names of its parameters.
func arguments(f *sqltree.FuncCall, params ...string) map[string]*sqltree.Node {
	given := map[string]*sqltree.Node{}
	for i, arg := range f.GetArgs() {
		if named := arg.GetNamedArgExpr(); named != nil {
			given[named.GetName()] = named.GetArg()
		} else if i < len(params) {
			given[params[i]] = arg
		}
	}
	return given
}

// eachRow calls visit for every row that a query takes from a list of VALUES,
// with the row's columns as variables, and once for any other query. variable
// is the name of a loop's record, empty for the query itself.
func (r *reader) eachRow(query *sqltree.SelectStmt, variable string, visit func()) {
	from := query.GetFromClause()
	if len(from) != 1 {
		visit()
		return
	}
	list := from[0].GetRangeSubselect()
	rows := list.GetSubquery().GetSelectStmt().GetValuesLists()
	if len(rows) == 0 {
		visit()
		return
	}
	outer := r.vars
	defer func() { r.vars = outer }()
	columns := texts(list.GetAlias().GetColnames())
	for _, row := range rows {
		if r.steps >= maxSteps {
			return
		}
		r.vars = map[string]string{}
		for name, text := range outer {
			r.vars[name] = text
		}
		for i, value := range row.GetList().GetItems() {
			if text, known := r.constant(value); known && i < len(columns) {
				r.bind(columns[i], text, list.GetAlias().GetAliasname(), variable)
			}
		}
		visit()
	}
}

func (r *reader) bind(column, text, alias, variable string) {
	if variable != "" {
		r.vars[variable+"."+column] = text
		return
	}
	r.vars[column], r.vars[alias+"."+column] = text, text
}

// insert, update and deleteRows follow what is written into the tables of
// schedulers; rows of others are no definitions.

func (r *reader) insert(st *sqltree.InsertStmt) error {
	switch name := nameOf(st.GetRelation()); {
	case name == schema.Name{Schema: "cron", Name: "job"}:
		return r.insertJobs(st)
	case name.Name == "part_config":
		return r.insertPartConfig(st)
	case name.Schema == "pgagent" || name.Schema == "timetable":
		return refused("a job of %s is made here, which is not read yet", name.Schema)
	}
	return r.calls(st.GetSelectStmt(), st.GetSelectStmt().GetSelectStmt())
}

func (r *reader) update(st *sqltree.UpdateStmt) error {
	switch name := nameOf(st.GetRelation()); {
	case name == schema.Name{Schema: "cron", Name: "job"}:
		return r.updateJobs(st)
	case name.Name == "part_config":
		return r.updatePartConfig(st)
	}
	return nil
}

func (r *reader) deleteRows(st *sqltree.DeleteStmt) error {
	switch name := nameOf(st.GetRelation()); {
	case name == schema.Name{Schema: "cron", Name: "job"}:
		return r.unschedule(st.GetWhereClause())
	case name.Name == "part_config":
		r.note(r.place(0), "rows of part_config are deleted here; the sets they belong to were kept")
	}
	return nil
}

// insertedRows returns the rows of INSERT … VALUES as expressions by column.
func insertedRows(st *sqltree.InsertStmt) []map[string]*sqltree.Node {
	var columns []string
	for _, n := range st.GetCols() {
		columns = append(columns, n.GetResTarget().GetName())
	}
	query := st.GetSelectStmt().GetSelectStmt()
	lists := query.GetValuesLists()
	if len(lists) == 0 && len(query.GetFromClause()) == 0 {
		list := &sqltree.List{}
		for _, n := range query.GetTargetList() {
			list.Items = append(list.Items, n.GetResTarget().GetVal())
		}
		lists = []*sqltree.Node{{Node: &sqltree.Node_List{List: list}}}
	}
	var rows []map[string]*sqltree.Node
	for _, n := range lists {
		row := map[string]*sqltree.Node{}
		for i, value := range n.GetList().GetItems() {
			if i < len(columns) {
				row[columns[i]] = value
			}
		}
		rows = append(rows, row)
	}
	return rows
}
