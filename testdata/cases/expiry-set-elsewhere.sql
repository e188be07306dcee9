-- shows: an expiry without a default is set by a program that the audit can't read
-- exit: 1
-- store public.request_keys: floor=null status=unknown guard=holds verdict=fail expires=expires_at
-- finding public.request_keys: retention-unknown
CREATE TABLE request_keys (
    idempotency_key text PRIMARY KEY,
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL
);
