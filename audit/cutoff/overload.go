package cutoff

import (
	"strings"

	"idemaudit/audit/schema"
	"idemaudit/audit/sqltree"
)

// closest picks, among overloads that take so many arguments, those that take
// the most of them as they are, as PostgreSQL does. More than one is left where
// the types of the arguments don't tell.
func closest(fitting []*schema.Routine, args []*sqltree.Node) []*schema.Routine {
	if len(fitting) < 2 {
		return fitting
	}
	var best []*schema.Routine
	most := -1
	for _, rt := range fitting {
		switch n := exact(rt, args); {
		case n > most:
			best, most = []*schema.Routine{rt}, n
		case n == most:
			best = append(best, rt)
		}
	}
	return best
}

// exact counts the arguments whose type is the parameter's own. A bare literal
// has no type yet and goes to text where it may.
func exact(rt *schema.Routine, args []*sqltree.Node) int {
	inputs, n, position := rt.Inputs(), 0, 0
	for _, a := range args {
		want := ""
		if named := a.GetNamedArgExpr(); named != nil {
			for _, p := range inputs {
				if strings.EqualFold(p.Name, named.GetName()) {
					want = p.Type
				}
			}
			a = named.GetArg()
		} else {
			if position < len(inputs) {
				want = inputs[position].Type
			}
			position++
		}
		if given := typeOfArgument(a); given != "" && given == canonicalType(want) {
			n++
		}
	}
	return n
}

// typeOfArgument tells the type of an argument as far as it is written out.
func typeOfArgument(n *sqltree.Node) string {
	switch e := n.GetNode().(type) {
	case *sqltree.Node_AConst:
		switch {
		case e.AConst.GetSval() != nil:
			return "text"
		case e.AConst.GetFval() != nil:
			return "numeric"
		case e.AConst.GetBoolval() != nil:
			return "boolean"
		case e.AConst.GetIval() != nil:
			return "integer"
		}
	case *sqltree.Node_TypeCast:
		return canonicalType(typeNameOf(&sqltree.Node{Node: &sqltree.Node_TypeName{TypeName: e.TypeCast.GetTypeName()}}))
	case *sqltree.Node_SqlvalueFunction:
		return "timestamp with time zone"
	case *sqltree.Node_FuncCall:
		switch list := names(e.FuncCall.GetFuncname()); list[len(list)-1] {
		case "make_interval":
			return "interval"
		case "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp":
			return "timestamp with time zone"
		}
	}
	return ""
}

// canonicalType gives a type's other names the one that PostgreSQL prints.
func canonicalType(name string) string {
	switch name = baseType(strings.ToLower(name)); name {
	case "int", "int4":
		return "integer"
	case "int8":
		return "bigint"
	case "int2":
		return "smallint"
	case "float8":
		return "double precision"
	case "float4":
		return "real"
	case "decimal":
		return "numeric"
	case "bool":
		return "boolean"
	case "timestamptz":
		return "timestamp with time zone"
	case "timestamp":
		return "timestamp without time zone"
	case "varchar":
		return "character varying"
	}
	return name
}
