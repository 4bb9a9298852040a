create or replace function corkboard.enqueue_export(p_workspace uuid, p_export uuid) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job('export_workspace',
    json_build_object('workspaceId', p_workspace, 'exportId', p_export), max_attempts => corkboard.most_export_tries());
end
$$;
comment on function corkboard.enqueue_export(uuid, uuid) is 'Adds the job that makes the file of an export.';
