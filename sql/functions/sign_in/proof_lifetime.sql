create or replace function corkboard.proof_lifetime() returns interval
language sql immutable parallel safe
as $$ select interval '30 minutes' $$;
comment on function corkboard.proof_lifetime() is
  'How long after entering a code a person counts as the one who reads that address, for what asks for it.';
