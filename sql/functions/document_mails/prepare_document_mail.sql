-- For workers of the previous version, which send to all recipients at once.
create or replace function corkboard.prepare_document_mail(p_workspace uuid, p_mail uuid)
returns table (
  recipient text, cc text[], subject text, text text, "senderName" text, "replyTo" text, link text,
  "fileName" text, formats text[], "mediaTypes" text[], files bytea[]
)
language sql
as $$
  select a.recipient, a.cc, a.subject, a.text, a."senderName", a."replyTo", a.link, a."fileName", a.formats, a."mediaTypes", a.files
    from corkboard.prepare_mail_attempt(p_workspace, p_mail) a
   where a.attempts = 0
$$;
comment on function corkboard.prepare_document_mail(uuid, uuid) is
  'As prepare_mail_attempt, for workers of the previous version: only emails that were not tried yet.';
