create or replace function corkboard.mail_document(
  p_workspace uuid, p_kind text, p_record uuid, p_purpose text, p_recipient text, p_cc text[], p_subject text, p_text text,
  p_version integer default null
) returns corkboard.document_mails
language plpgsql
as $$
declare
  v_actor corkboard.caller;
  v_action constant text := p_kind || case p_purpose when 'reminder' then '.reminded' else '.mailed' end;
  -- What a busy month's end takes, and too few to make a workspace worth it to a sender of spam.
  c_max_a_day constant integer := 200;
  -- Protects a client's mailbox.
  c_max_of_document constant integer := 10;
  v_since constant timestamptz := clock_timestamp() - interval '1 day';
  v_sent integer;
  v_sent_of_document integer;
  -- Each address once, in whatever case it was typed.
  v_cc constant text[] := array(
    select (array_agg(c.address order by c.n))[1] from unnest(p_cc) with ordinality c (address, n)
     where corkboard.normalize_email(c.address) <> corkboard.normalize_email(p_recipient)
     group by corkboard.normalize_email(c.address)
     order by min(c.n));
  v_mail corkboard.document_mails;
  v_invoice corkboard.invoices;
  v_reminder integer;
begin
  perform corkboard.check_required('kind', p_kind);
  perform corkboard.check_one_of('kind', p_kind,
    array_remove(array_remove(corkboard.mail_templates(), 'estimate'), 'reminder'));
  perform corkboard.check_required('purpose', p_purpose);
  perform corkboard.check_one_of('purpose', p_purpose,
    case p_kind when 'invoice' then '{document,reminder}'::text[] else '{document}' end);
  perform corkboard.check_required('recipient', p_recipient);
  perform corkboard.check_required('subject', p_subject);
  perform corkboard.check_required('text', p_text);
  perform corkboard.check_filled_mail(p_recipient, p_cc, p_subject, p_text);
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_not_suspended(p_workspace);
  v_mail := corkboard.check_mailable(p_workspace, p_kind, p_record, p_purpose);
  perform corkboard.check_times_done(p_workspace, p_record, v_action, p_version,
    case p_purpose when 'reminder' then 'A reminder was sent' else 'This document was emailed' end);
  select count(*), count(*) filter (where m.kind = v_mail.kind and m.record_id = p_record) into v_sent, v_sent_of_document
    from corkboard.document_mails m where m.workspace_id = p_workspace and m.queued_at > v_since;
  if v_sent >= c_max_a_day or v_sent_of_document >= c_max_of_document then
    perform corkboard.reject('rate_limited', format(
      'A workspace can email %s documents and reminders a day, and %s of the same document. Try again tomorrow.',
      c_max_a_day, c_max_of_document));
  end if;
  v_actor := corkboard.current_actor(p_workspace);
  if p_purpose = 'reminder' then
    v_invoice := corkboard.find_invoice(p_workspace, p_record);
    perform corkboard.issue_document(p_workspace, 'reminder', p_record, v_invoice.late_fee_cents, v_invoice.late_fee_at);
    select max(d.version) into v_reminder from corkboard.issued_documents d
     where d.workspace_id = p_workspace and d.kind = 'reminder' and d.record_id = p_record;
  end if;
  -- Sent again, what failed before is done with.
  update corkboard.document_mails m set flagged_at = null
   where m.workspace_id = p_workspace and m.record_id = p_record and m.kind = v_mail.kind and m.purpose = p_purpose
     and m.flagged_at is not null;
  insert into corkboard.document_mails (
    workspace_id, project_id, kind, record_id, purpose, document_version, recipient, cc, subject, text, sent_by, queued_at)
  values (
    p_workspace, v_mail.project_id, v_mail.kind, p_record, p_purpose, v_reminder, p_recipient, v_cc, p_subject,
    p_text, v_actor.label, clock_timestamp())
  returning * into v_mail;
  perform corkboard.enqueue_job('mail_document', p_workspace, v_mail.id);
  if p_kind in ('scope', 'contract') then
    perform corkboard.mark_sent(p_workspace, p_kind, p_record);
  end if;
  perform corkboard.record_audit(
    v_actor, v_action, (corkboard.mailed_record(p_workspace, p_kind, p_record)).record_type, p_record);
  return v_mail;
end
$$;
comment on function corkboard.mail_document(uuid, text, uuid, text, text, text[], text, text, integer) is
  'Adds an email with a document, or a reminder of its payment (p_purpose reminder), to a client, and the job that sends it. p_kind is that of mailed_record, and invoice also of an estimate. A reminder gets a document of its own. A scope or contract counts as sent then (mark_sent). Copies that repeat an address, in whatever case, are left out. Earlier emails with the same document that failed are no longer reviewed. p_version is how often that was done when the caller saw it (null: any). Rejects with validation, not_found, conflict (the document is not so far, not overdue, or was emailed since; the workspace is suspended), rate_limited (200 emails of the workspace, or ten of the document, within a day).';
