create or replace function corkboard.postpone_attempts(p_jobs json) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  delete from corkboard.webhook_claims c
   using (select (j.job ->> 'workspaceId')::uuid as workspace_id, (j.job ->> 'deliveryId')::uuid as id, j.claim
            from json_to_recordset(p_jobs) as j (job json, claim uuid)
           where j.claim is not null
           order by 1, 2) j
   where c.workspace_id = any (array[j.workspace_id]) and c.id between j.id and j.id and c.claim = j.claim;
  perform graphile_worker.add_jobs(array(
    select row (
      'attempt_delivery', j.job, null, clock_timestamp() + j."delayMs" * interval '1 millisecond',
      null, null, null, null)::graphile_worker.job_spec
      from json_to_recordset(p_jobs) as j (job json, "delayMs" double precision)));
end
$$;
comment on function corkboard.postpone_attempts(json) is
  'Adds jobs of attempts again, to run after a while ({job, delayMs}), and gives up their claims, where they have any ({claim}).';
