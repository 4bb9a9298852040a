-- Processes of the previous version call it.
create or replace function corkboard.record_export_download(p_workspace uuid, p_by text) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  perform corkboard.record_audit((p_workspace, 'app', p_by)::corkboard.caller, 'export.downloaded', 'workspace', p_workspace);
end
$$;
comment on function corkboard.record_export_download(uuid, text) is
  'Records in the audit log that a member downloads the file of an export, also while the workspace is suspended.';
