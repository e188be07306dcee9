-- shows: a key on the row that it protects lives as long as the effect
-- exit: 0
-- store public.payments: floor=null status=unbounded guard=holds verdict=pass key=idempotency_key
CREATE TABLE payments (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    idempotency_key text NOT NULL,
    amount_minor    bigint NOT NULL,
    currency        char(3) NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    UNIQUE (idempotency_key)
);
