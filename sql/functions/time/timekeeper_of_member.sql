create or replace function corkboard.timekeeper_of_member(p_workspace uuid, p_member uuid) returns uuid
language plpgsql
as $$
declare
  v_id uuid;
begin
  select k.id into v_id from corkboard.timekeepers k where k.workspace_id = p_workspace and k.member_id = p_member;
  if not found then
    insert into corkboard.timekeepers (workspace_id, kind, member_id, name)
    select m.workspace_id, 'member', m.id, m.email
      from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member
    on conflict do nothing
    returning id into v_id;
  end if;
  if v_id is null then
    select k.id into v_id from corkboard.timekeepers k where k.workspace_id = p_workspace and k.member_id = p_member;
  end if;
  return v_id;
end
$$;
comment on function corkboard.timekeeper_of_member(uuid, uuid) is
  'The timekeeper that a member is. Adds it if the member has logged no time yet; null if there is no such member.';
