create or replace function corkboard.dismiss_failed_mail(p_workspace uuid, p_mail uuid) returns corkboard.document_mails
language plpgsql
as $$
declare
  v_mail corkboard.document_mails;
begin
  perform corkboard.lock_workspace(p_workspace);
  update corkboard.document_mails m set flagged_at = null
   where m.workspace_id = p_workspace and m.id = p_mail and m.flagged_at is not null
  returning * into v_mail;
  if not found then
    return corkboard.require_record(null::corkboard.document_mails, p_workspace, p_mail, 'email');
  end if;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'mail.dismissed',
    (corkboard.mailed_record(p_workspace, v_mail.kind, v_mail.record_id)).record_type, v_mail.record_id);
  return v_mail;
end
$$;
comment on function corkboard.dismiss_failed_mail(uuid, uuid) is
  'Ends the review of an email with a document that failed: members are no longer told of it. Changes nothing if it isn''t reviewed. Rejects with not_found.';
