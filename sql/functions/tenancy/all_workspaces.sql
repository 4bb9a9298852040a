create or replace function corkboard.all_workspaces() returns setof corkboard.workspaces
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return query select w.* from corkboard.workspaces w;
end
$$;
comment on function corkboard.all_workspaces() is 'Every workspace, for the operator, who then enters one of them.';
