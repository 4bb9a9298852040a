-- The caller holds the workspace's lock. Rows are locked in the order of a sign-in: link, session, member. With the member
-- locked, create_session waits, so that no session begins between the deletion and the end of this transaction.
create or replace function corkboard.end_member_sessions(p_workspace uuid, p_member uuid, p_kept_session uuid default null)
returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  delete from corkboard.sign_in_links l where l.workspace_id = p_workspace and l.member_id = p_member;
  perform 1 from corkboard.sessions s where s.workspace_id = p_workspace and s.member_id = p_member for update;
  -- FOR UPDATE, because create_session must wait for it.
  perform 1 from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member for update;
  delete from corkboard.sessions s
   where s.workspace_id = p_workspace and s.member_id = p_member and s.id is distinct from p_kept_session;
  update corkboard.email_changes c set expires_at = v_now
   where c.workspace_id = p_workspace and c.member_id = p_member and c.expires_at > v_now;
end
$$;
comment on function corkboard.end_member_sessions(uuid, uuid, uuid) is
  'Ends a member''s sign-in links, pending email changes, and sessions except p_kept_session. The caller holds the workspace''s lock.';
