// Package sqltree is the one door to PostgreSQL's grammar. It parses SQL and
// PL/pgSQL into trees and says where a statement stands in its text. No other
// package imports a parser, so pg_query_go, which has the same interface over
// PostgreSQL's own C code, can take oliphant's place by changing one line.
package sqltree

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/sqlc-dev/oliphant"
	"github.com/sqlc-dev/oliphant/parser"
)

// Statement is one parsed statement.
type Statement struct {
	Tree *Node
	Text string // as written, without the semicolon and surrounding space
	// Offset is where Text begins in what was parsed, in bytes from 0. Places
	// inside the tree (Location) count from the beginning of what was parsed
	// as well.
	Offset int
}

// Error is text that PostgreSQL's grammar refuses.
type Error struct {
	Message string
	Offset  int // where, in bytes from 0
}

func (e *Error) Error() string { return e.Message }

// PostgreSQL refuses what nests deeper than its stack allows, at a few
// thousand levels; the parser here would take quadratic time instead.
//
// A tree that is deeper is refused as well, because whoever walks it goes as
// deep; a chain of operators makes a tree as deep as it is long. The time that
// PL/pgSQL takes grows with the square of the text: 128 KiB take seconds.
const (
	maxDepth     = 1000
	maxTreeDepth = 10000
	maxText      = 4 << 20
	maxRoutine   = 128 << 10
)

// Parse reads the statements of an SQL text in order. An error is of type
// *Error and says where.
func Parse(text string) ([]Statement, error) {
	if err := checkBounds(text); err != nil {
		return nil, err
	}
	result, err := pg_query.Parse(text)
	if err != nil {
		return nil, asError(err, text)
	}
	statements := make([]Statement, 0, len(result.GetStmts()))
	for _, raw := range result.GetStmts() {
		from := min(max(int(raw.GetStmtLocation()), 0), len(text))
		to := len(text)
		if n := int(raw.GetStmtLen()); n > 0 {
			to = min(from+n, len(text))
		}
		from += leadingSpace(text[from:to])
		statements = append(statements, Statement{
			Tree: raw.GetStmt(), Text: strings.TrimSpace(text[from:to]), Offset: from,
		})
		if !shallow(raw.ProtoReflect(), maxTreeDepth) {
			return nil, &Error{Message: fmt.Sprintf("operators or queries nest more than %d deep", maxTreeDepth), Offset: from}
		}
	}
	return statements, nil
}

// ParseExpression reads one SQL expression, such as the text of a default.
// Locations in the tree count from the beginning of text plus
// ExpressionOffset.
func ParseExpression(text string) (*Node, error) {
	statements, err := Parse(expressionPrefix + text)
	if err != nil {
		return nil, err
	}
	if len(statements) != 1 {
		return nil, &Error{Message: "not one expression"}
	}
	targets := statements[0].Tree.GetSelectStmt().GetTargetList()
	if len(targets) != 1 {
		return nil, &Error{Message: "not one expression"}
	}
	return targets[0].GetResTarget().GetVal(), nil
}

const expressionPrefix = "SELECT "

// ExpressionOffset is how far ParseExpression shifts locations.
const ExpressionOffset = len(expressionPrefix)

// ParseRoutine reads the body of a PL/pgSQL routine from its whole CREATE
// FUNCTION statement and returns PostgreSQL's own dump of it as JSON.
func ParseRoutine(createFunction string) (string, error) {
	if err := checkBounds(createFunction); err != nil {
		return "", err
	}
	if len(createFunction) > maxRoutine {
		return "", &Error{Message: fmt.Sprintf("the routine is %d bytes long, more than the %d that are followed", len(createFunction), maxRoutine)}
	}
	dump, err := pg_query.ParsePlPgSqlToJSON(createFunction)
	if err != nil {
		return "", asError(err, createFunction)
	}
	return dump, nil
}

// Deparse writes a statement's tree as SQL again.
func Deparse(statement *Node) (string, error) {
	tree := &pg_query.ParseResult{Stmts: []*pg_query.RawStmt{{Stmt: statement}}}
	text, err := pg_query.Deparse(tree)
	if err != nil {
		return "", asError(err, "")
	}
	return text, nil
}

// DeparseExpression writes an expression's tree as SQL again.
func DeparseExpression(expression *Node) (string, error) {
	target := &Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Val: expression}}}
	text, err := Deparse(&Node{Node: &pg_query.Node_SelectStmt{SelectStmt: &SelectStmt{
		TargetList: []*Node{target}, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE,
	}}})
	return strings.TrimPrefix(text, expressionPrefix), err
}

func checkBounds(text string) error {
	if len(text) > maxText {
		return &Error{Message: fmt.Sprintf("%d bytes long, more than the %d that are read", len(text), maxText)}
	}
	if strings.IndexByte(text, 0) >= 0 {
		return &Error{Message: "a NUL byte, which SQL text cannot hold", Offset: strings.IndexByte(text, 0)}
	}
	// Brackets inside strings and comments count here too; text that really
	// nests this deep is as rare as text that only seems to, and both are
	// named as unread, which is sound.
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			if depth++; depth > maxDepth {
				return &Error{Message: fmt.Sprintf("brackets nest more than %d deep", maxDepth), Offset: i}
			}
		case ')', ']':
			depth = max(depth-1, 0)
		}
	}
	return nil
}

// asError gives an error of the parser, which counts characters, its place in
// bytes of text.
func asError(err error, text string) error {
	var refused *parser.Error
	if !errors.As(err, &refused) {
		return &Error{Message: err.Error()}
	}
	characters := refused.Cursorpos - 1
	for i := range text {
		if characters <= 0 {
			return &Error{Message: refused.Message, Offset: i}
		}
		characters--
	}
	return &Error{Message: refused.Message, Offset: len(text)}
}

// leadingSpace returns the length of the white space and comments that text
// begins with.
func leadingSpace(text string) int {
	i := 0
	for i < len(text) {
		switch {
		case strings.IndexByte(" \t\r\n\f\v", text[i]) >= 0:
			i++
		case strings.HasPrefix(text[i:], "--"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(text)
			}
			i += end + 1
		case strings.HasPrefix(text[i:], "/*"):
			length, _ := blockComment(text[i:])
			i += length
		default:
			return i
		}
	}
	return i
}

// blockComment returns the length of the comment that text begins with, and
// whether it is closed; PostgreSQL's nest.
func blockComment(text string) (length int, closed bool) {
	depth := 0
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(text[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i, true
			}
		default:
			i++
		}
	}
	return len(text), false
}

// Position tells the line and the column, both from 1, of an offset in text.
// Columns count bytes, as compilers do.
func Position(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	return strings.Count(before, "\n") + 1, len(before) - (strings.LastIndexByte(before, '\n') + 1) + 1
}
