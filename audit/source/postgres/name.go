package postgres

// Name is how reports call the database that o names: the server and the
// database, without the user or any secret. It asks no server. The error is a
// *UsageError.
func Name(o Options) (string, error) {
	t, err := parse(dsn(o))
	if err != nil {
		return "", err
	}
	return t.name(), nil
}
