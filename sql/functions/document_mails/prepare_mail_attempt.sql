-- An email that could not be sent for long is given up: what it says may no longer be true, and its sender has forgotten it.
-- 1.0.0 reads it without a name and a language.
drop function if exists corkboard.prepare_mail_attempt(uuid, uuid);
create or replace function corkboard.prepare_mail_attempt(p_workspace uuid, p_mail uuid)
returns table (
  recipient text, cc text[], recipients text[], attempts integer, subject text, text text, "senderName" text, "replyTo" text,
  link text, "fileName" text, formats text[], "mediaTypes" text[], files bytea[],
  "memberName" text, language text
)
language plpgsql
as $$
declare
  c_longest constant interval := '2 days';
  v_now constant timestamptz := clock_timestamp();
  v_mail corkboard.document_mails;
  v_recipients text[];
  v_workspace corkboard.workspaces;
  v_link text;
  v_kind text;
  v_document record;
  v_files record;
  v_language text;
  v_note corkboard.credit_notes;
  v_invoice corkboard.invoices;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  select * into v_workspace from corkboard.workspaces w
   where w.id = p_workspace and w.suspended_at is null and w.removed_at is null;
  if not found then
    return;
  end if;
  select * into v_mail from corkboard.document_mails m
   where m.workspace_id = p_workspace and m.id = p_mail and (m.state = 'queued' or m.next_attempt_at is not null);
  -- Before its time another job has sent it since this one was added, or will.
  if not found or v_mail.next_attempt_at > v_now then
    return;
  end if;
  v_recipients := corkboard.mail_recipients_left(v_mail);
  if v_mail.queued_at < v_now - c_longest then
    perform corkboard.record_mail_attempt(
      p_workspace, p_mail, null, '{}', v_recipients, 'It could not be sent within two days.', null);
    return;
  end if;
  v_link := (corkboard.mailed_record(p_workspace, v_mail.kind, v_mail.record_id)).link;
  if v_link is null then
    perform corkboard.record_mail_attempt(
      p_workspace, p_mail, null, '{}', v_recipients,
      'The document was voided, withdrawn or moved to the trash before the email was sent.', null);
    return;
  end if;
  v_kind := corkboard.attached_kind(v_mail);
  select * into v_document from corkboard.document_to_attach(v_mail);
  if v_document.is_issued and v_document.version is null then
    -- Another worker makes it at this moment, usually within a second.
    perform corkboard.enqueue_job('mail_document', p_workspace, p_mail, v_now + least(
      greatest((v_now - v_mail.queued_at) / 2, interval '1 second'), interval '5 minutes'));
    return;
  end if;
  select array_agg(d.format order by d.format) as formats, array_agg(d.media_type order by d.format) as media_types,
         array_agg(d.bytes order by d.format) as files
    into v_files
    from corkboard.issued_documents d
   where d.workspace_id = p_workspace and d.kind = v_kind and d.record_id = v_mail.record_id
     and d.version = v_document.version
     -- A Factur-X has the e-invoice inside. A second one, in a file of its own, might be booked twice.
     and (d.format = 'pdf' or not exists (
       select 1 from corkboard.issued_documents x
        where x.workspace_id = p_workspace and x.kind = v_kind and x.record_id = v_mail.record_id
          and x.version = v_document.version and x.format = 'pdf' and x.standard = 'factur-x'));
  select * into v_note from corkboard.credit_notes n where n.workspace_id = p_workspace and n.id = v_mail.record_id;
  select * into v_invoice from corkboard.invoices i
   where i.workspace_id = p_workspace and i.id = coalesce(v_note.invoice_id, v_mail.record_id);
  v_language := coalesce(
    v_invoice.language,
    corkboard.client_parties(p_workspace, coalesce(
      (select p.client_id from corkboard.projects p where p.workspace_id = p_workspace and p.id = v_mail.project_id),
      v_mail.record_id), null) ->> 'language');
  return query
    select v_mail.recipient, v_mail.cc, v_recipients, v_mail.attempts, v_mail.subject, v_mail.text, v_workspace.name,
           case when v_mail.sent_by like '%@%' then v_mail.sent_by else corkboard.owner_email(p_workspace) end, v_link,
           coalesce(v_note.number, v_invoice.number, replace(v_mail.kind, '_', '-')),
           coalesce(v_files.formats, '{}'), coalesce(v_files.media_types, '{}'), coalesce(v_files.files, '{}'),
           corkboard.member_name(p_workspace, v_mail.sent_by), v_language;
end
$$;
comment on function corkboard.prepare_mail_attempt(uuid, uuid) is
  'What the job of an email with a document sends: the email, its sender with the member''s name (null: not said) and the language of both, the recipients that still have to get it, the path of the share link, and the files of the document if it was issued. No row if no recipient is left, if it is not due yet, if the workspace is suspended, if the document is still being made (then it adds a job for later), or if it fails now, because it has waited too long or its document can no longer be opened. Rejects with conflict if the database is a copy.';
