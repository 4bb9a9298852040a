-- Two jobs may send the same email, if the worker of one was taken for dead: both outcomes are kept, but only the first adds
-- a job for the recipients that are left.
create or replace function corkboard.record_mail_attempt(
  p_workspace uuid, p_mail uuid, p_attempts integer, p_accepted text[], p_rejected text[], p_failure text, p_answer text
) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_before corkboard.document_mails;
  v_mail corkboard.document_mails;
  v_is_left boolean;
  v_is_to_review boolean;
begin
  perform corkboard.enter_workspace(p_workspace);
  select * into v_before from corkboard.document_mails m
   where m.workspace_id = p_workspace and m.id = p_mail and (m.state = 'queued' or m.next_attempt_at is not null)
     for no key update;
  if not found then
    return;
  end if;
  v_mail := v_before;
  v_mail.accepted := array(
    select a.address from unnest(v_mail.recipient || v_mail.cc) a (address)
     where a.address = any (v_before.accepted || p_accepted));
  v_mail.rejected := array(
    select a.address from unnest(v_mail.recipient || v_mail.cc) a (address)
     where a.address = any (v_before.rejected || p_rejected) and a.address <> all (v_mail.accepted));
  v_is_left := cardinality(corkboard.mail_recipients_left(v_mail)) > 0;
  if p_attempts = v_before.attempts then
    v_mail.attempts := p_attempts + 1;
    v_mail.next_attempt_at := v_now + corkboard.mail_attempt_delay(v_mail.attempts);
    if v_is_left then
      perform corkboard.enqueue_job('mail_document', p_workspace, p_mail, v_mail.next_attempt_at);
    end if;
  end if;
  if v_before.state = 'queued' then
    v_mail.state := case when v_mail.recipient = any (v_mail.accepted) then 'sent'
                         when v_mail.recipient = any (v_mail.rejected) then 'failed' else 'queued' end;
  end if;
  v_is_to_review := cardinality(v_mail.rejected) > cardinality(v_before.rejected)
    and (corkboard.mailed_record(p_workspace, v_mail.kind, v_mail.record_id)).link is not null;
  update corkboard.document_mails m
     set accepted = v_mail.accepted, rejected = v_mail.rejected, attempts = v_mail.attempts, state = v_mail.state,
         next_attempt_at = case when v_is_left then v_mail.next_attempt_at end,
         sent_at = case when v_mail.state = 'sent' then coalesce(m.sent_at, v_now) end,
         failed_at = case when v_mail.state = 'failed' then coalesce(m.failed_at, v_now) end,
         -- What is said about the recipient replaces what was said about a copy.
         failure = case when v_mail.state = 'failed' and v_before.state = 'queued' then p_failure
                        else coalesce(m.failure, p_failure) end,
         last_answer = coalesce(p_answer, m.last_answer),
         flagged_at = case when v_is_to_review then v_now else m.flagged_at end
   where m.workspace_id = p_workspace and m.id = p_mail;
  if v_is_to_review then
    perform corkboard.notify_of_failed_mail(v_mail);
  end if;
end
$$;
comment on function corkboard.record_mail_attempt(uuid, uuid, integer, text[], text[], text, text) is
  'Records what became of an attempt to send an email with a document: the recipients that the mail server accepted it for, and those that it failed for, with the reason. The others are tried again later; p_answer is why they did not get it. p_attempts is how many attempts there were when it was prepared; null: it is given up. Its sender is told if it failed for a recipient, unless its document can no longer be opened. Changes nothing if no recipient is left, or its client was erased meanwhile.';
