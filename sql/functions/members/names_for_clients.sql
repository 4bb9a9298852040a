create or replace function corkboard.names_for_clients(p_workspace uuid, p_members uuid[]) returns text[]
language plpgsql stable
as $$
declare
  v_workspace constant text := (select w.name from corkboard.workspaces w where w.id = p_workspace);
begin
  return array(
    select case when i.id is not null then coalesce(
             (select m.name from corkboard.members m where m.workspace_id = p_workspace and m.id = i.id), v_workspace) end
      from unnest(p_members) with ordinality i (id, number)
     order by i.number);
end
$$;
comment on function corkboard.names_for_clients(uuid, uuid[]) is
  'What clients read of members, in their order: their names, or the workspace''s for those who have none or have left; null for none.';
