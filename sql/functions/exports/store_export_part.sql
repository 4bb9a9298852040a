create or replace function corkboard.store_export_part(
  p_workspace uuid, p_export uuid, p_attempt integer, p_number integer, p_bytes bytea, p_done integer, p_total integer
) returns boolean
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e
     set done = least(p_done, p_total), total = p_total, bytes = e.bytes + octet_length(p_bytes)
   where e.workspace_id = p_workspace and e.id = p_export and e.state = 'running' and e.attempts = p_attempt;
  if not found or corkboard.fail_export(p_workspace, p_export, p_attempt, corkboard.attempt_failure(p_workspace, 'export', p_attempt))
  then
    return false;
  end if;
  insert into corkboard.export_parts (workspace_id, export_id, number, bytes) values (p_workspace, p_export, p_number, p_bytes);
  return true;
end
$$;
comment on function corkboard.store_export_part(uuid, uuid, integer, integer, bytea, integer, integer) is
  'Stores the next part of an export''s file, with how many records are in it by now and how many there will be. Returns false if nothing was stored, because another attempt has begun, the export has ended, or its workspace is suspended.';
