-- shows: of two removers the shorter decides, though it takes only some states
-- exit: 1
-- store public.idempotency_keys: floor=7200 status=known verdict=fail
CREATE TABLE idempotency_keys (key text PRIMARY KEY, status text NOT NULL DEFAULT 'pending', created_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION purge_finished() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_keys WHERE created_at < now() - interval '120 days'
$$;
CREATE FUNCTION purge_abandoned() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_keys WHERE status = 'pending' AND created_at < now() - interval '2 hours'
$$;
