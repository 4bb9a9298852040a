create or replace function corkboard.erase_audit_entries(p_workspace uuid, p_records uuid[]) returns void
language plpgsql
as $$
declare
  -- As act_as_client names a client who typed a name.
  c_client constant text := ' (client)';
begin
  update corkboard.audit_log l
     set changes = (
           select jsonb_object_agg(f.key, case when f.key = any (corkboard.personal_fields()) then '[]' else f.value end)
             from jsonb_each(l.changes) f),
         actor = case when l.via = 'app' and l.actor like '%' || c_client then corkboard.erased_name() || c_client else l.actor end
   where l.workspace_id = p_workspace and l.record_id = any (p_records)
     and (l.changes is not null or l.via = 'app' and l.actor like '%' || c_client);
end
$$;
comment on function corkboard.erase_audit_entries(uuid, uuid[]) is
  'Erases the old and new texts in the entries about these records, of which the log then tells only that they changed, and the names that clients typed.';
