-- shows: an index that is not unique finds duplicates and refuses none
-- exit: 1
-- store public.stripe_webhook_events: guard=broken verdict=fail
-- finding public.stripe_webhook_events: guard-missing
CREATE TABLE stripe_webhook_events (
    id              bigserial   PRIMARY KEY,
    stripe_event_id text        NOT NULL,
    received_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stripe_webhook_events_unique ON stripe_webhook_events (stripe_event_id);
