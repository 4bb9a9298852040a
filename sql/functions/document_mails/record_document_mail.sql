-- For workers of the previous version.
create or replace function corkboard.record_document_mail(p_workspace uuid, p_mail uuid, p_is_sent boolean, p_words text)
returns void
language plpgsql
as $$
declare
  v_mail corkboard.document_mails;
  v_recipients text[];
begin
  perform corkboard.enter_workspace(p_workspace);
  select * into v_mail from corkboard.document_mails m where m.workspace_id = p_workspace and m.id = p_mail;
  v_recipients := corkboard.mail_recipients_left(v_mail);
  perform corkboard.record_mail_attempt(
    p_workspace, p_mail, 0, case when p_is_sent then v_recipients end, case when not p_is_sent then v_recipients end, p_words, null);
end
$$;
comment on function corkboard.record_document_mail(uuid, uuid, boolean, text) is
  'As record_mail_attempt, for workers of the previous version, whose first attempt is the only one that is recorded: p_is_sent is whether all recipients got it.';
