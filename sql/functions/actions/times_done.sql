-- The version of records that don't count their changes themselves.
create or replace function corkboard.times_done(p_workspace uuid, p_record uuid, p_action text) returns integer
language plpgsql stable
as $$
begin
  return (
    select count(*)::integer from corkboard.audit_log l
     where l.workspace_id = p_workspace and l.record_id = p_record and l.action = p_action);
end
$$;
comment on function corkboard.times_done(uuid, uuid, text) is
  'How often the audit log says that this was done to a record.';
