create or replace function corkboard.reopen_inquiry(p_workspace uuid, p_inquiry uuid) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_inquiry corkboard.inquiries;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_inquiry := corkboard.require_record(null::corkboard.inquiries, p_workspace, p_inquiry, 'inquiry');
  if v_inquiry.dismissed_at is null then
    perform corkboard.reject('conflict', 'This inquiry is not dismissed.');
  end if;
  update corkboard.inquiries i set dismissed_at = null, closed_by = null
   where i.workspace_id = p_workspace and i.id = p_inquiry
  returning * into v_inquiry;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'inquiry.reopened', 'inquiry', p_inquiry);
  return v_inquiry;
end
$$;
comment on function corkboard.reopen_inquiry(uuid, uuid) is
  'Undoes dismiss_inquiry. Rejects with not_found, conflict (not dismissed).';
