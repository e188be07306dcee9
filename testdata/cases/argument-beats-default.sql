-- shows: what the job passes decides, not the default of the parameter
-- job: 5 1 * * * | SELECT forget_events(max_age => interval '3 days')
-- exit: 1
-- store public.processed_events: floor=259200 status=known verdict=fail
CREATE TABLE processed_events (event_id text PRIMARY KEY, processed_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION forget_events(max_age interval DEFAULT interval '90 days') RETURNS void LANGUAGE sql AS $$
    DELETE FROM processed_events WHERE processed_at < now() - max_age
$$;
