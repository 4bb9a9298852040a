create or replace function corkboard.dismiss_inquiry(p_workspace uuid, p_inquiry uuid) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_actor constant corkboard.caller := corkboard.current_actor(p_workspace);
  v_now timestamptz;
  v_inquiry corkboard.inquiries;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_open_inquiry(p_workspace, p_inquiry);
  v_now := clock_timestamp();
  update corkboard.inquiries i set dismissed_at = v_now, closed_by = v_actor.label
   where i.workspace_id = p_workspace and i.id = p_inquiry
  returning * into v_inquiry;
  perform corkboard.record_audit(v_actor, 'inquiry.dismissed', 'inquiry', p_inquiry);
  return v_inquiry;
end
$$;
comment on function corkboard.dismiss_inquiry(uuid, uuid) is
  'Dismisses an inquiry, which is deleted 30 days later (prune). Rejects with not_found, conflict (converted or dismissed).';
