create or replace function corkboard.record_document_mail(p_workspace uuid, p_mail uuid, p_is_sent boolean, p_words text)
returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.document_mails m
     set state = case when p_is_sent then 'sent' else 'failed' end,
         sent_at = case when p_is_sent then v_now end,
         failed_at = case when not p_is_sent then v_now end,
         failure = p_words
   where m.workspace_id = p_workspace and m.id = p_mail and m.state = 'queued';
end
$$;
comment on function corkboard.record_document_mail(uuid, uuid, boolean, text) is
  'Records that the mail server accepted an email with a document, or that it failed for good. p_words is why it failed, or why a copy of it did. The first outcome stays, also if its job runs twice or its client was erased meanwhile.';
