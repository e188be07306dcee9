-- shows: with a margin of none the longest window is enough
-- arguments: --vendor stripe --margin 0d
-- exit: 0
-- store public.idempotency_records: floor=2592000 verdict=pass
-- no finding public.idempotency_records: margin-short
CREATE TABLE idempotency_records (idempotency_key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE PROCEDURE drop_old_records() LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM idempotency_records WHERE created_at < now() - interval '30 days';
END
$$;
