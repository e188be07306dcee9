-- shows: every window is covered and nothing is left for an outage of our own
-- exit: 1
-- store public.idempotency_records: floor=2592000 guard=holds verdict=fail
-- window public.idempotency_records stripe/cli-resend: percent=100 gap=0 verdict=covered
-- finding public.idempotency_records: margin-short
-- no finding public.idempotency_records: window-short
CREATE TABLE idempotency_records (idempotency_key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE PROCEDURE drop_old_records() LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM idempotency_records WHERE created_at + interval '720 hours' <= now();
END
$$;
