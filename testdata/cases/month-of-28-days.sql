-- shows: a month is 28 days when February says so, two short of a resend from the CLI
-- exit: 1
-- store public.idempotency_keys: floor=2419200 status=known verdict=fail
-- window public.idempotency_keys stripe/cli-resend: percent=93.3333 gap=172800 verdict=short
-- window public.idempotency_keys stripe/dashboard-resend: percent=100 gap=0 verdict=covered
CREATE TABLE idempotency_keys (key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION monthly_purge() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 month'
$$;
