create or replace function corkboard.check_scope_version(p_caller corkboard.caller, p_project uuid, p_version integer)
returns corkboard.caller
language plpgsql
as $$
declare
  v_newest corkboard.scope_versions;
begin
  select * into v_newest from corkboard.scope_versions v
   where v.workspace_id = p_caller.workspace_id and v.project_id = p_project
   order by v.version desc limit 1;
  if v_newest.version <> p_version then
    perform corkboard.reject('conflict', format(
      'The scope was drafted again since it was read, as version %s, by %s: read that one first.',
      v_newest.version, v_newest.drafted_by));
  end if;
  return p_caller;
end
$$;
comment on function corkboard.check_scope_version(corkboard.caller, uuid, integer) is
  'Returns the caller if p_version (null: any) is the newest draft of the scope. Call it with the workspace locked. Rejects with conflict (drafted again since).';
