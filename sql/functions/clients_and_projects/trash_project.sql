create or replace function corkboard.trash_project(p_workspace uuid, p_project uuid, p_links text default null) returns corkboard.projects
language plpgsql
as $$
declare
  v_now timestamptz;
  v_project corkboard.projects;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  perform corkboard.check_open_links(p_workspace, null, p_project, p_links);
  v_now := clock_timestamp();
  update corkboard.projects p set trashed_at = v_now
   where p.workspace_id = p_workspace and p.id = p_project
  returning * into v_project;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'project.trashed', 'project', p_project);
  return v_project;
end
$$;
comment on function corkboard.trash_project(uuid, uuid, text) is
  'Moves a project to the trash; its invoices stay in the accounts. p_links is of the open invoices that the caller saw (open_invoice_links; null: any). Rejects with not_found, conflict (these were changed since).';
