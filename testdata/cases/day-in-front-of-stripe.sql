-- shows: a store kept for a day covers a third of the automatic retries and a thirtieth of a resend from the CLI
-- job: 15 2 * * * | DELETE FROM webhook_receipts WHERE received_at < now() - '1 day'::interval
-- exit: 1
-- store public.webhook_receipts: floor=86400 status=known evidence=defined guard=holds verdict=fail key=event_id created=received_at expires=null
-- window public.webhook_receipts stripe/webhook-automatic-retry: span=259200 percent=33.3333 gap=172800 verdict=short
-- window public.webhook_receipts stripe/dashboard-resend: span=1296000 percent=6.6667 gap=1209600 verdict=short
-- window public.webhook_receipts stripe/cli-resend: span=2592000 percent=3.3333 gap=2505600 verdict=short
-- window public.webhook_receipts stripe/api-v1-idempotency-key: percent=100 gap=0 verdict=informative
-- finding public.webhook_receipts: window-short
-- finding public.webhook_receipts: outbound-number-inbound
CREATE TABLE webhook_receipts (
    event_id    text PRIMARY KEY,
    body_digest bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX webhook_receipts_age ON webhook_receipts (received_at);
