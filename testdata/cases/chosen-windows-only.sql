-- shows: a window that was not chosen asks nothing of the store
-- arguments: --vendor stripe:webhook-automatic-retry
-- exit: 0
-- store public.idempotency_keys: floor=777600 status=known verdict=pass
-- window public.idempotency_keys stripe/webhook-automatic-retry: percent=100 gap=0 verdict=covered
CREATE TABLE idempotency_keys (key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION purge_idempotency_keys() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_keys WHERE created_at < now() - interval '9 days'
$$;
