create or replace function corkboard.enqueue_classification(p_workspace uuid, p_revision uuid) returns void
language plpgsql
as $$
begin
  -- Eight attempts over about half an hour, for an endpoint that is down for that long.
  perform graphile_worker.add_job('classify_revision',
    json_build_object('workspaceId', p_workspace, 'revisionId', p_revision), max_attempts => 8);
end
$$;
comment on function corkboard.enqueue_classification(uuid, uuid) is 'Adds the job that classifies a revision.';
