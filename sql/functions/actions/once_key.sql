create or replace function corkboard.once_key(p_once text) returns text
language sql immutable strict parallel safe
as $$ select 'form ' || p_once $$;
comment on function corkboard.once_key(text) is
  'Under what the answer to a form is kept among the idempotency keys; with a space, which no key of the API has.';
