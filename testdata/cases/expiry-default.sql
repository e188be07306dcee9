-- shows: the default of the expiry column is the retention, whatever sweeps later
-- exit: 1
-- store public.request_keys: floor=43200 status=known evidence=defined guard=holds verdict=fail expires=expires_at
-- finding public.request_keys: window-short
CREATE TABLE request_keys (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    idempotency_key text        NOT NULL UNIQUE,
    response        jsonb,
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL DEFAULT now() + interval '12 hours'
);
CREATE FUNCTION sweep_request_keys() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    swept bigint;
BEGIN
    DELETE FROM request_keys WHERE expires_at <= clock_timestamp();
    GET DIAGNOSTICS swept = ROW_COUNT;
    RETURN swept;
END
$$;
