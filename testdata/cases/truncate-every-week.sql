-- shows: a TRUNCATE keeps no record for certain, however seldom it runs
-- job: 30 3 * * 1 | TRUNCATE webhook_dedup
-- exit: 1
-- store public.webhook_dedup: floor=0 status=known verdict=fail
-- finding public.webhook_dedup: removes-everything
CREATE TABLE webhook_dedup (delivery_id text PRIMARY KEY, received_at timestamptz NOT NULL DEFAULT now());
