create or replace function corkboard.action_idempotency_key(p_idempotency_token text) returns text
language sql immutable strict parallel safe
as $$ select 'form ' || p_idempotency_token $$;
comment on function corkboard.action_idempotency_key(text) is
  'Under what the answer to a form is kept among the idempotency keys; with a space, which no key of the API has.';
