create or replace function corkboard.requeue_jobs(p_task text) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_late constant timestamptz := v_now - interval '5 minutes';
  v_waiting record;
  v_requeued integer;
begin
  case p_task
    when 'classify_revision' then
      select array_agg(r.workspace_id) as workspaces, array_agg(r.id) as records into v_waiting
        from corkboard.revisions r
       where r.classify and r.verdict is null and r.unclassified is null and r.logged_at < v_late;
    when 'disable_endpoint' then
      select array_agg(e.workspace_id) as workspaces, array_agg(e.id) as records into v_waiting
        from corkboard.webhook_endpoints e
       where e.removed_at is null and (e.notice_due_at < v_late or e.disabled_at < v_late and exists (
               select 1 from corkboard.webhook_deliveries d
                where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'));
    when 'remove_endpoint' then
      select array_agg(e.workspace_id) as workspaces, array_agg(e.id) as records into v_waiting
        from corkboard.webhook_endpoints e
       where e.removed_at < v_late;
    when 'render_document' then
      select array_agg(d.workspace_id) as workspaces, array_agg(d.id) as records into v_waiting
        from corkboard.issued_documents d
       where d.made_at is null and d.requested_at < v_late;
    when 'mail_document' then
      select array_agg(m.workspace_id) as workspaces, array_agg(m.id) as records into v_waiting
        from (select m.workspace_id, m.id from corkboard.document_mails m
               where m.state = 'queued' and m.queued_at < v_late and m.next_attempt_at is null
              union all
              select m.workspace_id, m.id from corkboard.document_mails m
               where m.next_attempt_at < v_late) m
        join corkboard.workspaces w on w.id = m.workspace_id and w.suspended_at is null;
    when 'mail_notifications' then
      select array_agg(n.workspace_id) as workspaces, array_agg(n.member_id) as records into v_waiting
        from (select distinct n.workspace_id, n.member_id from corkboard.notifications n
               where n.created_at < v_late and coalesce(n.claim_expires_at < v_now, true)) n;
    when 'export_workspace' then
      select array_agg(e.workspace_id) as workspaces, array_agg(e.id) as records into v_waiting
        from corkboard.exports e
       where e.state in ('queued', 'running') and e.requested_at < v_late;
    when 'import_clients' then
      select array_agg(i.workspace_id) as workspaces, array_agg(i.id) as records into v_waiting
        from corkboard.client_imports i
       where i.state in ('checking', 'importing') and i.requested_at < v_late;
  end case;
  perform corkboard.enqueue_job(p_task, r.workspace_id, r.id)
     from unnest(v_waiting.workspaces, v_waiting.records) r (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs(p_task) j where j.record_id = r.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_jobs(text) is
  'Adds new jobs of this task (enqueue_job) for records that have waited five minutes for it and have no job; emails with documents of a suspended workspace wait until it is resumed. Returns how many.';
