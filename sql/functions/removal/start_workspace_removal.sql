-- From here on lock_workspace does not find the workspace, so nobody adds anything to it. Keys and members go first, so that
-- no request is admitted while the rest is being removed.
create or replace function corkboard.start_workspace_removal(p_workspace uuid) returns integer
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_emails text[];
begin
  update corkboard.workspaces w set removed_at = v_now where w.id = p_workspace;
  update corkboard.workspace_removals r set started_at = v_now where r.id = p_workspace;
  -- Sign-ins and their origins belong to no workspace, so those of people who are members of another one stay.
  v_emails := array(
    select corkboard.normalize_email(m.email) from corkboard.members m where m.workspace_id = p_workspace
    union
    select corkboard.normalize_email(i.email) from corkboard.invitations i where i.workspace_id = p_workspace);
  v_emails := array(
    select unnest(v_emails)
    except
    select corkboard.normalize_email(o.email) from corkboard.members o
     where o.workspace_id <> p_workspace and corkboard.normalize_email(o.email) = any (v_emails));
  delete from corkboard.sign_ins s where corkboard.normalize_email(s.email) = any (v_emails);
  delete from corkboard.sign_in_origins o where o.email = any (v_emails);
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
