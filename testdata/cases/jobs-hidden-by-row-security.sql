-- shows: a role that row security keeps from the jobs has seen no evidence of none
-- offline: no
-- as: idemaudit_reader
-- job: @daily | DELETE FROM idempotency_keys WHERE created_at < now() - interval '2 days'
-- exit: 3
-- store public.idempotency_keys: floor=null status=unknown verdict=incomplete
-- finding -: blind
CREATE TABLE idempotency_keys (key text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
