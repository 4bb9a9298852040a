-- Separate from record_audit, which every write of the API calls and which has no changes to store.
create or replace function corkboard.record_change(
  p_caller corkboard.caller, p_action text, p_record_type text, p_record uuid, p_changes jsonb
) returns void
language plpgsql
as $$
begin
  insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id, changes)
  values (p_caller.workspace_id, p_caller.via, p_caller.label, p_action, p_record_type, p_record, p_changes);
end
$$;
comment on function corkboard.record_change(corkboard.caller, text, text, uuid, jsonb) is
  'Adds an entry to the audit log as record_audit does, with the old and new values of the changed fields.';
