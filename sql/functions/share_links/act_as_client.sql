create or replace function corkboard.act_as_client(p_name text) returns void
language plpgsql
as $$
begin
  -- The suffix tells the client apart from a member: anyone can type the name or address of one.
  perform set_config('corkboard.actor', coalesce(p_name || ' (client)', 'client'), true);
  perform set_config('corkboard.is_client', 'true', true);
end
$$;
comment on function corkboard.act_as_client(text) is
  'Makes the rest of this transaction the client''s, who came by a share link: under the typed name, or null where none was asked for.';
