-- shows: a cleanup that nothing calls threatens no record, and is named
-- exit: 0
-- store public.processed_webhooks: floor=5184000 status=known guard=holds verdict=pass
-- finding public.processed_webhooks: cleanup-unscheduled
CREATE TABLE processed_webhooks (webhook_id text PRIMARY KEY, processed_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION tidy_processed_webhooks() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM processed_webhooks WHERE processed_at < now() - interval '60 days';
END
$$;
