-- shows: cut by arrival time, the primary key has to carry the arrival time and refuses no replay
-- exit: 1
-- store public.processed_events: guard=broken verdict=fail
-- finding public.processed_events: guard-per-partition
CREATE TABLE processed_events (
    event_id    uuid        NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (event_id, received_at)
) PARTITION BY RANGE (received_at);
CREATE TABLE processed_events_2026 PARTITION OF processed_events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE TABLE processed_events_2027 PARTITION OF processed_events FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
