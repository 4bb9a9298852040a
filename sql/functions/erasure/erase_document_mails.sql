-- One that the worker is sending at this moment still goes out.
create or replace function corkboard.erase_document_mails(p_workspace uuid, p_client uuid, p_projects uuid[]) returns void
language plpgsql
as $$
declare
  c_erased constant text := corkboard.erased_name();
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.document_mails m
     set recipient = c_erased, cc = '{}', subject = c_erased, text = c_erased,
         state = case when m.state = 'queued' then 'failed' else m.state end,
         failed_at = case when m.state = 'queued' then v_now else m.failed_at end,
         failure = case when m.state = 'queued' or m.failure is not null then c_erased end
   where m.workspace_id = p_workspace and (m.project_id = any (p_projects) or m.record_id = p_client);
end
$$;
comment on function corkboard.erase_document_mails(uuid, uuid, uuid[]) is
  'Erases the addresses and texts of emails about a client and these projects of the client. Those that were not sent yet have failed then.';
