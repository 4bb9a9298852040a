create or replace function corkboard.reread_import(p_workspace uuid, p_import uuid, p_settings jsonb, p_preview jsonb) returns void
language plpgsql
as $$
begin
  perform corkboard.lock_unread_import(p_workspace, p_import);
  update corkboard.client_imports i
     set state = 'uploaded', settings = p_settings, preview = p_preview, version = i.version + 1
   where i.workspace_id = p_workspace and i.id = p_import;
end
$$;
comment on function corkboard.reread_import(uuid, uuid, jsonb, jsonb) is
  'Changes how an import''s file is read. Its lines have to be checked again. Rejects with not_found, conflict (a job reads or imports it, or it has ended).';
