create or replace function corkboard.end_disabling_notice(p_workspace uuid, p_endpoint uuid) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.webhook_endpoints e set notice_due_at = null
   where e.workspace_id = p_workspace and e.id = p_endpoint;
end
$$;
comment on function corkboard.end_disabling_notice(uuid, uuid) is 'Notes that the owner has been told that an endpoint was turned off.';
