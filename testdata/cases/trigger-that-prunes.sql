-- shows: a trigger on insert prunes what is older than six hours
-- exit: 1
-- store public.message_dedup: floor=21600 status=known guard=holds verdict=fail
CREATE TABLE message_dedup (message_id text PRIMARY KEY, seen_at timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION prune_message_dedup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM message_dedup WHERE seen_at < now() - interval '6 hours';
    RETURN NULL;
END
$$;
CREATE TRIGGER prune_message_dedup AFTER INSERT ON message_dedup
    FOR EACH STATEMENT EXECUTE FUNCTION prune_message_dedup();
