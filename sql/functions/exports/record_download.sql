create or replace function corkboard.record_download(p_workspace uuid, p_by text, p_file text) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  perform corkboard.record_change(
    (p_workspace, 'app', p_by)::corkboard.caller, 'export.downloaded', 'workspace', p_workspace,
    jsonb_build_object('file', jsonb_build_array('', p_file)));
end
$$;
comment on function corkboard.record_download(uuid, text, text) is
  'Records in the audit log that a member downloads a file of records, with its name, also while the workspace is suspended.';
