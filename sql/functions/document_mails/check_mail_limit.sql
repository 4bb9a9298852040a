create or replace function corkboard.check_mail_limit(p_workspace uuid, p_kind text, p_record uuid) returns void
language plpgsql
as $$
declare
  -- What a busy month's end takes, and too few to make a workspace worth it to a sender of spam.
  c_most_a_day constant integer := 200;
  -- Protects a client's mailbox.
  c_most_of_document constant integer := 10;
  v_since constant timestamptz := clock_timestamp() - interval '1 day';
  v_sent integer;
  v_sent_of_document integer;
begin
  select count(*), count(*) filter (where m.kind = p_kind and m.record_id = p_record) into v_sent, v_sent_of_document
    from corkboard.document_mails m where m.workspace_id = p_workspace and m.queued_at > v_since;
  if v_sent >= c_most_a_day or v_sent_of_document >= c_most_of_document then
    perform corkboard.reject('rate_limited', format(
      'A workspace can email %s documents and reminders a day, and %s of the same document. Try again tomorrow.',
      c_most_a_day, c_most_of_document));
  end if;
end
$$;
comment on function corkboard.check_mail_limit(uuid, text, uuid) is
  'Rejects with rate_limited if the workspace has sent its 200 document emails within a day, or ten of this document. The caller holds the workspace''s lock.';
