package sqltree

import pg_query "github.com/sqlc-dev/oliphant"

// Further kinds of node, those of statements that only files hold: a server
// tells what they left behind.
type (
	AlterDomainStmt     = pg_query.AlterDomainStmt
	AlterEventTrigStmt  = pg_query.AlterEventTrigStmt
	AlterPolicyStmt     = pg_query.AlterPolicyStmt
	CreateEventTrigStmt = pg_query.CreateEventTrigStmt
	CreatePolicyStmt    = pg_query.CreatePolicyStmt
	CommentStmt         = pg_query.CommentStmt
	CreateExtensionStmt = pg_query.CreateExtensionStmt
	CreateSeqStmt       = pg_query.CreateSeqStmt
	IntoClause          = pg_query.IntoClause

	Node_AlterDomainStmt         = pg_query.Node_AlterDomainStmt
	Node_AlterEventTrigStmt      = pg_query.Node_AlterEventTrigStmt
	Node_AlterPolicyStmt         = pg_query.Node_AlterPolicyStmt
	Node_AlterSystemStmt         = pg_query.Node_AlterSystemStmt
	Node_CommentStmt             = pg_query.Node_CommentStmt
	Node_CreateEventTrigStmt     = pg_query.Node_CreateEventTrigStmt
	Node_CreatePolicyStmt        = pg_query.Node_CreatePolicyStmt
	Node_CreateRangeStmt         = pg_query.Node_CreateRangeStmt
	Node_CreateSeqStmt           = pg_query.Node_CreateSeqStmt
	Node_DropOwnedStmt           = pg_query.Node_DropOwnedStmt
	Node_GrantStmt               = pg_query.Node_GrantStmt
	Node_ImportForeignSchemaStmt = pg_query.Node_ImportForeignSchemaStmt
)

// RoleSpecType_ROLESPEC_PUBLIC says that something is for everyone.
const RoleSpecType_ROLESPEC_PUBLIC = pg_query.RoleSpecType_ROLESPEC_PUBLIC

// What LIKE takes over from another table, as bits of TableLikeClause.Options.
const (
	LikeDefaults  = 1 << 3
	LikeGenerated = 1 << 4
	LikeIdentity  = 1 << 5
	LikeIndexes   = 1 << 6
)

// What CreateTrigStmt.Timing and Events hold, as bits.
const (
	TriggerBefore   = 1 << 1
	TriggerInsert   = 1 << 2
	TriggerDelete   = 1 << 3
	TriggerUpdate   = 1 << 4
	TriggerTruncate = 1 << 5
	TriggerInstead  = 1 << 6
)
