create or replace function corkboard.name_for_clients(p_workspace uuid, p_actor text) returns text
language plpgsql stable strict
as $$
begin
  if strpos(p_actor, '@') = 0 then
    return p_actor;
  end if;
  return coalesce(
    corkboard.member_name(p_workspace, p_actor),
    (select w.name from corkboard.workspaces w where w.id = p_workspace));
end
$$;
comment on function corkboard.name_for_clients(uuid, text) is
  'What clients read of a member who is stored by address: the name, or the workspace''s if there is none or the member has left, but never the address. Other actors, such as operator, stay.';
