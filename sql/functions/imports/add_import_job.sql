create or replace function corkboard.add_import_job(p_workspace uuid, p_import uuid) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job('import_clients',
    json_build_object('workspaceId', p_workspace, 'importId', p_import), max_attempts => corkboard.most_import_tries());
end
$$;
comment on function corkboard.add_import_job(uuid, uuid) is 'Adds a job that reads the file of an import or makes its clients.';
