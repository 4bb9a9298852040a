-- The audit log has nothing of the person to erase: it names who sent an inquiry only as a client.
create or replace function corkboard.delete_inquiry(p_workspace uuid, p_inquiry uuid) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_inquiry corkboard.inquiries;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_inquiry := corkboard.require_record(null::corkboard.inquiries, p_workspace, p_inquiry, 'inquiry');
  if v_inquiry.converted_at is not null then
    perform corkboard.reject('conflict', 'This inquiry has become a project, and is erased with its client.');
  end if;
  delete from corkboard.inquiries i where i.workspace_id = p_workspace and i.id = p_inquiry;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'inquiry.deleted', 'inquiry', p_inquiry);
  return v_inquiry;
end
$$;
comment on function corkboard.delete_inquiry(uuid, uuid) is
  'Deletes everything that a person who never became a client sent. Rejects with not_found, conflict (converted).';
