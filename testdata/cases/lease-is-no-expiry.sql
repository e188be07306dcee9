-- shows: when a lease on the work runs out says nothing about the record
-- exit: 0
-- store public.idempotency_keys: floor=null status=unbounded expires=null guard=holds verdict=pass
CREATE TABLE idempotency_keys (
    key             text PRIMARY KEY,
    created_at      timestamptz NOT NULL DEFAULT now(),
    lock_expires_at timestamptz NOT NULL DEFAULT now() + interval '90 seconds'
);
