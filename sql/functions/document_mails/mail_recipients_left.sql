create or replace function corkboard.mail_recipients_left(p_mail corkboard.document_mails) returns text[]
language sql immutable
as $$
  select array(
    select a.address from unnest(p_mail.recipient || p_mail.cc) with ordinality a (address, n)
     where a.address <> all (p_mail.accepted || p_mail.rejected)
     order by a.n)
$$;
comment on function corkboard.mail_recipients_left(corkboard.document_mails) is
  'The recipients of an email with a document, copies included, that the mail server has neither accepted it for nor rejected for good.';
