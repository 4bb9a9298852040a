create or replace function corkboard.check_work_agreed(p_workspace uuid, p_project uuid) returns void
language plpgsql
as $$
begin
  if not exists (
       select 1 from corkboard.scopes s
        where s.workspace_id = p_workspace and s.project_id = p_project and s.approved_at is not null)
     and not exists (select 1 from corkboard.agreements a where a.workspace_id = p_workspace and a.project_id = p_project)
  then
    perform corkboard.reject('conflict', 'A change order needs an approved scope or a signed contract to change.');
  end if;
end
$$;
comment on function corkboard.check_work_agreed(uuid, uuid) is
  'Rejects with conflict a change order of a project whose scope is not approved and whose contract is not signed.';
