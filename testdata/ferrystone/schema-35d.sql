-- Ferrystone mended: Stripe lets an operator resend an event for 30 days, and
-- five days more are a margin for an outage of our own.

create table payment_idempotency (
    key          uuid        primary key,
    request_hash bytea       not null,
    state        smallint    not null,
    status_code  smallint    not null,
    created_at   timestamptz not null default now()
);

create index payment_idempotency_created_at on payment_idempotency (created_at);

select cron.schedule('purge-payment-idempotency', '0 3 * * *',
    $$delete from payment_idempotency where created_at < now() - interval '35 days'$$);
