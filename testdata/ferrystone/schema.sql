-- Ferrystone, the worked example: a payment service in front of Stripe that
-- keeps its idempotency records for 24 hours, which is how long Stripe keeps
-- the keys that Ferrystone sends. Stripe itself replays webhooks for longer.

create table payment_idempotency (
    key          uuid        primary key,
    request_hash bytea       not null,
    state        smallint    not null,
    status_code  smallint    not null,
    created_at   timestamptz not null default now()
);

create index payment_idempotency_created_at on payment_idempotency (created_at);

select cron.schedule('purge-payment-idempotency', '0 3 * * *',
    $$delete from payment_idempotency where created_at < now() - interval '24 hours'$$);
