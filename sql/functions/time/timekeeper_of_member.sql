create or replace function corkboard.timekeeper_of_member(p_workspace uuid, p_member uuid) returns uuid
language plpgsql
as $$
declare
  v_id uuid;
  v_email text;
begin
  select k.id into v_id from corkboard.timekeepers k where k.workspace_id = p_workspace and k.member_id = p_member;
  if found then
    return v_id;
  end if;
  select m.email into v_email from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member;
  if not found then
    return null;
  end if;
  -- Not from a query: of such an insert Citus loses count of what it returns.
  insert into corkboard.timekeepers (workspace_id, kind, member_id, name) values (p_workspace, 'member', p_member, v_email)
  on conflict (workspace_id, member_id) do update set name = excluded.name
  returning id into v_id;
  return v_id;
end
$$;
comment on function corkboard.timekeeper_of_member(uuid, uuid) is
  'The timekeeper that a member is. Adds it if the member has logged no time yet; null if there is no such member.';
