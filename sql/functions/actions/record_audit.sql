create or replace function corkboard.record_audit(p_caller corkboard.caller, p_action text, p_record_type text, p_record uuid)
returns void
language plpgsql
as $$
begin
  insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
  values (p_caller.workspace_id, p_caller.via, p_caller.label, p_action, p_record_type, p_record);
end
$$;
comment on function corkboard.record_audit(corkboard.caller, text, text, uuid) is
  'Adds an entry to the audit log: who did what to which record.';
