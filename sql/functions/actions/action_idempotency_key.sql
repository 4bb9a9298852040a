create or replace function corkboard.action_idempotency_key(p_idempotency_token text) returns text
language sql immutable strict parallel safe
as $$ select 'form ' || p_idempotency_token $$;
comment on function corkboard.action_idempotency_key(text) is
  'The key under which a form''s result is stored in idempotency_keys. Its space keeps it apart from the API''s keys.';
