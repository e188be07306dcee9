-- shows: an index on every partition refuses a duplicate only within it
-- exit: 1
-- store public.inbox_messages: guard=broken verdict=fail
-- finding public.inbox_messages: guard-per-partition
CREATE TABLE inbox_messages (
    message_id  text        NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (received_at);
CREATE TABLE inbox_messages_h1 PARTITION OF inbox_messages FOR VALUES FROM ('2026-07-01') TO ('2027-01-01');
CREATE TABLE inbox_messages_h2 PARTITION OF inbox_messages FOR VALUES FROM ('2027-01-01') TO ('2027-07-01');
CREATE UNIQUE INDEX inbox_messages_h1_once ON inbox_messages_h1 (message_id);
CREATE UNIQUE INDEX inbox_messages_h2_once ON inbox_messages_h2 (message_id);
