create or replace function corkboard.disable_copy_endpoint() returns integer
language plpgsql
as $$
declare
  v_now timestamptz;
  v_endpoint record;
begin
  if not corkboard.is_copy() then
    perform corkboard.reject('conflict', 'The database is no copy.');
  end if;
  select e.workspace_id, e.id, e.disabled_at is null as is_on into v_endpoint
    from corkboard.webhook_endpoints e
   where e.removed_at is null
     and (e.disabled_at is null or e.notice_due_at is not null or exists (
           select 1 from corkboard.webhook_deliveries d
            where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'))
   limit 1;
  if not found then
    -- The original sends its queued emails itself; each is a separate job. complete_jobs deletes only jobs that are
    -- not locked, and the original's workers may have locked some.
    perform graphile_worker.force_unlock_workers(array(
      select distinct j.locked_by from graphile_worker.jobs j where j.locked_at is not null));
    perform graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j where j.task_identifier like 'mail\_%'));
    perform corkboard.change_rows('delete from %1$s t', 'corkboard.notifications');
    perform corkboard.change_rows(
      $command$update %1$s m set state = 'failed', failed_at = now(), failure = 'It was waiting in a copy of the database.'
        where m.state = 'queued'$command$,
      'corkboard.document_mails');
    perform corkboard.change_rows(
      'update %1$s m set next_attempt_at = null where m.next_attempt_at is not null',
      'corkboard.document_mails');
    return 0;
  end if;
  perform corkboard.lock_workspace(v_endpoint.workspace_id);
  -- Deliveries are locked before endpoints, as record_attempts does.
  perform corkboard.mark_pending_missed(v_endpoint.workspace_id, v_endpoint.id);
  v_now := clock_timestamp();
  update corkboard.webhook_endpoints e
     set disabled_at = coalesce(e.disabled_at, v_now), notice_due_at = null
   where e.workspace_id = v_endpoint.workspace_id and e.id = v_endpoint.id;
  if v_endpoint.is_on then
    perform corkboard.record_audit(
      corkboard.current_actor(v_endpoint.workspace_id), 'endpoint.disabled', 'endpoint', v_endpoint.id);
  end if;
  return 1;
end
$$;
comment on function corkboard.disable_copy_endpoint() is
  'Disables one endpoint of a copied database and marks a batch of its pending deliveries as missed; its owner gets no email about earlier failures. Returns 1, or 0 when all are done, after deleting the emails that wait to be sent. Rejects with conflict if the database is not a copy.';
