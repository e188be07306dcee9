-- shows: a session, a token, a queue and an API key are no idempotency records
-- exit: 4
-- not a store: public.user_sessions
-- not a store: public.email_verification_tokens
-- not a store: public.outbox_messages
-- not a store: public.audit_events
-- not a store: public.api_keys
CREATE TABLE user_sessions (id uuid PRIMARY KEY, user_id bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL DEFAULT now() + interval '8 hours');
CREATE TABLE email_verification_tokens (token text PRIMARY KEY, address text NOT NULL, expires_at timestamptz NOT NULL DEFAULT now() + interval '30 minutes');
CREATE TABLE outbox_messages (id bigserial PRIMARY KEY, topic text NOT NULL, payload jsonb NOT NULL, sent_at timestamptz);
CREATE TABLE audit_events (id bigserial PRIMARY KEY, actor text NOT NULL, happened_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE api_keys (key text PRIMARY KEY, owner_id bigint NOT NULL, expires_at timestamptz);
