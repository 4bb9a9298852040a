create or replace function corkboard.erase_client_party(p_snapshot json) returns json
language plpgsql immutable
as $$
begin
  return json_build_object(
    'projectName', corkboard.erased_name(),
    'from', p_snapshot -> 'from',
    'to', (select json_object_agg(f.key, case f.key when 'name' then corkboard.erased_name() end order by f.n)
             from json_each(p_snapshot -> 'to') with ordinality f (key, value, n)),
    'language', p_snapshot -> 'language',
    'zeroTaxReason', null);
end
$$;
comment on function corkboard.erase_client_party(json) is
  'A snapshot of the parties of a scope with everything about the client erased; the workspace''s own data and the language stay.';
