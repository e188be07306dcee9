package audit

import (
	"fmt"
	"time"

	"idemaudit/audit/fact"
)

// cause is one reason why no floor can be told.
type cause struct {
	blind bool // it was hidden, rather than seen and not understood
	text  string
	fix   string
	place fact.Place
}

// blind reports whether the retention is unknown for no other reason than that
// something was hidden.
func (r retention) blind() bool {
	for _, c := range r.causes {
		if !c.blind {
			return false
		}
	}
	return len(r.causes) > 0
}

// causesOf lists what keeps the floor from being told, the most telling first.
func causesOf(s fact.Store, counted []fact.Remover, known retention, hidden []fact.Hidden, unread []fact.Unread) []cause {
	var causes []cause
	for _, r := range counted {
		if !r.Floor.IsKnown() {
			causes = append(causes, opaqueCause(r))
		}
	}
	for _, u := range unread {
		causes = append(causes, unreadCause(u))
	}
	for _, h := range hidden {
		causes = append(causes, cause{blind: true, text: hiddenText(h), fix: h.Fix})
	}
	if n, ok := s.Deleted.Get(); ok && n > 0 && len(causes) == 0 && known.status == RetentionUnbounded {
		causes = append(causes, deletedCause(n, s))
	}
	return causes
}

func textsOf(causes []cause) []string {
	var texts []string
	for _, c := range causes {
		texts = append(texts, c.text)
	}
	return texts
}

func opaqueCause(r fact.Remover) cause {
	c := cause{
		text: fmt.Sprintf("%s: %s", removerAt(r), r.Floor.Reason()),
		fix: "write the cut-off as a constant interval against a column that the database fills; " +
			"or declare it (retention: 35d), or that this never runs (removers: {name: never})",
		place: r.Place,
	}
	switch r.Kind {
	case fact.Application:
		c.fix = "find out what the application is set to and declare it (retention: 35d), or that this never runs (removers: {name: never})"
	case fact.Expiry:
		c.fix = "give the expiry a default in the database, or declare what the application sets (retention: 35d), " +
			"or that lookups ignore it (expiry: ignored)"
	}
	return c
}

func unreadCause(u fact.Unread) cause {
	what := "something that may touch the store could not be read: "
	if at := u.Place.String(); at != "" {
		what = at + " could not be read and may touch the store: "
	}
	return cause{
		text:  what + u.Reason,
		fix:   "write it so that it can be read, or declare how long records are kept (retention: 35d)",
		place: u.Place,
	}
}

func hiddenText(h fact.Hidden) string {
	return fmt.Sprintf("could not see %s: %s", h.What, h.Why)
}

// deletedCause speaks of rows that are gone although nothing that removes them
// was seen: the server's own statistics contradict "nothing removes records".
func deletedCause(n int64, s fact.Store) cause {
	text := fmt.Sprintf("%d rows were deleted", n)
	if n == 1 {
		text = "1 row was deleted"
	}
	if !s.Since.IsZero() {
		text += " since " + s.Since.UTC().Format(time.RFC3339)
	}
	return cause{
		text:  text + " by something that was not seen",
		fix:   "find out what removes records, and declare how long it keeps them (retention: 35d)",
		place: s.Place,
	}
}
