-- From here on lock_workspace does not find the workspace, so nobody adds anything to it. Keys and members go first, so that
-- no request is admitted while the rest is being removed.
create or replace function corkboard.start_workspace_removal(p_workspace uuid) returns integer
language plpgsql
as $$
declare
  v_now timestamptz;
begin
  v_now := clock_timestamp();
  update corkboard.workspaces w set removed_at = v_now where w.id = p_workspace;
  update corkboard.workspace_removals r set started_at = v_now where r.id = p_workspace;
  perform corkboard.forget_members(p_workspace);
  -- The foreign keys do this as well, but not with Citus (see distribute_tables).
  update corkboard.ownership_offers o set member_id = null, offered_by = null where o.workspace_id = p_workspace;
  return 1
    + corkboard.delete_workspace_rows(p_workspace, 'corkboard.api_keys', null)
    + corkboard.delete_workspace_rows(p_workspace, 'corkboard.sign_in_links', null)
    + corkboard.delete_workspace_rows(p_workspace, 'corkboard.sessions', null)
    + corkboard.delete_workspace_rows(p_workspace, 'corkboard.members', null);
end
$$;
comment on function corkboard.start_workspace_removal(uuid) is
  'Ends all access to a workspace that is to be removed, for good. The caller holds the lock on its row. Returns a positive number.';
