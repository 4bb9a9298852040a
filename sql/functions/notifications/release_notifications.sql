create or replace function corkboard.release_notifications(p_workspace uuid, p_ids uuid[]) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.notifications n set claim_expires_at = null where n.workspace_id = p_workspace and n.id = any (p_ids);
end
$$;
comment on function corkboard.release_notifications(uuid, uuid[]) is
  'Ends a job''s claim on notifications whose email was not sent, so that its next attempt finds them.';
