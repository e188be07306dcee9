-- shows: crash recovery empties an unlogged store just when senders try again
-- exit: 1
-- store public.idempotency_records: guard=holds verdict=fail
-- finding public.idempotency_records: store-unlogged
CREATE UNLOGGED TABLE idempotency_records (
    idempotency_key text PRIMARY KEY,
    created_at      timestamptz NOT NULL DEFAULT now()
);
