-- A member's next file replaces the one before, so that files fill no disk.
create or replace function corkboard.store_import(
  p_workspace uuid, p_file_name text, p_file bytea, p_settings jsonb, p_preview jsonb
) returns uuid
language plpgsql
as $$
declare
  v_actor text;
  v_import uuid;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_actor := (corkboard.current_actor(p_workspace)).label;
  delete from corkboard.client_imports i
   where i.workspace_id = p_workspace and i.requested_by = v_actor and i.state in ('uploaded', 'checked', 'failed');
  insert into corkboard.client_imports (workspace_id, file_name, file, settings, preview, requested_by)
  values (p_workspace, p_file_name, p_file, p_settings, p_preview, v_actor)
  returning id into v_import;
  return v_import;
end
$$;
comment on function corkboard.store_import(uuid, text, bytea, jsonb, jsonb) is
  'Stores a file of clients with how it is read so far, in place of the member''s former file that was not imported. Returns the id of the import. Rejects with not_found.';
