-- shows: a cascade from a parent that nothing purges limits nothing
-- exit: 0
-- store public.idempotency_keys: floor=null status=unbounded guard=holds verdict=pass key=merchant_id,key
CREATE TABLE merchants (merchant_id uuid PRIMARY KEY, name text NOT NULL);
CREATE TABLE idempotency_keys (
    merchant_id uuid NOT NULL REFERENCES merchants ON DELETE CASCADE,
    key         text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_id, key)
);
