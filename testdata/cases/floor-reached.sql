-- shows: thirty days and a margin of five reach the replay floor
-- exit: 0
-- store public.idempotency_records: floor=3024000 status=known evidence=defined guard=holds verdict=pass key=idempotency_key
-- window public.idempotency_records stripe/webhook-automatic-retry: percent=100 gap=0 verdict=covered
-- window public.idempotency_records stripe/cli-resend: percent=100 gap=0 verdict=covered
-- no finding public.idempotency_records: window-short
-- no finding public.idempotency_records: margin-short
CREATE TABLE idempotency_records (
    idempotency_key varchar(128) NOT NULL,
    created_at      timestamptz  NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_records_pkey PRIMARY KEY (idempotency_key)
);
CREATE FUNCTION drop_old_records() RETURNS void LANGUAGE sql AS $$
    DELETE FROM idempotency_records WHERE now() - created_at > interval '35 days'
$$;
