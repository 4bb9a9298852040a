create or replace function corkboard.notify_of_failed_mail(p_mail corkboard.document_mails) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := p_mail.workspace_id;
  v_to text;
  v_number text;
begin
  select m.email into v_to from corkboard.members m where m.workspace_id = v_workspace and m.email = p_mail.sent_by;
  v_to := coalesce(v_to, corkboard.owner_email(v_workspace));
  if v_to is not null then
    -- By itself, because Citus would send a call that reads on the way to the node with the row, which has no job queue.
    select i.number into v_number from corkboard.invoices i where i.workspace_id = v_workspace and i.id = p_mail.record_id;
    perform corkboard.notify_member(v_workspace, corkboard.uuid_v7(), 'mail_failed', v_to, jsonb_build_object(
      'mailId', p_mail.id, 'kind', p_mail.kind, 'purpose', p_mail.purpose,
      'number', v_number));
  end if;
end
$$;
comment on function corkboard.notify_of_failed_mail(corkboard.document_mails) is
  'Tells the member who sent an email with a document that it failed for a recipient; the owner if the member has left, or the operator sent it.';
