-- In one transaction, while the workspace can write nothing else. It runs as the owner, because no one else may change what
-- is in the audit log. Invoices are locked before the deliveries are looked up, because the overdue check emits events
-- without the lock of the workspace.
create or replace function corkboard.erase_client(p_workspace uuid, p_client uuid) returns corkboard.clients
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_erased constant text := corkboard.erased_name();
  c_id constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  -- As act_as_client names a client who typed a name.
  c_client constant text := ' (client)';
  v_now constant timestamptz := clock_timestamp();
  v_client corkboard.clients;
  v_projects uuid[];
  v_records uuid[];
begin
  if corkboard.current_workspace() <> p_workspace then
    raise exception using errcode = 'insufficient_privilege', message = 'This transaction is for another workspace.';
  end if;
  perform corkboard.lock_workspace(p_workspace);
  v_client := corkboard.require_record(null::corkboard.clients, p_workspace, p_client, 'client', true);
  if v_client.erased_at is not null then
    perform corkboard.reject('conflict', format('This client was erased already, at %s.', corkboard.iso(v_client.erased_at)));
  end if;
  v_projects := array(select p.id from corkboard.projects p where p.workspace_id = p_workspace and p.client_id = p_client);
  perform 1 from corkboard.invoices i
   where i.workspace_id = p_workspace and i.project_id = any (v_projects) order by i.id for no key update;
  v_records := corkboard.records_of_client(p_workspace, p_client, v_projects);

  perform corkboard.erase_deliveries(p_workspace, p_client, v_projects);
  perform corkboard.erase_records(p_workspace, v_projects);
  -- One that the worker is sending at this moment still goes out.
  update corkboard.document_mails m
     set recipient = c_erased, cc = '{}', subject = c_erased, text = c_erased,
         state = case when m.state = 'queued' then 'failed' else m.state end,
         failed_at = case when m.state = 'queued' then v_now else m.failed_at end,
         failure = case when m.state = 'queued' or m.failure is not null then c_erased end,
         accepted = '{}', rejected = '{}', last_answer = null, next_attempt_at = null, flagged_at = null
   where m.workspace_id = p_workspace and (m.project_id = any (v_projects) or m.record_id = p_client);
  delete from corkboard.client_portals l where l.workspace_id = p_workspace and l.client_id = p_client;
  delete from corkboard.timers t where t.workspace_id = p_workspace and t.project_id = any (v_projects);
  delete from corkboard.document_previews p where p.workspace_id = p_workspace and p.record_id = any (v_records);
  update corkboard.inquiries i
     set name = c_erased, email = c_erased, company = null, message = null, answers = '{}',
         received_from = null, received_with = null
   where i.workspace_id = p_workspace and i.client_id = p_client;
  -- Further ones of the same person, which became nothing.
  delete from corkboard.inquiries i
   where i.workspace_id = p_workspace and i.converted_at is null
     and lower(i.email) in (lower(v_client.email), lower(v_client.billing_email));
  -- An export that is being made begins again: what its job has read may be from before.
  update corkboard.exports e set state = 'queued' where e.workspace_id = p_workspace and e.state = 'running';
  update corkboard.exports e
     set state = 'failed', finished_at = v_now, failure = 'A client was erased, whose data was in the file.'
   where e.workspace_id = p_workspace and e.state = 'finished';
  delete from corkboard.export_parts p where p.workspace_id = p_workspace;
  update corkboard.client_imports i set file_name = c_erased where i.workspace_id = p_workspace;
  update corkboard.client_imports i
     set state = 'failed', finished_at = v_now, failure = 'A client was erased, who may have been in the file.',
         file = null, settings = '{}', preview = '[]'
   where i.workspace_id = p_workspace and i.state not in ('finished', 'failed');
  delete from corkboard.client_import_rows r where r.workspace_id = p_workspace;
  update corkboard.projects p
     set name = c_erased, notes = null, trashed_at = coalesce(p.trashed_at, v_now)
   where p.workspace_id = p_workspace and p.client_id = p_client;
  v_client := corkboard.change_record(v_client,
    (select jsonb_object_agg(c.name, case c.name when 'name' then c_erased end) from corkboard.client_columns() c)
    || jsonb_build_object('trashed_at', coalesce(v_client.trashed_at, v_now), 'erased_at', v_now));
  -- The stored answer of a form that approved a scope names no record at all, so such answers are erased whichever client they
  -- are about: nothing shows them.
  update corkboard.idempotency_keys k set response = corkboard.erase_texts(k.response::json)
   where k.workspace_id = p_workspace
     and (k.response !~ c_id
          or exists (select 1 from regexp_matches(k.response, c_id, 'g') m (found) where m.found[1]::uuid = any (v_records)));
  update corkboard.audit_log l
     set changes = (
           select jsonb_object_agg(f.key, case
                    when l.record_id = p_client or f.key = any (corkboard.personal_fields()) then '[]' else f.value end)
             from jsonb_each(l.changes) f),
         actor = case when l.via = 'app' and l.actor like '%' || c_client then c_erased || c_client else l.actor end
   where l.workspace_id = p_workspace and l.record_id = any (v_records)
     and (l.changes is not null or l.via = 'app' and l.actor like '%' || c_client);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'client.erased', 'client', p_client);
  return v_client;
end
$$;
comment on function corkboard.erase_client(uuid, uuid) is
  'Erases everything personal of a client for good: its own data, and the texts of its projects and of what was derived from them, everywhere but in issued invoices and estimates, in signed contracts, and in the files of documents that were issued. The client and its projects are in the trash afterwards and cannot be restored. Rejects with not_found, conflict (erased already; a webhook about the client is being sent).';
