create or replace function corkboard.act_as_client(p_name text) returns void
language plpgsql
as $$
begin
  -- The suffix distinguishes the client from a member: anyone can type a member's name or address.
  perform set_config('corkboard.actor', coalesce(p_name || ' (client)', 'client'), true);
  perform set_config('corkboard.is_client', 'true', true);
end
$$;
comment on function corkboard.act_as_client(text) is
  'Makes the client who opened a share link the actor for the rest of this transaction. p_name is the name that the client typed; null if the form asks for none.';
