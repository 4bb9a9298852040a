create or replace function corkboard.workspace_state(p_workspace corkboard.workspaces) returns text
language sql volatile
as $$
  select case
    when p_workspace.suspended_at is null then 'active'
    when corkboard.workspace_removal_due_at(p_workspace) is null then 'suspended'
    else 'removing'
  end
$$;
comment on function corkboard.workspace_state(corkboard.workspaces) is
  'The state of a workspace: active, suspended, or removing (suspended, and to be removed on a date or being removed).';
