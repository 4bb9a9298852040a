create or replace function corkboard.enqueue_endpoint_job(p_task text, p_workspace uuid, p_endpoint uuid) returns void
language plpgsql
as $$
begin
  perform graphile_worker.add_job(p_task, json_build_object('workspaceId', p_workspace, 'endpointId', p_endpoint));
end
$$;
comment on function corkboard.enqueue_endpoint_job(text, uuid, uuid) is
  'Adds the job that finishes disabling or removing an endpoint.';
