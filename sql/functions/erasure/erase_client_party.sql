create or replace function corkboard.erase_client_party(p_snapshot json) returns json
language plpgsql immutable
as $$
begin
  return json_build_object(
    'projectName', corkboard.erased_name(),
    'from', p_snapshot -> 'from',
    'to', json_build_object('name', corkboard.erased_name(), 'company', null, 'contactName', null, 'address', null));
end
$$;
comment on function corkboard.erase_client_party(json) is
  'A snapshot of the parties of a scope with everything about the client erased; the workspace''s own data stay.';
