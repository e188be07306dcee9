-- shows: a cleanup whose schedule may be among the jobs that are hidden
-- offline: no
-- as: idemaudit_reader
-- job: @daily | SELECT purge_idempotency_keys()
-- exit: 3
-- store public.idempotency_keys: floor=null status=unknown verdict=incomplete
-- finding -: blind
-- no finding public.idempotency_keys: cleanup-unscheduled
CREATE TABLE idempotency_keys (key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION purge_idempotency_keys() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_keys WHERE created_at < now() - interval '3 days'
$$;
