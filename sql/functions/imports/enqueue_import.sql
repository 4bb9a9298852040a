create or replace function corkboard.enqueue_import(p_workspace uuid, p_import uuid) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.client_imports i set tries = 0, requested_at = v_now where i.workspace_id = p_workspace and i.id = p_import;
  perform corkboard.enqueue_job('import_clients', p_workspace, p_import);
end
$$;
comment on function corkboard.enqueue_import(uuid, uuid) is 'Adds the job of an import, which starts from the beginning.';
